// Checks the lines of a verbatim robots.txt: finds lines that crawlers do not
// read, or read in another way than the author meant.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/lint/families.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots::lint {

namespace {

// The byte order mark of UTF-8, read in another encoding and saved as UTF-8.
constexpr std::string_view kMarkTwice = "\xC3\xAF\xC2\xBB\xC2\xBF";

// The known keys in their usual spelling. The first keys are in the order of
// LineKey.
constexpr std::string_view kKnownKeys[] = {
    "User-agent",     "Allow",         "Disallow",    "Crawl-delay",
    "Request-rate",   "Visit-time",    "Sitemap",     "Host",
    "Content-Signal", "Content-Usage", "Clean-param", "License"};

bool is_known(std::string_view key) {
    return std::any_of(
        std::begin(kKnownKeys), std::end(kKnownKeys),
        [key](std::string_view known) { return equal_folded(known, key); });
}

// Whether the key belongs to the standard ACAP: "ACAP-disallow-crawl".
bool is_of_another_standard(std::string_view key) {
    return starts_folded(key, "acap-");
}

std::string_view spelling_of(LineKey key) {
    return kKnownKeys[static_cast<std::size_t>(key)];
}

// Returns the known key that was probably meant, or "".
std::string_view near_key(std::string_view key) {
    constexpr std::size_t kLongKey = 7;
    const std::string wanted = fold(key);
    for (const std::string_view known : kKnownKeys) {
        const std::size_t edits = known.size() < kLongKey ? 1 : 2;
        if (known.size() > 4 && is_near(wanted, fold(known), edits)) {
            return known;
        }
    }
    return {};
}

bool is_zero(std::string_view value) {
    double seconds = 1;
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), seconds);
    return error == std::errc{} && seconds == 0;
}

class Lines {
  public:
    Lines(const Subject& subject, Reporter& report)
        : subject_(subject), report_(report) {}

    void run() {
        rest_ = subject_.text.text;
        check_mark(rest_);
        skip_byte_order_mark(rest_);
        while (!rest_.empty()) {
            ++number_;
            const std::string_view from_here = rest_;
            const std::string_view line = take_line(rest_);
            check_length(line, from_here);
            check(line);
        }
        if (early_rules_ > 0) {
            tell_early_rules();
        }
    }

  private:
    Place here() const { return subject_.text.place_of(number_); }

    void tell(Code code, std::string text,
              std::optional<Fix> fix = std::nullopt) {
        report_.tell(here(), code, std::move(text), std::move(fix));
    }

    void check_mark(std::string_view text) {
        number_ = 1;
        if (starts_with(text, kMarkTwice)) {
            report_.tell(here(), Code::byte_order_mark, Severity::warning,
                         "the file starts with a broken byte order mark "
                         "(`\xC3\xAF\xC2\xBB\xC2\xBF`), so crawlers cannot "
                         "read its first line; save it as UTF-8 without a "
                         "byte order mark");
        } else if (starts_with(text, kByteOrderMark)) {
            text.remove_prefix(kByteOrderMark.size());
            tell(Code::byte_order_mark,
                 "the file starts with a byte order mark, so some crawlers "
                 "cannot read its first line; save it as UTF-8 without one",
                 without_mark(text));
        }
        number_ = 0;
    }

    // Returns the fix that replaces the first line of the file by the line
    // without the byte order mark. `text` is the text after the mark. Returns
    // nullopt if a second mark follows, because readers skip only one mark.
    static std::optional<Fix> without_mark(std::string_view text) {
        if (starts_with(text, kByteOrderMark.substr(0, 1))) {
            return std::nullopt;
        }
        return Fix{{std::string(take_line(text))}, Fix::Effect::none};
    }

    // `line` is the part of the first line of `text` that crawlers read.
    void check_length(std::string_view line, std::string_view text) {
        const std::size_t size =
            line.size() < kMaxRobotsLine
                ? line.size()
                : std::min(text.find_first_of("\r\n"), text.size());
        if (size > line.size() && line.find('#') == std::string_view::npos) {
            tell(Code::line_too_long,
                 "this line has " + std::to_string(size) +
                     " octets, and crawlers read only the first " +
                     std::to_string(line.size()) +
                     "; write several shorter lines");
        }
    }

    void check(std::string_view raw) {
        const std::string_view said = trim(raw.substr(0, raw.find('#')));
        if (said.empty() || starts_with(said, kMarkTwice)) {
            return;
        }
        if (is_markup(said)) {
            tell_markup(said);
            return;
        }
        const RobotsLine line = split_line(raw, Reading::lenient);
        const LineKey key = key_from(line.key, Reading::lenient);
        if (line.key.empty() ||
            (key == LineKey::other && !is_known(line.key))) {
            check_unknown(said, line);
            return;
        }
        check_spelling(said, line, key);
        take(line, key);
    }

    void take(const RobotsLine& line, LineKey key) {
        has_agent_ = has_agent_ || key == LineKey::user_agent;
        if (key == LineKey::user_agent && !in_agents_) {
            has_delay_ = false;
        }
        const bool rule = key == LineKey::allow || key == LineKey::disallow;
        in_agents_ = key == LineKey::user_agent || (in_agents_ && !rule);
        if (rule && !has_agent_ && !line.value.empty()) {
            first_early_ = early_rules_++ == 0 ? number_ : first_early_;
        }
        if (key != LineKey::crawl_delay) {
            return;
        }
        // A delay of 0 after another delay for these agents is meant to undo
        // that other delay, so it is not reported.
        if (!is_zero(line.value)) {
            has_delay_ = true;
        } else if (!has_delay_) {
            tell(Code::zero_crawl_delay,
                 cited("Crawl-delay: " + std::string(line.value)) +
                     " means that there is no delay, as without the line; "
                     "remove it, or write a number of seconds",
                 parts_agents() ? std::nullopt : std::optional(Fix{}));
        }
    }

    // Whether this line separates the agents above it from the agents below it.
    // Without the line, all these agents would share the lines that follow.
    bool parts_agents() const {
        for (std::string_view rest = rest_; in_agents_ && !rest.empty();) {
            const RobotsLine line =
                split_line(take_line(rest), Reading::lenient);
            if (!line.key.empty()) {
                return key_from(line.key, Reading::lenient) ==
                       LineKey::user_agent;
            }
        }
        return false;
    }

    // Whether the text is HTML or JSON: "<html>", "{", "}", "\"a\": 1".
    static bool is_markup(std::string_view said) {
        return said.front() == '<' || said.front() == '{' ||
               said.front() == '}' || said.front() == '"';
    }

    void tell_markup(std::string_view said) {
        if (has_markup_) {
            return;
        }
        has_markup_ = true;
        tell(Code::foreign_text,
             std::string(said.front() == '<' ? "HTML" : "JSON") +
                 " in a robots.txt: crawlers ignore such lines, and what they "
                 "were to say; remove them, or serve the right file");
    }

    // Reports a misspelt key that only lenient crawlers read.
    void check_spelling(std::string_view said, const RobotsLine& line,
                        LineKey key) {
        if (key == LineKey::other) {
            return;
        }
        const std::string right =
            std::string(spelling_of(key)) + ": " + std::string(line.value);
        const bool colon = said.find(':') != std::string_view::npos;
        if (colon && key_from(line.key, Reading::strict) == key) {
            return;
        }
        tell(
            Code::misspelt_key,
            cited(said) +
                (colon ? " has a misspelt key" : " has no `:` behind its key") +
                ", so only some crawlers read it, and nobody is refused for "
                "it; write " +
                cited(right),
            Fix{{right},
                key == LineKey::allow ? Fix::Effect::none
                                      : Fix::Effect::closes});
    }

    void check_unknown(std::string_view said, const RobotsLine& line) {
        if (equal_folded(line.key, "noindex")) {
            tell(Code::noindex_line,
                 cited(said) +
                     " is read by no crawler; to keep pages out of search "
                     "results, write `x_robots_tag: [{path: \"" +
                     printable(line.value) +
                     "\", value: noindex}]` in the policy");
            return;
        }
        if (is_of_another_standard(line.key)) {
            return;
        }
        if (const std::string_view meant = near_key(line.key); !meant.empty()) {
            tell(
                Code::misspelt_key,
                cited(said) +
                    " has a misspelt key, so crawlers ignore it; write " +
                    cited(std::string(meant) + ": " + std::string(line.value)));
        } else if (told_
                       .insert(said.find(':') == std::string_view::npos
                                   ? std::string()
                                   : fold(line.key))
                       .second) {
            tell(Code::unknown_line,
                 cited(said) +
                     " is not a line of robots.txt, so crawlers ignore it; "
                     "remove it, or write `#` in front if it is a comment");
        }
    }

    void tell_early_rules() {
        number_ = first_early_;
        tell(Code::rules_before_agents,
             (early_rules_ == 1 ? std::string("this rule is")
                                : std::to_string(early_rules_) + " rules are") +
                 " in front of the first `User-agent` line, so no crawler "
                 "obeys " +
                 (early_rules_ == 1 ? "it" : "them") +
                 "; write `User-agent: *` in front");
    }

    const Subject& subject_;
    Reporter& report_;
    std::string_view rest_;  // the text after the current line
    std::uint32_t number_ = 0;
    bool has_agent_ = false;
    bool in_agents_ = false;  // no rule since the last User-agent
    bool has_delay_ = false;  // for the current agents
    std::size_t early_rules_ = 0;
    std::uint32_t first_early_ = 0;
    bool has_markup_ = false;
    std::set<std::string> told_;  // unknown keys that are reported
};

}  // namespace

void lint_lines(const Subject& subject, Reporter& report) {
    if (subject.verbatim) {
        Lines(subject, report).run();
    }
}

}  // namespace robots::lint
