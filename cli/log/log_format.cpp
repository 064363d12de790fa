#include "cli/log/log_format.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

using robots::is_digit;

constexpr std::size_t kNowhere = std::string_view::npos;

// Whether an octet may be in the path of a request target without percent
// encoding.
bool is_plain(unsigned char octet) {
    return octet > ' ' && octet < 0x7F && octet != '%' && octet != '?' &&
           octet != '#';
}

// Returns the last address of X-Forwarded-For, which the nearest proxy added.
std::string_view last_address(std::string_view forwarded) {
    const std::size_t comma = forwarded.rfind(',');
    std::string_view last =
        comma == kNowhere ? forwarded : forwarded.substr(comma + 1);
    while (!last.empty() && last[0] == ' ') {
        last.remove_prefix(1);
    }
    return last;
}

// Returns the character that JSON means by a backslash and `letter`.
char control(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        default:
            return letter;
    }
}

// Returns a value without its escapes: a view into `text` if the value has no
// escapes, or else into `storage`. nginx writes a quotation mark as "\x22", or
// as "\"" with escape=json. Apache writes "\"", too.
std::string_view unescaped(std::string_view text, Escape escape,
                           std::string& storage) {
    if (escape == Escape::none || text.find('\\') == kNowhere) {
        return text;
    }
    const bool json = escape == Escape::json;
    const std::size_t digits = json ? 4 : 2;
    storage.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            storage += text[i];
            continue;
        }
        ++i;
        const std::string_view number = text.substr(i + 1, digits);
        const auto value =
            text[i] == (json ? 'u' : 'x') && number.size() == digits
                ? robots::number_from(number, 16)
                : std::nullopt;
        // nginx escapes single octets, even with escape=json, so larger numbers
        // are not valid.
        if (value && *value <= 0xFF) {
            storage += static_cast<char>(*value);
            i += digits;
        } else {
            storage += json ? control(text[i]) : text[i];
        }
    }
    return storage;
}

using robots::ConfDirective;
using robots::ConfPlace;
using robots::ConfWord;

// Appends `word`, which follows the name in a log_format directive, to the text
// of `format`. Returns the end of the word.
ConfPlace append(NginxFormat& format, const ConfWord& word) {
    const bool is_escape = format.text.empty() && !word.is_quoted &&
                           word.written.substr(0, 7) == "escape=";
    format.text += word.written;
    ConfPlace place = word.place;
    for (const char octet : word.written) {
        format.places.push_back(place);
        place = place.behind(octet);
    }
    if (is_escape) {
        format.text += ' ';
        format.places.push_back(place);
    }
    return place;
}

}  // namespace

bool LogFormat::has_shape(Shape shape, std::string_view value) {
    constexpr std::size_t kLocalTime = 26;  // 10/Oct/2026:13:55:36 -0700
    constexpr std::size_t kIsoTime = 20;    // 2026-10-10T13:55:36Z
    switch (shape) {
        case Shape::number:
            return std::all_of(value.begin(), value.end(), [](char c) {
                return is_digit(c) || c == '.' || c == '-';
            });
        case Shape::word:
            return value.find(' ') == kNowhere;
        case Shape::local_time:
            return value.size() == kLocalTime && value[2] == '/' &&
                   value[20] == ' ';
        case Shape::iso_time:
            return value.size() >= kIsoTime && value[4] == '-' &&
                   value[10] == 'T';
        case Shape::any:
            break;
    }
    return true;
}

FormatLineParser::FormatLineParser(const LogFormat& format)
    : format_(format),
      spans_(format.steps_.size()),
      storage_(format.steps_.size()) {}

// Returns where the value of `step` ends; the end is not before `from`.
std::size_t FormatLineParser::end_of(const Step& step, std::string_view line,
                                     std::size_t from) const {
    if (step.up_to.empty()) {
        return line.size();
    }
    // Both escape modes write a backslash before a quotation mark and before a
    // backslash.
    const bool escaped =
        step.up_to[0] == '"' && format_.escape_ != Escape::none;
    for (std::size_t at = line.find(step.up_to, from); at != kNowhere;
         at = line.find(step.up_to, at + 1)) {
        std::size_t backslashes = 0;
        while (escaped && backslashes < at &&
               line[at - backslashes - 1] == '\\') {
            ++backslashes;
        }
        if (backslashes % 2 == 0) {
            return at;
        }
    }
    return kNowhere;
}

// Finds the values by backtracking. A value ends at the first place where the
// text that follows it occurs. If a later value then has the wrong shape or no
// end, the earlier value is extended to the next place of that text.
bool FormatLineParser::match(std::string_view line) {
    const std::vector<Step>& steps = format_.steps_;
    if (line.compare(0, format_.start_.size(), format_.start_) != 0) {
        return false;
    }
    // Limits how many octets may be searched in all, so that no line takes
    // long.
    std::size_t left = 16 * line.size() + 4096;
    std::size_t from = format_.start_.size();
    spans_[0].start = from;
    for (std::size_t i = 0;;) {
        const std::size_t end = end_of(steps[i], line, from);
        const std::size_t searched =
            (end == kNowhere ? line.size() : end) - from + 1;
        if (searched > left) {
            return false;
        }
        left -= searched;
        const bool fits =
            end != kNowhere &&
            LogFormat::has_shape(
                steps[i].shape,
                line.substr(spans_[i].start, end - spans_[i].start));
        if (!fits) {
            if (end != kNowhere && !steps[i].up_to.empty()) {
                from = end + 1;
                continue;
            }
            if (i == 0) {
                return false;
            }
            --i;
            from = spans_[i].end + 1;
            continue;
        }
        spans_[i].end = end;
        if (++i == steps.size()) {
            return true;
        }
        const Step& before = steps[i - 1];
        from = end + (before.stays ? 0 : before.up_to.size());
        spans_[i].start = from;
    }
}

void FormatLineParser::set(const Step& step, std::string_view value) {
    using Role = LogFormat::Role;
    switch (step.role) {
        case Role::field:
            fields_[step.field] = value;
            break;
        case Role::forwarded:
            fields_[step.field] = last_address(value);
            break;
        case Role::path:
        case Role::path_and_more:
            path_ = header_value(value);
            path_has_more_ = step.role == Role::path_and_more;
            break;
        case Role::arguments:
            arguments_ = header_value(value);
            break;
        case Role::nothing:
            break;
    }
}

// Builds the request target from the path and the arguments.
void FormatLineParser::set_target() {
    const std::size_t end = path_has_more_ ? path_->find('?') : kNowhere;
    // nginx logs $uri decoded, so the path is encoded again.
    target_ = robots::percent_encoded(path_->substr(0, end), is_plain);
    if (end != kNowhere) {
        target_ += path_->substr(end);
    }
    if (arguments_ && !arguments_->empty()) {
        target_ += '?';
        target_ += *arguments_;
    }
    fields_[LogFields::kTarget] = target_;
}

LineKind FormatLineParser::parse(std::string_view line, LogRecord& record) {
    if (!match(line)) {
        return LineKind::unreadable;
    }
    fields_.clear();
    path_.reset();
    arguments_.reset();
    for (std::size_t i = 0; i < spans_.size(); ++i) {
        const Step& step = format_.steps_[i];
        if (step.role != LogFormat::Role::nothing) {
            set(step, unescaped(value(line, i), format_.escape_, storage_[i]));
        }
    }
    if (path_) {
        set_target();
    }
    return fields_.read(record);
}

std::vector<NginxFormat> nginx_formats(std::string_view conf) {
    std::vector<NginxFormat> out;
    robots::NginxConf directives(conf);
    while (const auto directive = directives.next()) {
        if (directive->end != ConfDirective::End::simple ||
            !directive->has(0, "log_format") || directive->words.size() < 3) {
            continue;
        }
        NginxFormat format;
        format.name = directive->words[1].text;
        format.place = directive->words[0].place;
        ConfPlace end;
        for (std::size_t i = 2; i < directive->words.size(); ++i) {
            end = append(format, directive->words[i]);
        }
        format.places.push_back(end);
        out.push_back(std::move(format));
    }
    return out;
}

}  // namespace robotsctl
