// Replaces `${name}` in the values of a policy.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/base/diagnostic.hpp"

namespace robots {

// Names and values that override the defaults under `variables`: "env",
// "staging".
using Variables = std::vector<std::pair<std::string, std::string>>;

}  // namespace robots

namespace robots::loader {

class Findings;

// Whether a value may have ${host}, ${port}, ${scheme} and ${origin}, which are
// known only when a request comes. Each becomes a mark (slot_mark(), body.hpp).
// A refusal may also have ${request_id}, ${crawler} and ${rule}; elsewhere a
// policy can declare variables of these names.
enum class PerRequest { refused, allowed, refusal };

class VariableSet {
  public:
    // Values can also use the variables of `outer`, except those whose name
    // this set has. `outer` must outlive this set.
    explicit VariableSet(const VariableSet* outer = nullptr) : outer_(outer) {}

    // Adds a variable with its default.
    void declare(std::string name, std::string value, const Place& place);

    // Replaces a default; false if the variable is not declared.
    bool override_value(const std::string& name, std::string value);

    // Returns `text` with its variables replaced; `$${` becomes "${". A
    // `${name}` in the value of a variable stays. nullopt after an error at
    // `place`.
    std::optional<std::string> substitute(std::string_view text,
                                          PerRequest per_request,
                                          const Place& place,
                                          Findings& findings) const;

    // Warns about variables that no value used.
    void report_unused(Findings& findings) const;

    // take_used() returns the names of the set's own variables that were used
    // since the last call; use() marks variables as used.
    std::set<std::string> take_used() const;
    void use(const std::set<std::string>& names) const;

    // Returns the hint that follows "undeclared variable `x`".
    std::string hint(std::string_view name) const;

    static bool is_per_request(std::string_view name);
    static bool is_name(std::string_view text);

  private:
    std::vector<std::string_view> names() const;

    struct Variable {
        std::string value;
        Place place;
        mutable bool used = false;
    };

    // The arguments of one substitution.
    struct Scope {
        PerRequest per_request;
        const Place& place;
        Findings& findings;
    };

    const Variable* find(std::string_view name) const;
    bool append_value(std::string& out, std::string_view inside,
                      const Scope& scope) const;
    void report_undefined(std::string_view name, const Scope& scope) const;
    static bool append_slot(std::string& out, std::string_view name,
                            bool has_fallback, const Scope& scope);

    const VariableSet* outer_;
    std::map<std::string, Variable, std::less<>> variables_;
};

}  // namespace robots::loader
