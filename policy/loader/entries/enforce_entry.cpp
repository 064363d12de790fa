#include "policy/loader/entries/enforce_entry.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "policy/loader/entries/refusal_entry.hpp"
#include "policy/loader/entries/rows.hpp"
#include "policy/loader/yaml/numbers.hpp"

namespace robots::loader {

namespace {

constexpr std::uint32_t kMaxBurst = 10000;
constexpr std::chrono::hours kMaxGrace{7 * 24};

std::optional<Action> read_action(const Reader& reader, const Value& value) {
    const auto text = reader.text(value);
    if (text == "off") {
        reader.check_age(value.place(), "off", {0, "pass"});
        return Action::pass;
    }
    // Words that other programs use for actions.
    static const std::vector<Meant> kMeant{
        {"block", "reject"},   {"ban", "reject"},     {"deny", "reject"},
        {"403", "reject"},     {"forbid", "reject"},  {"refuse", "reject"},
        {"drop", "reject"},    {"444", "reject"},     {"slow", "throttle"},
        {"delay", "throttle"}, {"limit", "throttle"}, {"429", "throttle"},
        {"warn", "log"},       {"report", "log"},     {"no", "pass"},
        {"none", "pass"},      {"false", "pass"},     {"disabled", "pass"},
        {"ignore", "pass"},    {"allow", "pass"},
    };
    const auto at =
        text ? reader.choice(value, {kActionNames.begin(), kActionNames.end()},
                             "bad-action", kMeant)
             : std::nullopt;
    return at ? std::optional(static_cast<Action>(*at)) : std::nullopt;
}

// Reads one setting. `null` sets the default value in Enforcement, which
// overrides the settings of all outer levels.
template <auto field, auto usual, auto read>
void read_setting(const Reader& reader, const Value& value,
                  EnforcementOverride& enforce) {
    if (reader.undoes(value)) {
        (enforce.*field).emplace(Enforcement{}.*usual);
    } else {
        read_as<field, read>(reader, value, enforce);
    }
}

constexpr std::size_t index(Violation violation) {
    return static_cast<std::size_t>(violation);
}

// Reads an action; `null` means the action `usual`. An action that is less
// strict than `least` is an error.
std::optional<Action> read_action(const Reader& reader, const Value& value,
                                  Action usual, std::optional<Action> least) {
    const auto action =
        reader.undoes(value) ? usual : read_action(reader, value);
    if (!action || !least || *action >= *least) {
        return action;
    }
    reader.error(value.place(), "below-floor",
                 cited(value.key) + ": expected " + cited(to_string(*least)) +
                     (*least == Action::reject ? "" : " or a stricter action") +
                     ", which `at_least` of the main file asks for, got " +
                     cited(to_string(*action)));
    return std::nullopt;
}

template <Violation violation>
void read_action_of(const Reader& reader, const Value& value,
                    EnforcementOverride& enforce) {
    const EnforcementOverride* least = reader.at_least();
    enforce.action[index(violation)] = read_action(
        reader, value, Enforcement{}.action_for(violation),
        least != nullptr ? least->action[index(violation)] : std::nullopt);
}

template <auto cap, auto usual>
void read_cap(const Reader& reader, const Value& value,
              EnforcementOverride& enforce) {
    const EnforcementOverride* least = reader.at_least();
    enforce.*cap = read_action(reader, value, Enforcement{}.*usual,
                               least != nullptr ? least->*cap : std::nullopt);
}

template <Violation violation>
constexpr Key<EnforcementOverride> action_key() {
    return {to_string(violation), read_action_of<violation>};
}

constexpr Key<EnforcementOverride> kAtMost[] = {
    {"contact_only",
     read_cap<&EnforcementOverride::contact_only, &Enforcement::contact_only>},
    {"unsupported",
     read_cap<&EnforcementOverride::unsupported, &Enforcement::unsupported>},
};

constexpr Key<EnforcementOverride> kAtLeast[] = {
    action_key<Violation::disallow>(),
    action_key<Violation::crawl_delay>(),
    action_key<Violation::request_rate>(),
    action_key<Violation::visit_time>(),
    action_key<Violation::impostor>(),
    action_key<Violation::unverifiable>(),
    action_key<Violation::budget>(),
};

// The words for RatePer, in the order of the enumeration.
constexpr std::array<std::string_view, 4> kWaysToShare{"auto", "crawler",
                                                       "address", "subnet"};

std::optional<RatePer> read_rate_per(const Reader& reader, const Value& value) {
    const auto at =
        reader.choice(value, {kWaysToShare.begin(), kWaysToShare.end()});
    return at ? std::optional(static_cast<RatePer>(*at)) : std::nullopt;
}

std::optional<std::uint32_t> read_burst(const Reader& reader,
                                        const Value& value) {
    return reader.integer(value, 0, kMaxBurst);
}

std::optional<Milliseconds> read_max_wait(const Reader& reader,
                                          const Value& value) {
    return reader.duration(value, Milliseconds{0}, kLongestWait);
}

std::optional<std::chrono::seconds> read_grace(const Reader& reader,
                                               const Value& value) {
    const auto grace = reader.duration(value, Milliseconds{0}, kMaxGrace);
    return grace ? std::optional(
                       std::chrono::duration_cast<std::chrono::seconds>(*grace))
                 : std::nullopt;
}

// Sets all settings of `map` (see for_each_setting) to their defaults. If `map`
// is nullopt, does this for all maps except `refusal`.
void undo_all(std::optional<std::string_view> map,
              EnforcementOverride& enforce) {
    for_each_setting(
        enforce, Enforcement{},
        [&map](std::string_view of, std::string_view, auto& said,
               const auto& usual) {
            if (map ? of == *map : of != "status" && of != "refusal") {
                said.emplace(usual);
            }
        });
}

bool is_looser(const EnforcementOverride& said,
               const EnforcementOverride& least) {
    const auto is_below = [](std::optional<Action> action,
                             std::optional<Action> floor) {
        return action && floor && *action < *floor;
    };
    bool looser = is_below(said.unsupported, least.unsupported) ||
                  is_below(said.contact_only, least.contact_only);
    for (std::size_t i = 0; i < kViolations; ++i) {
        looser |= is_below(said.action[i], least.action[i]);
    }
    return looser;
}

// Reads the value `null` of a whole map of settings. Reports an error if this
// makes an included file less strict than `at_least` of the main file.
void undo(const Reader& reader, const Value& value,
          std::optional<std::string_view> map, EnforcementOverride& enforce) {
    EnforcementOverride usual;
    undo_all(map, usual);
    if (reader.at_least() != nullptr && is_looser(usual, *reader.at_least())) {
        reader.error(value.place(), "below-floor",
                     cited(value.key) +
                         ": `null` is looser than `at_least` of the main file "
                         "allows; write the keys that you undo, one by one");
        return;
    }
    enforce = usual.on_top_of(enforce);
}

void read_at_most(const Reader& reader, const Value& value,
                  EnforcementOverride& enforce) {
    if (reader.undoes(value)) {
        undo(reader, value, "at_most", enforce);
        return;
    }
    read_map(reader, value, "`at_most`", kAtMost, enforce);
}

// Does nothing: read_file_enforce() reads `at_least`, where it is allowed.
void read_at_least(const Reader&, const Value&, EnforcementOverride&) {}

// These rows have no `inherited`, because for_each_setting
// (site/enforcement.hpp) combines the levels.
constexpr Key<EnforcementOverride> kEnforceKeys[] = {
    action_key<Violation::disallow>(),
    action_key<Violation::crawl_delay>(),
    action_key<Violation::request_rate>(),
    action_key<Violation::visit_time>(),
    {"at_most", read_at_most, {}, {1}},
    {"at_least", read_at_least, {}, {1}},
    {"rate_per",
     read_setting<&EnforcementOverride::rate_per, &Enforcement::rate_per,
                  read_rate_per>,
     {},
     {1}},
    {"budget_per",
     read_setting<&EnforcementOverride::rate_per, &Enforcement::rate_per,
                  read_rate_per>,
     {},
     {0, "rate_per"}},
    {"burst", read_setting<&EnforcementOverride::burst, &Enforcement::burst,
                           read_burst>},
    {"tolerance", read_setting<&EnforcementOverride::tolerance,
                               &Enforcement::tolerance, &Reader::percentage>},
    {"max_wait", read_setting<&EnforcementOverride::max_wait,
                              &Enforcement::max_wait, read_max_wait>},
    {"status", read_enforce_status, {}, {0, "refusal: {status: ...}"}},
    {"unsupported",
     read_cap<&EnforcementOverride::unsupported, &Enforcement::unsupported>,
     {},
     {0, "at_most: {unsupported: ...}"}},
    {"grace", read_setting<&EnforcementOverride::grace, &Enforcement::grace,
                           read_grace>},
    action_key<Violation::impostor>(),
    {to_string(Violation::unverifiable),
     read_action_of<Violation::unverifiable>,
     {},
     {1}},
    {to_string(Violation::budget), read_action_of<Violation::budget>, {}, {1}},
};

std::string text(Action action) {
    return std::string(to_string(action));
}

std::string text(RatePer per) {
    return std::string(kWaysToShare[static_cast<std::size_t>(per)]);
}

std::string text(std::uint32_t number) {
    return std::to_string(number);
}

std::string text(const std::string& price) {
    return price;
}

std::string text(Milliseconds time) {
    return duration_text(time);
}

template <typename Value>
std::string text(const std::optional<Value>& value) {
    return value ? text(*value) : std::string();
}

// Reads all keys of an `enforce`, except `at_least`.
EnforcementOverride read_any_enforce(const Reader& reader, const Value& value) {
    EnforcementOverride enforce;
    if (reader.undoes(value)) {
        undo(reader, value, std::nullopt, enforce);
        return enforce;
    }
    if (value.node->kind != YamlNode::Kind::scalar) {
        read_map(reader, value, "`enforce`", kEnforceKeys, enforce);
        return enforce;
    }
    std::optional<Action> least;
    enforce.set_all(Action::pass);
    for (std::size_t i = 0; i < kViolations && reader.at_least(); ++i) {
        if (enforce.action[i]) {
            least = std::max(least, reader.at_least()->action[i]);
        }
    }
    enforce = {};
    if (const auto action = read_action(reader, value, Action::log, least)) {
        enforce.set_all(*action);
    }
    return enforce;
}

const YamlNode* at_least_in(const Value& value) {
    return value.node->kind == YamlNode::Kind::map
               ? find_key(*value.node, "at_least")
               : nullptr;
}

}  // namespace

std::vector<std::string_view> enforce_keys() {
    return names_of(kEnforceKeys);
}

EnforcementOverride read_enforce(const Reader& reader, const Value& value) {
    EnforcementOverride enforce = read_any_enforce(reader, value);
    if (const YamlNode* node = at_least_in(value)) {
        reader.error(node->place, "only-in-main-file",
                     "`at_least` is allowed only in the `enforce` at the top "
                     "level of the main file");
    }
    return enforce;
}

void read_file_enforce(const Reader& reader, const Value& value,
                       EnforcementOverride& enforce,
                       EnforcementOverride& at_least) {
    enforce = read_any_enforce(reader, value).on_top_of(enforce);
    const YamlNode* node = at_least_in(value);
    if (node == nullptr || !read_map(reader, {"at_least", node}, "`at_least`",
                                     kAtLeast, at_least)) {
        return;
    }
    const Enforcement inherited = enforce.over(Enforcement{});
    Action strictest = Action::pass;
    for (std::size_t i = 0; i < kViolations; ++i) {
        const Action least = at_least.action[i].value_or(Action::pass);
        strictest = std::max(strictest, least);
        if (inherited.action[i] < least) {
            const std::string key(kDirectives[i]);
            reader.error(
                find_key(*node, key)->place, "below-floor",
                "`at_least`: " + cited(to_string(least)) +
                    " is stricter than " + cited(text(inherited.action[i])) +
                    ", which files inherit; write " +
                    cited(key + ": " + text(least)) + " in `enforce`, too");
        }
    }
    at_least.unsupported = std::min(strictest, inherited.unsupported);
    at_least.contact_only = std::min(strictest, inherited.contact_only);
}

std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base) {
    std::vector<EnforceKey> out;
    for_each_setting(settings, base,
                     [&out](std::string_view map, std::string_view key,
                            const auto& value, const auto& other) {
                         if (value != other) {
                             std::string said = text(value);
                             said +=
                                 !said.empty() && key == "tolerance" ? "%" : "";
                             out.push_back({map, key, std::move(said)});
                         }
                     });
    std::stable_sort(
        out.begin(), out.end(),
        [](const EnforceKey& a, const EnforceKey& b) { return a.map < b.map; });
    return out;
}

}  // namespace robots::loader
