#include "policy/loader/yaml/open_values.hpp"

#include <algorithm>

#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

constexpr auto kNone = std::string_view::npos;

bool is_word_octet(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

std::string_view word_at(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word_octet);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool ends_key(std::string_view text, std::size_t at) {
    return text[at] == ':' && (at + 1 == text.size() || is_blank(text[at + 1]));
}

bool starts_comment(std::string_view text, std::size_t at) {
    return text[at] == '#' && (at == 0 || is_blank(text[at - 1]));
}

std::size_t end_of_text(std::string_view line) {
    std::size_t end = line.size();
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (starts_comment(line, at)) {
            end = at;
            break;
        }
    }
    while (end > 0 && is_blank(line[end - 1])) {
        --end;
    }
    return end;
}

bool is_item(std::string_view text) {
    return !text.empty() && text[0] == '-' &&
           (text.size() == 1 || is_blank(text[1]));
}

bool starts_entry(std::string_view text) {
    const std::string_view word = word_at(text);
    return is_item(text) || (!word.empty() && word.size() < text.size() &&
                             ends_key(text, word.size()));
}

std::string line_text(std::uint32_t line) {
    return "line " + std::to_string(line);
}

void fail(std::uint32_t line, std::size_t column, std::string text) {
    throw Mistake{line, static_cast<std::uint32_t>(column), std::move(text)};
}

void OpenValues::go_on(std::size_t indent,
                       const std::optional<std::size_t>& entry) {
    const bool is_entry = starts_entry(line_.substr(indent));
    if (quote_.octet != 0) {
        // A text may go on, but hardly with what looks like the next entry.
        if (is_entry) {
            fail_quote();
        }
        const char octet = quote_.octet;
        const std::size_t at = end_quote(0);
        if (quote_.octet == 0) {
            flows_.empty() ? check_behind(at, octet) : take_flow(at, false);
        }
        return;
    }
    if (is_entry && entry && indent <= *entry) {
        fail_flow();
    }
    take_flow(indent, true);
}

void OpenValues::start(std::size_t at) {
    if (line_[at] == '[' || line_[at] == '{') {
        flows_.push_back(opened(at));
        take_flow(at + 1, true);
        return;
    }
    const char octet = line_[at];
    const std::size_t behind = take_quote(at);
    if (quote_.octet == 0) {
        check_behind(behind, octet);
    }
}

void OpenValues::check_end() const {
    if (quote_.octet != 0) {
        fail_quote();
    }
    if (!flows_.empty()) {
        fail_flow();
    }
}

void OpenValues::fail_quote() const {
    fail(quote_.line, quote_.column,
         "this quote is never closed; write " +
             quoted(std::string(1, quote_.octet)) + " at the end of the value");
}

// Looks for the end of the open quote from line_[at] on; behind it, or
// line_.size().
std::size_t OpenValues::end_quote(std::size_t at) {
    for (; at < line_.size(); ++at) {
        const bool pair = at + 1 < line_.size();
        if (quote_.octet == '"' && line_[at] == '\\' && pair) {
            ++at;
        } else if (line_[at] == quote_.octet) {
            if (quote_.octet == '\'' && pair && line_[at + 1] == '\'') {
                ++at;
                continue;
            }
            quote_.octet = 0;
            return at + 1;
        }
    }
    return line_.size();
}

std::size_t OpenValues::take_quote(std::size_t at) {
    quote_ = opened(at);
    return end_quote(at + 1);
}

// What is behind a value that has an end of its own, which was `end`.
void OpenValues::check_behind(std::size_t at, char end) const {
    const std::size_t next = line_.find_first_not_of(" \t", at);
    if (next == kNone || starts_comment(line_, next)) {
        return;
    }
    const std::string behind = "unexpected text behind the closing ";
    if (end == '"' || end == '\'') {
        fail_at(next, behind +
                          "quote; quote the whole value, and write a quote in "
                          "it as " +
                          (end == '"' ? "`\\\"`" : "`''`"));
    }
    fail_at(next, behind + "bracket; write each key on its own line");
}

void OpenValues::fail_flow() const {
    const Open& open = flows_.back();
    const bool list = open.octet == '[';
    fail(open.line, open.column,
         std::string("this ") + (list ? "`[`" : "`{`") +
             " is never closed; write " + (list ? "`]`" : "`}`") +
             " at the end of the " + (list ? "list" : "map") +
             ", and quote it if it is text");
}

void OpenValues::close_flow(std::size_t at) {
    const Open& open = flows_.back();
    const char closing = open.octet == '[' ? ']' : '}';
    if (line_[at] != closing) {
        fail_at(at, "expected " + quoted(std::string(1, closing)) +
                        " for the " + quoted(std::string(1, open.octet)) +
                        " on " + line_text(open.line) + ", got " +
                        quoted(std::string(1, line_[at])));
    }
    flows_.pop_back();
}

// `is_start`: a value may start here.
void OpenValues::take_flow(std::size_t at, bool is_start) {
    while (at < line_.size() && !flows_.empty()) {
        const char c = line_[at];
        if (starts_comment(line_, at)) {
            return;
        }
        if (c == ']' || c == '}') {
            close_flow(at);
            is_start = false;
        } else if (is_start && (c == '"' || c == '\'')) {
            at = take_quote(at);
            if (quote_.octet != 0) {
                return;
            }
            is_start = false;
            continue;
        } else if (is_start && (c == '[' || c == '{')) {
            flows_.push_back(opened(at));
        } else if (c == ',' || ends_key(line_, at) || ends_json_key(at)) {
            is_start = true;
        } else if (!is_blank(c)) {
            if (is_start) {
                check_start(at, ",]}");
            }
            is_start = false;
        }
        ++at;
    }
    if (flows_.empty()) {
        check_behind_flow(at);
    }
}

// The ":" of {"a":"b"}.
bool OpenValues::ends_json_key(std::size_t at) const {
    return line_[at] == ':' && at > 0 &&
           (line_[at - 1] == '"' || line_[at - 1] == '\'');
}

void OpenValues::check_behind_flow(std::size_t at) const {
    if (at < line_.size() && (line_[at] == ']' || line_[at] == '}')) {
        fail_at(at, "unexpected " + quoted(std::string(1, line_[at])) +
                        ": nothing is open here; remove it");
    }
    if (at < line_.size() && line_[at] != ':') {
        check_behind(at, ']');
    }
}

// What a plain value cannot start with. `ends` are what may follow it.
void OpenValues::check_start(std::size_t at, std::string_view ends) const {
    const char c = line_[at];
    const std::string_view rest = line_.substr(at);
    const std::string_view value = trim(
        rest.substr(0, std::min(rest.find_first_of(ends), end_of_text(rest))));
    const std::string as =
        "quote it, as in " + quoted('"' + std::string(value) + '"');
    if (c == '*') {
        fail_at(at, "a value that starts with `*` is an alias in YAML; " + as);
    }
    if (c == '&') {
        fail_at(at, "a value that starts with `&` is an anchor in YAML; " + as);
    }
    if (c == '@' || c == '`' || c == '%') {
        fail_at(at, "a value cannot start with " + quoted(std::string(1, c)) +
                        "; " + as);
    }
}

}  // namespace robots::loader
