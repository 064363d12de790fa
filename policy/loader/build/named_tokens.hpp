// The product tokens that groups and budgets name, in the policy or in verbatim
// files.

#pragma once

#include <map>
#include <string>

#include "policy/base/ascii.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// Each token once, by its folded form.
class NamedTokens {
  public:
    struct Named {
        Text token;                 // as it was first met
        bool is_customers = false;  // only files of limited includes name it
    };

    // What is met outside of limited files counts before what is met in them.
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
