// The product tokens in the groups and budgets of a policy, and in the groups
// of verbatim robots.txt files.

#pragma once

#include <map>
#include <string>

#include "policy/base/ascii.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// A set of product tokens. Tokens that differ only in case are equal.
class NamedTokens {
  public:
    struct Named {
        Text token;                 // as first added
        bool is_customers = false;  // only in limited files
    };

    // Adds a token, except "*". If the set has the token already, the earlier
    // entry stays. Exception: if the earlier entry is from a limited file
    // (Include::is_limited()) and `named` is not, `named` replaces the earlier
    // entry.
    void add(const Named& named) {
        if (named.token.value == "*") {
            return;
        }
        const auto [it, added] =
            all_.try_emplace(fold(named.token.value), named);
        if (!added && it->second.is_customers && !named.is_customers) {
            it->second = named;
        }
    }
    void add(const NamedTokens& others) {
        for (const auto& [folded, named] : others.all_) {
            add(named);
        }
    }

    const std::map<std::string, Named>& all() const { return all_; }

  private:
    std::map<std::string, Named> all_;
};

}  // namespace robots::loader
