#include "policy/robots_txt/robots_txt.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

class Parser {
  public:
    Parser(Reading reading, std::uint32_t file, Runs runs)
        : reading_(reading), file_(file), runs_(runs) {}

    RobotsTxt parse(std::string_view text) {
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++line_;
            const RobotsLine line = split_line(take_line(text), reading_);
            if (!line.key.empty()) {
                take(key_from(line.key, reading_), line);
            }
        }
        return std::move(document_);
    }

    RobotsTxt parse(const std::vector<ReadLine>& lines) {
        for (const ReadLine& line : lines) {
            line_ = line.number;
            take(line.meaning, line.said);
        }
        return std::move(document_);
    }

  private:
    void take(LineKey key, const RobotsLine& line) {
        switch (key) {
            case LineKey::user_agent:
                take_user_agent(line.value);
                break;
            case LineKey::allow:
            case LineKey::disallow:
                take_rule(key == LineKey::allow, line.value);
                break;
            case LineKey::crawl_delay:
                take_delay(line.value);
                break;
            case LineKey::request_rate:
                take_into(&RobotsGroup::request_rates,
                          &PacePlaces::request_rates,
                          parse_request_rate(line.value));
                break;
            case LineKey::visit_time:
                take_into(&RobotsGroup::visit_times, &PacePlaces::visit_times,
                          day_window_from(line.value));
                break;
            case LineKey::other:
                take_other(line);
                break;
        }
    }

    // User-agent lines that follow each other start one group. Only a rule ends
    // this list (RFC 9309 2.2.1). A run is a part of the list: agents without
    // another line between them.
    void take_user_agent(std::string_view value) {
        if (!in_agents_ || (run_ended_ && runs_ == Runs::apart)) {
            start_list();
        } else if (run_ended_) {
            start_run();
        }
        const std::string_view token = leading_product_token(value);
        if (!token.empty()) {
            document_.groups[list_].user_agents.emplace_back(token);
        }
    }

    void start_list() {
        list_ = document_.groups.size();
        document_.groups.emplace_back().place = here();
        in_agents_ = true;
        run_ended_ = false;
        run_ = list_;
    }

    // Starts another run, after a line that applies only to the agents above
    // it.
    void start_run() {
        if (run_ == list_) {
            set_first_run_apart();
        }
        run_ = kNoGroup;
        run_starts_at_ = document_.groups[list_].user_agents.size();
        run_place_ = here();
        run_ended_ = false;
    }

    // Moves the lines that apply to the first run into a new group. Until now,
    // all agents of the list were in the first run.
    void set_first_run_apart() {
        RobotsGroup& list = document_.groups[list_];
        if (!list.crawl_delay && list.request_rates.empty() &&
            list.visit_times.empty() && list.other.empty()) {
            return;
        }
        RobotsGroup part;
        part.user_agents = list.user_agents;
        part.crawl_delay = std::exchange(list.crawl_delay, std::nullopt);
        part.request_rates = std::exchange(list.request_rates, {});
        part.visit_times = std::exchange(list.visit_times, {});
        part.pace_places = std::exchange(list.pace_places, {});
        part.other = std::exchange(list.other, {});
        part.place = list.place;
        part.is_part = true;
        document_.groups.push_back(std::move(part));
    }

    // Returns the group of the current run; adds the group if it is missing.
    // The group at list_ must exist, because the tokens of the run are copied
    // from that group.
    RobotsGroup& run() {
        if (run_ == kNoGroup) {
            const std::vector<std::string>& all =
                document_.groups[list_].user_agents;
            RobotsGroup part;
            part.user_agents.assign(
                all.begin() + static_cast<std::ptrdiff_t>(run_starts_at_),
                all.end());
            part.place = run_place_;
            part.is_part = true;
            run_ = document_.groups.size();
            document_.groups.push_back(std::move(part));
        }
        return document_.groups[run_];
    }

    void take_rule(bool allow, std::string_view path) {
        if (document_.groups.empty()) {
            return;
        }
        in_agents_ = false;
        if (path.empty()) {
            return;
        }
        document_.groups[list_].rules.push_back(
            {allow, std::string(path), here()});
    }

    void take_delay(std::string_view value) {
        run_ended_ = true;
        if (document_.groups.empty()) {
            return;
        }
        if (const auto delay = parse_crawl_delay(value)) {
            RobotsGroup& group = run();
            group.crawl_delay = delay;
            group.pace_places.crawl_delay = here();
        } else if (run_ != kNoGroup &&
                   pace_state(LineKey::crawl_delay, value) == PaceState::none) {
            RobotsGroup& group = run();
            group.crawl_delay.reset();
            group.pace_places.crawl_delay = {};
        }
    }

    // Adds `value` to the run's group. If `value` is nullopt, the line cannot
    // be read and only ends the run.
    template <typename Value>
    void take_into(std::vector<Value> RobotsGroup::*list,
                   Place PacePlaces::*place,
                   const std::optional<Value>& value) {
        run_ended_ = true;
        if (!document_.groups.empty() && value) {
            RobotsGroup& group = run();
            (group.*list).push_back(*value);
            take_first(group.pace_places.*place, here());
        }
    }

    // A line about the use of content applies to the agents above it, or to all
    // crawlers if the line is in front of all groups. Other lines always apply
    // to all crawlers.
    void take_other(const RobotsLine& line) {
        const bool in_group = is_of_group(line.key);
        run_ended_ = run_ended_ || in_group;
        std::vector<OtherLine>& list = in_group && !document_.groups.empty()
                                           ? run().other
                                           : document_.other;
        list.emplace_back(line.key, line.value);
    }

    Place here() const { return {file_, line_, 1}; }

    RobotsTxt document_;
    Reading reading_;
    std::uint32_t file_;
    Runs runs_;
    std::uint32_t line_ = 0;
    static constexpr std::size_t kNoGroup = SIZE_MAX;

    // Indexes of document_.groups. list_: the group of the last list of agents.
    // run_: the group of the current run, which is list_, a part of it, or
    // kNoGroup.
    std::size_t list_ = 0;
    std::size_t run_ = 0;
    // Index of the run's first agent in the list; unused for the first run.
    std::size_t run_starts_at_ = 0;
    Place run_place_;
    bool in_agents_ = false;  // the list may continue
    bool run_ended_ = false;  // a line came that applies only to this run
};

// Appends `value`, with a blank for each CR or LF, which would end the line.
void put_value(std::string& out, std::string_view value) {
    const std::size_t start = out.size();
    out += value;
    std::replace_if(
        out.begin() + static_cast<std::ptrdiff_t>(start), out.end(),
        [](char c) { return c == '\n' || c == '\r'; }, ' ');
}

void put_line(std::string& out, std::string_view key, std::string_view value) {
    out += key;
    out += value.empty() ? ":" : ": ";
    put_value(out, value);
    out += '\n';
}

void put_comment(std::string& out, std::string_view text) {
    out += text.empty() ? "#" : "# ";
    put_value(out, text);
    out += '\n';
}

void put_group(std::string& out, const RobotsGroup& group) {
    for (const std::string& comment : group.comments) {
        put_comment(out, comment);
    }
    for (const std::string& token : group.user_agents) {
        put_line(out, "User-agent", token);
    }
    for (const RuleLine& rule : group.rules) {
        put_line(out, rule.allow ? "Allow" : "Disallow", rule.path);
    }
    if (group.rules.empty()) {
        // Without a rule, parsers would add the next group's agents to this
        // group.
        put_line(out, "Disallow", "");
    }
    if (group.crawl_delay) {
        put_line(out, "Crawl-delay", seconds_text(*group.crawl_delay));
    }
    for (const RequestRate& rate : group.request_rates) {
        put_line(out, "Request-rate", rate.text());
    }
    for (const DayWindow& window : group.visit_times) {
        put_line(out, "Visit-time", window.text());
    }
    for (const OtherLine& line : group.other) {
        put_line(out, line.first, line.second);
    }
}

}  // namespace

std::optional<std::string> implied_by_index(std::string_view path) {
    constexpr std::string_view kIndex = "/index.htm";
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos ||
        path.compare(slash, kIndex.size(), kIndex) != 0) {
        return std::nullopt;
    }
    return std::string(path.substr(0, slash + 1)) + '$';
}

RobotsTxt parse_robots_txt(std::string_view text, Reading reading,
                           std::uint32_t file) {
    return Parser(reading, file, Runs::together).parse(text);
}

RobotsTxt parse_lines(const std::vector<ReadLine>& lines, Reading reading) {
    return Parser(reading, 0, Runs::together).parse(lines);
}

RobotsTxt parse_runs(std::string_view text, Runs runs) {
    return Parser(Reading::lenient, 0, runs).parse(text);
}

std::string seconds_text(Milliseconds delay) {
    const auto whole = delay.count() / 1000;
    auto fraction = std::to_string(1000 + delay.count() % 1000).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(whole) + (fraction.empty() ? "" : "." + fraction);
}

bool names(const RobotsGroup& group, std::string_view token) {
    return std::any_of(group.user_agents.begin(), group.user_agents.end(),
                       [token](const std::string& agent) {
                           return equal_folded(agent, token);
                       });
}

namespace {

// Appends the lines for all crawlers, after an empty line. With `in_front`,
// appends only fields that would belong to a group if they came after the group
// (is_of_group). Otherwise, appends only the other fields.
void put_others(std::string& out, const std::vector<OtherLine>& lines,
                bool in_front) {
    bool starts = true;
    for (const OtherLine& line : lines) {
        if (is_of_group(line.first) == in_front) {
            out += starts && !out.empty() ? "\n" : "";
            starts = false;
            put_line(out, line.first, line.second);
        }
    }
}

}  // namespace

std::string render_robots_txt(const RobotsTxt& document) {
    std::string out;
    for (const std::string& comment : document.header) {
        put_comment(out, comment);
    }
    put_others(out, document.other, true);
    for (const RobotsGroup& group : document.groups) {
        if (group.user_agents.empty()) {
            continue;  // its rules would belong to the group in front of it
        }
        out += out.empty() ? "" : "\n";
        put_group(out, group);
    }
    put_others(out, document.other, false);
    return out;
}

void move_to(const Place& place, RobotsTxt& document) {
    for (RobotsGroup& group : document.groups) {
        group.place = place;
        for (RuleLine& rule : group.rules) {
            rule.place = place;
        }
        for (Place* each :
             {&group.pace_places.crawl_delay, &group.pace_places.request_rates,
              &group.pace_places.visit_times}) {
            *each = each->line != 0 ? place : Place{};
        }
    }
}

}  // namespace robots
