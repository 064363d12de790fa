#include "robots_txt.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "product_token.hpp"

namespace robots {

namespace {

constexpr std::string_view kBlanks = " \t";

// What the largest crawler reads of a line: eight times the longest URL.
constexpr std::size_t kMaxLine = 2083 * 8 - 1;

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// What a line's key means, misspellings that large crawlers accept included.
enum class Key {
    user_agent,
    allow,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    other,
};

struct Spelling {
    std::string_view name;
    Key key;
};

constexpr Spelling kKeys[] = {
    {"user-agent", Key::user_agent},     {"allow", Key::allow},
    {"disallow", Key::disallow},         {"crawl-delay", Key::crawl_delay},
    {"request-rate", Key::request_rate}, {"visit-time", Key::visit_time},
};

constexpr Spelling kMisspeltKeys[] = {
    {"useragent", Key::user_agent}, {"user agent", Key::user_agent},
    {"dissallow", Key::disallow},   {"dissalow", Key::disallow},
    {"disalow", Key::disallow},     {"diasllow", Key::disallow},
    {"disallaw", Key::disallow},    {"crawldelay", Key::crawl_delay},
};

Key key_from(std::string_view name, Reading reading) {
    for (const Spelling& spelling : kKeys) {
        if (equal_folded(spelling.name, name)) {
            return spelling.key;
        }
    }
    if (reading == Reading::lenient) {
        for (const Spelling& spelling : kMisspeltKeys) {
            if (equal_folded(spelling.name, name)) {
                return spelling.key;
            }
        }
    }
    return Key::other;
}

struct Line {
    std::string_view key;
    std::string_view value;
};

// "key: value", or "key value" with exactly one run of blanks between two
// words, the missing colon that large crawlers forgive.
Line split(std::string_view line, Reading reading) {
    line = trim(line.substr(0, line.find('#')));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
        return {trim(line.substr(0, colon)), trim(line.substr(colon + 1))};
    }
    const std::size_t blank = line.find_first_of(kBlanks);
    if (blank == std::string_view::npos || reading == Reading::strict) {
        return {};
    }
    const std::string_view value = trim(line.substr(blank));
    if (value.find_first_of(kBlanks) != std::string_view::npos) {
        return {};
    }
    return {line.substr(0, blank), value};
}

// A crawl-delay in seconds, possibly with a fraction; nullopt for what is no
// number, less than a millisecond or longer than a day.
std::optional<Milliseconds> parse_delay(std::string_view text) {
    constexpr double kShortest = 0.001;
    constexpr double kLongest = 86400;
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds,
                        std::chars_format::fixed);
    if (error != std::errc{} || !(seconds >= kShortest) || seconds > kLongest) {
        return std::nullopt;
    }
    return Milliseconds(std::lround(seconds * 1000));
}

// Cuts the next line off `text`; CR, LF and CRLF end lines.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, std::min(end, kMaxLine));
    std::size_t next = end;
    if (next < text.size()) {
        next += text.compare(next, 2, "\r\n") == 0 ? 2 : 1;
    }
    text.remove_prefix(next);
    return line;
}

// Crawlers skip a byte order mark, and as much as there is of a broken one.
void skip_byte_order_mark(std::string_view& text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    std::size_t size = 0;
    while (size < kMark.size() && size < text.size() &&
           text[size] == kMark[size]) {
        ++size;
    }
    text.remove_prefix(size);
}

class Parser {
  public:
    Parser(Reading reading, std::uint32_t file)
        : reading_(reading), file_(file) {}

    RobotsTxt parse(std::string_view text) {
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++line_;
            const Line line = split(take_line(text), reading_);
            if (!line.key.empty()) {
                take(key_from(line.key, reading_), line);
            }
        }
        return std::move(document_);
    }

  private:
    void take(Key key, const Line& line) {
        switch (key) {
            case Key::user_agent:
                take_user_agent(line.value);
                break;
            case Key::allow:
            case Key::disallow:
                take_rule(key == Key::allow, line.value);
                break;
            case Key::crawl_delay:
                take_delay(line.value);
                break;
            case Key::request_rate:
                take_into(&RobotsGroup::request_rates,
                          &PacePlaces::request_rates,
                          request_rate_from(line.value));
                break;
            case Key::visit_time:
                take_into(&RobotsGroup::visit_times, &PacePlaces::visit_times,
                          day_window_from(line.value));
                break;
            case Key::other:
                take_other(line);
                break;
        }
    }

    // User-agent lines that follow each other start one group; only rules end
    // the list (RFC 9309 2.2.1).
    void take_user_agent(std::string_view value) {
        if (!in_agents_) {
            document_.groups.emplace_back();
            document_.groups.back().place = here();
            in_agents_ = true;
        }
        const std::string_view token = leading_product_token(value);
        if (!token.empty()) {
            document_.groups.back().user_agents.emplace_back(token);
        }
    }

    void take_rule(bool allow, std::string_view path) {
        if (document_.groups.empty()) {
            return;
        }
        in_agents_ = false;
        if (path.empty()) {
            return;
        }
        add_rule(allow, std::string(path));
        if (reading_ == Reading::lenient && allow) {
            if (auto implied = implied_by_index(path)) {
                add_rule(allow, std::move(*implied));
            }
        }
    }

    void add_rule(bool allow, std::string path) {
        document_.groups.back().rules.push_back(
            {allow, std::move(path), here()});
    }

    void take_delay(std::string_view value) {
        if (!document_.groups.empty()) {
            if (const auto delay = parse_delay(value)) {
                document_.groups.back().crawl_delay = delay;
                document_.groups.back().pace.crawl_delay = here();
            }
        }
    }

    // A line that can't be read says nothing.
    template <typename Value>
    void take_into(std::vector<Value> RobotsGroup::*list,
                   Place PacePlaces::*place,
                   const std::optional<Value>& value) {
        if (!document_.groups.empty() && value) {
            RobotsGroup& group = document_.groups.back();
            (group.*list).push_back(*value);
            take_first(group.pace.*place, here());
        }
    }

    // Lines about the use of content stand in the group that they are for; all
    // others are for everybody, wherever they stand.
    void take_other(const Line& line) {
        const bool in_group = equal_folded(line.key, "content-signal") ||
                              equal_folded(line.key, "content-usage");
        std::vector<OtherLine>& list = in_group && !document_.groups.empty()
                                           ? document_.groups.back().other
                                           : document_.other;
        list.emplace_back(line.key, line.value);
    }

    Place here() const { return {file_, line_, 1}; }

    RobotsTxt document_;
    Reading reading_;
    std::uint32_t file_;
    std::uint32_t line_ = 0;
    bool in_agents_ = false;
};

// Nothing that is put into a line may end it.
std::string one_line(std::string_view value) {
    std::string out(value);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; },
        ' ');
    return out;
}

void put_line(std::string& out, std::string_view key, std::string_view value) {
    out += key;
    out += value.empty() ? ":" : ": ";
    out += one_line(value);
    out += '\n';
}

void put_comment(std::string& out, std::string_view text) {
    out += text.empty() ? "#" : "# ";
    out += one_line(text);
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
        // Without a rule, parsers would take the next group's agents as this
        // group's.
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
    return Parser(reading, file).parse(text);
}

std::string seconds_text(Milliseconds delay) {
    const auto whole = delay.count() / 1000;
    auto fraction = std::to_string(1000 + delay.count() % 1000).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(whole) + (fraction.empty() ? "" : "." + fraction);
}

std::string render_robots_txt(const RobotsTxt& document) {
    std::string out;
    const auto start_block = [&out] {
        if (!out.empty()) {
            out += '\n';
        }
    };
    for (const std::string& comment : document.header) {
        put_comment(out, comment);
    }
    for (const RobotsGroup& group : document.groups) {
        if (group.user_agents.empty()) {
            continue;  // its rules would pass to the group in front of it
        }
        start_block();
        put_group(out, group);
    }
    if (!document.other.empty()) {
        start_block();
    }
    for (const OtherLine& line : document.other) {
        put_line(out, line.first, line.second);
    }
    return out;
}

}  // namespace robots
