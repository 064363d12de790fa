// `${name}` in the values of a policy.

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

// "env", "staging": overrides a default under `variables`.
using Variables = std::vector<std::pair<std::string, std::string>>;

}  // namespace robots

namespace robots::loader {

class Findings;

// Whether a value may have ${host}, ${port}, ${scheme} and ${origin}, which are
// known only per request. They become the marks of body.hpp. A refusal may have
// ${request_id}, ${crawler} and ${rule}, too; elsewhere these are names like
// any other.
enum class PerRequest { refused, allowed, refusal };

class VariableSet {
  public:
    // `outer`: whose variables count, too, except those that this one has. It
    // outlives this one.
    explicit VariableSet(const VariableSet* outer = nullptr) : outer_(outer) {}

    // Adds a variable with its default.
    void declare(std::string name, std::string value, const Place& place);

    // Replaces a default; false if no such variable is declared.
    bool override_value(const std::string& name, std::string value);

    // `text` with its variables replaced; `$${` becomes "${". The value of a
    // variable is literal. nullopt after an error at `place`.
    std::optional<std::string> substitute(std::string_view text,
                                          PerRequest per_request,
                                          const Place& place,
                                          Findings& findings) const;

    // Warns about variables that no value used.
    void report_unused(Findings& findings) const;

    // The names of its own variables that were used since the last call, and
    // the same the other way round.
    std::set<std::string> take_used() const;
    void use(const std::set<std::string>& names) const;

    // What follows "undeclared variable `x`".
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

    // What one substitution needs to know.
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
