#include "policy/loader/entries/enforce_entry.hpp"

#include <array>

namespace robots::loader {

namespace {

constexpr std::uint32_t kMaxBurst = 10000;
constexpr std::chrono::hours kMaxGrace{7 * 24};

constexpr std::array<Action, 4> kActions{Action::off, Action::log,
                                         Action::throttle, Action::reject};

std::optional<Action> read_action(const Reader& reader, const Value& value) {
    std::vector<std::string_view> words;
    words.reserve(kActions.size());
    for (const Action action : kActions) {
        words.push_back(to_string(action));
    }
    // Words of other programs.
    static const std::vector<Meant> kMeant{
        {"block", "reject"},   {"ban", "reject"},     {"deny", "reject"},
        {"403", "reject"},     {"forbid", "reject"},  {"refuse", "reject"},
        {"drop", "reject"},    {"444", "reject"},     {"slow", "throttle"},
        {"delay", "throttle"}, {"limit", "throttle"}, {"429", "throttle"},
        {"warn", "log"},       {"report", "log"},     {"no", "off"},
        {"none", "off"},       {"false", "off"},      {"disabled", "off"},
        {"ignore", "off"},     {"pass", "off"},
    };
    const auto at = reader.choice(value, words, "bad-action", kMeant);
    return at ? std::optional<Action>(kActions[*at]) : std::nullopt;
}

constexpr std::size_t index(Violation violation) {
    return static_cast<std::size_t>(violation);
}

template <Violation violation>
void read_action_of(const Reader& reader, const Value& value,
                    EnforcementOverride& enforce) {
    enforce.action[index(violation)] = read_action(reader, value);
}

template <Violation violation>
void read_status_of(const Reader& reader, const Value& value,
                    EnforcementOverride& enforce) {
    if (const auto status = reader.integer(value, 400, 599)) {
        enforce.status[index(violation)] = static_cast<std::uint16_t>(*status);
    }
}

constexpr Key<EnforcementOverride> kStatuses[] = {
    {"disallow", read_status_of<Violation::disallow>},
    {"crawl_delay", read_status_of<Violation::crawl_delay>},
    {"request_rate", read_status_of<Violation::request_rate>},
    {"visit_time", read_status_of<Violation::visit_time>},
    {"impostor", read_status_of<Violation::impostor>},
};

void read_rate_per(const Reader& reader, const Value& value,
                   EnforcementOverride& enforce) {
    constexpr std::array<RatePer, 4> kWays{RatePer::automatic, RatePer::crawler,
                                           RatePer::address, RatePer::subnet};
    if (const auto at =
            reader.choice(value, {"auto", "crawler", "address", "subnet"})) {
        enforce.rate_per = kWays[*at];
    }
}

template <std::optional<Action> EnforcementOverride::*most>
void read_most(const Reader& reader, const Value& value,
               EnforcementOverride& enforce) {
    enforce.*most = read_action(reader, value);
}

constexpr Key<EnforcementOverride> kAtMost[] = {
    {"contact_only", read_most<&EnforcementOverride::contact_only>},
    {"unsupported", read_most<&EnforcementOverride::unsupported>},
};

// Of a key that had another name in an older release.
void warn_of_old_name(const Reader& reader, const Value& value,
                      std::string_view current) {
    reader.findings().warning(value.place(), "deprecated-key",
                              "`" + std::string(value.key) +
                                  "` is the old name of this key; write " +
                                  quoted(current));
}

const Key<EnforcementOverride> kEnforceKeys[] = {
    {"disallow", read_action_of<Violation::disallow>},
    {"crawl_delay", read_action_of<Violation::crawl_delay>},
    {"request_rate", read_action_of<Violation::request_rate>},
    {"visit_time", read_action_of<Violation::visit_time>},
    {"at_most",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         read_map(reader, value, "`at_most`", kAtMost, enforce);
     }},
    {"rate_per", read_rate_per},
    {"budget_per",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         warn_of_old_name(reader, value, "rate_per");
         read_rate_per(reader, value, enforce);
     }},
    {"burst",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         enforce.burst = reader.integer(value, 0, kMaxBurst);
     }},
    {"tolerance",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         enforce.tolerance = reader.percentage(value);
     }},
    {"max_wait",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         enforce.max_wait =
             reader.duration(value, Milliseconds{0}, kLongestWait);
     }},
    {"status",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         if (value.node->kind == YamlNode::Kind::scalar) {
             reader.findings().error(
                 value.place(), "wrong-type",
                 "`status` has a value for each kind of violation; write "
                 "`{disallow: " +
                     std::string(value.node->text) + "}`");
             return;
         }
         read_map(reader, value, "`status`", kStatuses, enforce);
     }},
    {"unsupported",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         warn_of_old_name(reader, value, "at_most: {unsupported: ...}");
         enforce.unsupported = read_action(reader, value);
     }},
    {"grace",
     [](const Reader& reader, const Value& value,
        EnforcementOverride& enforce) {
         if (const auto grace =
                 reader.duration(value, Milliseconds{0}, kMaxGrace)) {
             enforce.grace =
                 std::chrono::duration_cast<std::chrono::seconds>(*grace);
         }
     }},
    {"impostor", read_action_of<Violation::impostor>},
};

}  // namespace

EnforcementOverride read_enforce(const Reader& reader, const Value& value) {
    EnforcementOverride enforce;
    if (value.node->kind == YamlNode::Kind::scalar) {
        if (const auto action = read_action(reader, value)) {
            enforce.set_all(*action);
        }
    } else {
        read_map(reader, value, "`enforce`", kEnforceKeys, enforce);
    }
    return enforce;
}

}  // namespace robots::loader
