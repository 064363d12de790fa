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

// Names and values, like {"env", "staging"}, that override the defaults in the
// key `variables`.
using Variables = std::vector<std::pair<std::string, std::string>>;

}  // namespace robots

namespace robots::loader {

class Findings;

// Which per-request variables a value may have. `allowed`: ${host}, ${port},
// ${scheme} and ${origin}, which are known only for a request. Each of them is
// replaced by a mark (slot_mark(), body.hpp). `refusal`: also ${request_id},
// ${crawler} and ${rule}. A policy can declare its own variables with these
// three names, for values that are not PerRequest::refusal.
enum class PerRequest { refused, allowed, refusal };

class VariableSet {
  public:
    // Values can also use the variables of `outer`. If both sets have a
    // variable with the same name, the variable of this set counts. `outer`
    // must outlive this set.
    explicit VariableSet(const VariableSet* outer = nullptr) : outer_(outer) {}

    // Adds a variable with its default `value`.
    void declare(std::string name, std::string value, const Place& place);

    // Replaces the default of a variable. Returns false if the variable is not
    // declared.
    bool override_value(const std::string& name, std::string value);

    // Returns `text` with its variables replaced by their values. `$${` becomes
    // "${". A `${name}` in the value of a variable is not replaced. Returns
    // nullopt after an error, which is reported at `place`.
    std::optional<std::string> substitute(std::string_view text,
                                          PerRequest per_request,
                                          const Place& place,
                                          Findings& findings) const;

    // Warns about variables that no value has used.
    void report_unused(Findings& findings) const;

    // take_used() returns the names of the variables of this set (not of
    // `outer`) that were used since its last call. use() marks variables as
    // used.
    std::set<std::string> take_used() const;
    void use(const std::set<std::string>& names) const;

    // Returns a hint that an error appends to "undeclared variable `x`".
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

    // Arguments of substitute().
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
