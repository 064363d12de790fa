#include "policy/loader/yaml/variables.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/body.hpp"

namespace robots::loader {

namespace {

constexpr std::string_view kFallback = ":-";

// The maximum size of a result of substitute(), equal to the maximum size of a
// YAML value (kMaxAhead).
constexpr std::size_t kMostVariableOctets = std::size_t{4} * 1024 * 1024;

// Returns the slot `name`, or Slot::none. Some names exist only in a refusal.
Slot slot_named(std::string_view name, PerRequest per_request) {
    constexpr std::pair<std::string_view, Slot> kNames[] = {
        {"host", Slot::host},
        {"port", Slot::port},
        {"scheme", Slot::scheme},
        {"origin", Slot::origin},
        {"request_id", Slot::request_id},
        {"crawler", Slot::crawler},
        {"rule", Slot::rule},
    };
    for (const auto& [known, slot] : kNames) {
        if (known == name &&
            (slot <= Slot::origin || per_request == PerRequest::refusal)) {
            return slot;
        }
    }
    return Slot::none;
}

bool is_name_octet(char c) {
    return is_alphanumeric(c) || c == '_';
}

}  // namespace

bool VariableSet::is_per_request(std::string_view name) {
    return slot_named(name, PerRequest::allowed) != Slot::none;
}

bool VariableSet::is_name(std::string_view text) {
    return !text.empty() && !is_digit(text[0]) &&
           std::all_of(text.begin(), text.end(), is_name_octet);
}

void VariableSet::declare(std::string name, std::string value,
                          const Place& place) {
    variables_[std::move(name)] = {std::move(value), place};
}

bool VariableSet::override_value(const std::string& name, std::string value) {
    const auto it = variables_.find(name);
    if (it == variables_.end()) {
        return false;
    }
    it->second.value = std::move(value);
    return true;
}

std::vector<std::string_view> VariableSet::names() const {
    std::vector<std::string_view> out;
    for (const VariableSet* set = this; set != nullptr; set = set->outer_) {
        for (const auto& [name, variable] : set->variables_) {
            out.push_back(name);
        }
    }
    return out;
}

const VariableSet::Variable* VariableSet::find(std::string_view name) const {
    const auto it = variables_.find(name);
    if (it != variables_.end()) {
        return &it->second;
    }
    return outer_ != nullptr ? outer_->find(name) : nullptr;
}

std::string VariableSet::hint(std::string_view name) const {
    const std::vector<std::string_view> all = names();
    return all.empty() ? "; the policy has no `variables`"
                       : with_listing(did_you_mean(name, all),
                                      "declared variables:", all);
}

bool VariableSet::append_slot(std::string& out, std::string_view name,
                              bool has_fallback, const Scope& scope) {
    if (scope.per_request == PerRequest::refused) {
        scope.findings.error(scope.place, "per-request-variable",
                             "`${" + std::string(name) +
                                 "}` is known only per request, so it works "
                                 "only in comment, sitemap, license, "
                                 "clean_param, lines, robots_txt.text and "
                                 "refusal.text");
        return false;
    }
    if (has_fallback) {
        scope.findings.error(scope.place, "bad-variable",
                             "`${" + std::string(name) +
                                 "}` always has a value and takes no fallback; "
                                 "remove the `:-...`");
        return false;
    }
    out += slot_mark(slot_named(name, scope.per_request));
    return true;
}

void VariableSet::report_undefined(std::string_view name,
                                   const Scope& scope) const {
    if (scope.findings.full()) {
        scope.findings.error(scope.place, "undefined-variable", "undeclared");
        return;
    }
    scope.findings.error(scope.place, "undefined-variable",
                         "undeclared variable " + cited(name) + hint(name));
}

// `inside` is the text between "${" and "}".
bool VariableSet::append_value(std::string& out, std::string_view inside,
                               const Scope& scope) const {
    const std::size_t split = inside.find(kFallback);
    const bool has_fallback = split != std::string_view::npos;
    const std::string_view name = inside.substr(0, split);
    if (!is_name(name)) {
        scope.findings.error(scope.place, "bad-variable",
                             "invalid variable name " + cited(name) +
                                 "; use letters, digits and `_`, as in "
                                 "`${env}`, or write `$${` for a literal `${`");
        return false;
    }
    if (has_fallback && inside.find("${", split) != std::string_view::npos) {
        scope.findings.error(scope.place, "bad-variable",
                             "the fallback of " + cited(name) +
                                 " has a variable; write a text behind `:-`");
        return false;
    }
    if (slot_named(name, scope.per_request) != Slot::none) {
        return append_slot(out, name, has_fallback, scope);
    }
    if (const Variable* variable = find(name)) {
        variable->used = true;
        if (!variable->value.empty() || !has_fallback) {
            out += variable->value;
            return true;
        }
    }
    if (has_fallback) {
        out += inside.substr(split + kFallback.size());
        return true;
    }
    report_undefined(name, scope);
    return false;
}

std::optional<std::string> VariableSet::substitute(std::string_view text,
                                                   PerRequest per_request,
                                                   const Place& place,
                                                   Findings& findings) const {
    const Scope scope{per_request, place, findings};
    std::string out;
    for (;;) {
        const std::size_t start = text.find("${");
        if (start == std::string_view::npos) {
            out += text;
            return out;
        }
        if (start > 0 && text[start - 1] == '$') {
            out += text.substr(0, start - 1);
            out += "${";
            text.remove_prefix(start + 2);
            continue;
        }
        out += text.substr(0, start);
        const std::size_t end = text.find('}', start);
        if (end == std::string_view::npos) {
            findings.error(
                place, "bad-variable",
                "`${` has no closing `}`; write `$${` for a literal `${`");
            return std::nullopt;
        }
        if (!append_value(out, text.substr(start + 2, end - start - 2),
                          scope)) {
            return std::nullopt;
        }
        text.remove_prefix(end + 1);
        if (out.size() > kMostVariableOctets) {
            findings.error(place, "yaml-too-long",
                           "this text is longer than 4 MiB after its variables "
                           "are replaced");
            return std::nullopt;
        }
    }
}

std::set<std::string> VariableSet::take_used() const {
    std::set<std::string> out;
    for (const auto& [name, variable] : variables_) {
        if (std::exchange(variable.used, false)) {
            out.insert(name);
        }
    }
    return out;
}

void VariableSet::use(const std::set<std::string>& names) const {
    for (const std::string& name : names) {
        if (const Variable* variable = find(name)) {
            variable->used = true;
        }
    }
}

void VariableSet::report_unused(Findings& findings) const {
    for (const auto& [name, variable] : variables_) {
        if (!variable.used) {
            findings.warning(variable.place, "unused-variable",
                             "unused variable " + cited(name) +
                                 "; remove it, or use it as `${" + name + "}`");
        }
    }
}

}  // namespace robots::loader
