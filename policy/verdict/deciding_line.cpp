#include "policy/verdict/deciding_line.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

// Seeds, so that lines of different kinds have different keys.
enum Kind : std::uint64_t {
    kCrawlDelay = 1,
    kRequestRate,
    kVisitTime,
};

// What a line says.
using Numbers = std::array<std::int64_t, 4>;

std::uint64_t key_of(const Numbers& numbers, Kind kind) noexcept {
    return make_line_key(
        XXH3_64bits_withSeed(numbers.data(), sizeof(numbers), kind), true);
}

std::uint64_t key_of(Milliseconds crawl_delay) noexcept {
    return key_of(Numbers{crawl_delay.count()}, kCrawlDelay);
}

std::uint64_t key_of(const std::vector<RequestRate>& rates) noexcept {
    if (rates.size() != 1) {
        return key_of(Numbers{}, kRequestRate);
    }
    const RequestRate& rate = rates.front();
    const DayWindow window = rate.window.value_or(DayWindow{});
    return key_of(
        Numbers{rate.requests, rate.period.count(), window.from, window.to},
        kRequestRate);
}

std::uint64_t key_of(const std::vector<DayWindow>& windows) noexcept {
    return windows.size() == 1
               ? key_of(Numbers{windows.front().from, windows.front().to},
                        kVisitTime)
               : key_of(Numbers{}, kVisitTime);
}

DecidingLine line_of(const Rule& rule) {
    return {rule.key, rule.text(), rule.place, rule.allow};
}

template <typename Value>
void add_together(std::vector<DecidingLine>& lines, const char* name,
                  const std::vector<Value>& values, const Place& place) {
    if (values.empty()) {
        return;
    }
    DecidingLine line;
    line.key = key_of(values);
    line.text = name;
    line.place = place;
    if (values.size() == 1) {
        line.text += ": " + values.front().text();
    }
    lines.push_back(std::move(line));
}

void add_pace(std::vector<DecidingLine>& lines, const Group& group) {
    if (group.pace->crawl_delay) {
        lines.push_back(
            {key_of(*group.pace->crawl_delay),
             "Crawl-delay: " + seconds_text(*group.pace->crawl_delay),
             group.pace->places.crawl_delay, false});
    }
    add_together(lines, "Request-rate", group.pace->request_rates,
                 group.pace->places.request_rates);
    add_together(lines, "Visit-time", group.pace->visit_times,
                 group.pace->places.visit_times);
}

}  // namespace

std::uint64_t pace_line_key(const Verdict& verdict,
                            Violation violation) noexcept {
    switch (violation) {
        case Violation::crawl_delay:
            return verdict.group->pace->crawl_delay
                       ? key_of(*verdict.group->pace->crawl_delay)
                       : 0;
        case Violation::request_rate:
            return key_of(verdict.group->pace->request_rates);
        case Violation::visit_time:
            return key_of(verdict.group->pace->visit_times);
        case Violation::none:
        case Violation::disallow:
        case Violation::impostor:
            break;
    }
    return 0;
}

Place place_of(const Verdict& verdict, Violation violation) {
    const PacePlaces* pace =
        verdict.group != nullptr ? &verdict.group->pace->places : nullptr;
    switch (violation) {
        case Violation::impostor:
            return {};
        case Violation::crawl_delay:
            return pace != nullptr ? pace->crawl_delay : Place{};
        case Violation::request_rate:
            return pace != nullptr ? pace->request_rates : Place{};
        case Violation::visit_time:
            return pace != nullptr ? pace->visit_times : Place{};
        case Violation::none:
        case Violation::disallow:
            break;
    }
    return verdict.rule != nullptr ? verdict.rule->place : Place{};
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
    return group.rules.rules().size() + (group.pace->crawl_delay ? 1 : 0) +
           (group.pace->request_rates.empty() ? 0 : 1) +
           (group.pace->visit_times.empty() ? 0 : 1);
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
