#include "policy/verdict/deciding_line.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

constexpr std::array kPace{Violation::crawl_delay, Violation::request_rate,
                           Violation::visit_time};

bool is_pace(Violation kind) {
    return std::find(kPace.begin(), kPace.end(), kind) != kPace.end();
}

// Returns the key of the lines that requests break with the violation `kind`.
// Different kinds have different keys. If several lines are of one kind, they
// decide together, and have one key that does not depend on their values.
std::uint64_t key_of(const Pace& pace, Violation kind) noexcept {
    std::array<std::int64_t, 4> numbers{};
    std::uint64_t seed = 1;
    if (kind == Violation::crawl_delay) {
        if (!pace.crawl_delay) {
            return 0;
        }
        numbers[0] = pace.crawl_delay->count();
    } else if (kind == Violation::request_rate) {
        seed = 2;
        if (pace.request_rates.size() == 1) {
            const RequestRate& rate = pace.request_rates.front();
            const DayWindow window = rate.window.value_or(DayWindow{});
            numbers = {rate.requests, rate.period.count(), window.from,
                       window.to};
        }
    } else {
        seed = 3;
        if (pace.visit_times.size() == 1) {
            const DayWindow& window = pace.visit_times.front();
            numbers = {window.from, window.to};
        }
    }
    return make_line_key(
        XXH3_64bits_withSeed(numbers.data(), sizeof(numbers), seed), true);
}

// Returns "Visit-time: 0600-0845", or only the name if several lines decide
// together.
template <typename Value>
std::string text_of(const char* name, const std::vector<Value>& values) {
    return values.size() == 1 ? name + (": " + values.front().text()) : name;
}

std::string text_of(const Pace& pace, Violation kind) {
    if (kind == Violation::crawl_delay) {
        return pace.crawl_delay
                   ? "Crawl-delay: " + seconds_text(*pace.crawl_delay)
                   : "Crawl-delay";
    }
    return kind == Violation::request_rate
               ? text_of("Request-rate", pace.request_rates)
               : text_of("Visit-time", pace.visit_times);
}

const Place& place_of(const Pace& pace, Violation kind) {
    return kind == Violation::crawl_delay    ? pace.places.crawl_delay
           : kind == Violation::request_rate ? pace.places.request_rates
                                             : pace.places.visit_times;
}

DecidingLine line_of(const Rule& rule) {
    return {rule.key, rule.text(), rule.place, rule.allow};
}

void add_pace(std::vector<DecidingLine>& lines, const Group& group) {
    for (const Violation kind : kPace) {
        if (has_lines(group, kind)) {
            lines.push_back({key_of(*group.pace, kind),
                             text_of(*group.pace, kind),
                             place_of(*group.pace, kind), false});
        }
    }
}

// Returns the rule that decided about the path, if `violation` is `none` or
// `disallow`; otherwise nullptr.
const Rule* rule_of(const Verdict& verdict, Violation violation) {
    return violation <= Violation::disallow ? verdict.rule : nullptr;
}

}  // namespace

std::uint64_t line_key(const Verdict& verdict, Violation violation) noexcept {
    const Rule* rule = rule_of(verdict, violation);
    return is_pace(violation) ? key_of(*verdict.group->pace, violation)
           : rule != nullptr  ? rule->key
                              : 0;
}

std::string line_text(const Verdict& verdict, Violation violation) {
    if (violation == Violation::budget && verdict.budget != nullptr) {
        return verdict.budget->text();
    }
    const Rule* rule = rule_of(verdict, violation);
    return is_pace(violation) ? text_of(*verdict.group->pace, violation)
           : rule != nullptr  ? rule->text()
                              : std::string();
}

Place place_of(const Verdict& verdict, Violation violation) {
    if (is_pace(violation)) {
        return verdict.group != nullptr
                   ? place_of(*verdict.group->pace, violation)
                   : Place{};
    }
    if (violation == Violation::budget && verdict.budget != nullptr) {
        return verdict.budget->place;
    }
    const Rule* rule = rule_of(verdict, violation);
    return rule != nullptr ? rule->place : Place{};
}

std::vector<DecidingLine> deciding_lines(const Group& group, std::size_t max) {
    const ArrayView<Rule> rules = group.rules.rules();
    std::vector<DecidingLine> lines;
    lines.reserve(std::min(max, count_of_deciding_lines(group)));
    add_pace(lines, group);
    for (const Rule& rule : rules) {
        if (lines.size() >= max) {
            break;
        }
        lines.push_back(line_of(rule));
    }
    return lines;
}

std::size_t count_of_deciding_lines(const Group& group) {
    const auto pace = std::count_if(
        kPace.begin(), kPace.end(),
        [&group](Violation kind) { return has_lines(group, kind); });
    return group.rules.rules().size() + static_cast<std::size_t>(pace);
}

std::optional<DecidingLine> deciding_line(const Group& group,
                                          std::uint64_t key) {
    for (const Rule& rule : group.rules.rules()) {
        if (rule.key == key) {
            return line_of(rule);
        }
    }
    std::vector<DecidingLine> pace;
    add_pace(pace, group);
    for (DecidingLine& line : pace) {
        if (line.key == key) {
            return std::move(line);
        }
    }
    return std::nullopt;
}

}  // namespace robots
