// Compiles the text of a log_format into the steps that read a line.

#include <algorithm>
#include <array>
#include <utility>

#include "cli/log/log_format.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

constexpr std::string_view kEscape = "escape=";

bool is_name_octet(char c) {
    return robots::is_alphanumeric(c) || c == '_';
}

// A variable of a log_format, or the text between two variables.
struct FormatPart {
    bool is_variable = false;
    std::string text;  // without "$"
    std::size_t at = 0;
};

using FormatParts = std::vector<FormatPart>;

// Returns the character into which nginx's configuration parser converts a
// backslash and `letter`.
char escaped(char letter) {
    switch (letter) {
        case 't':
            return '\t';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        default:
            return letter;
    }
}

void append_text(FormatParts& parts, char c, std::size_t at) {
    if (parts.empty() || parts.back().is_variable) {
        parts.push_back({false, "", at});
    }
    parts.back().text += c;
}

// Returns the end of the variable that starts at text[at] with "$". Returns
// `at` if text[at] does not start a variable.
std::size_t variable_end(std::string_view text, std::size_t at,
                         FormatPart& part) {
    const bool braces = at + 1 < text.size() && text[at + 1] == '{';
    const std::size_t start = at + (braces ? 2 : 1);
    std::size_t end = start;
    while (end < text.size() && is_name_octet(text[end])) {
        ++end;
    }
    if (end == start || (braces && (end == text.size() || text[end] != '}'))) {
        return at;
    }
    part = {true, std::string(text.substr(start, end - start)), at};
    return end + (braces ? 1 : 0);
}

std::optional<FormatParts> split(std::string_view text,
                                 LogFormat::Problem& problem) {
    FormatParts parts;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '$') {
            FormatPart part;
            const std::size_t end = variable_end(text, at, part);
            if (end == at) {
                problem = {at, "`$` without the name of a variable"};
                return std::nullopt;
            }
            parts.push_back(std::move(part));
            at = end;
            continue;
        }
        const bool is_escape = text[at] == '\\' && at + 1 < text.size();
        const char c = is_escape ? escaped(text[at + 1]) : text[at];
        if (c == '\n' || c == '\r' || c == '\0') {
            problem = {at, "a line break; each request must be on one line"};
            return std::nullopt;
        }
        append_text(parts, c, at);
        at += is_escape ? 2 : 1;
    }
    return parts;
}

std::optional<Escape> escape_from(std::string_view name) {
    if (name == "default") {
        return Escape::octets;
    }
    if (name == "json") {
        return Escape::json;
    }
    return name == "none" ? std::optional(Escape::none) : std::nullopt;
}

}  // namespace

class FormatCompiler {
  public:
    FormatCompiler(Escape escape, LogFormat::Problem& problem)
        : problem_(problem) {
        format_.escape_ = escape;
    }

    std::optional<LogFormat> compile(const FormatParts& parts) {
        note_best(parts);
        std::size_t i = 0;
        if (!parts.empty() && !parts[0].is_variable) {
            format_.start_ = parts[0].text;
            i = 1;
        }
        while (i < parts.size()) {
            if (!add(parts, i)) {
                return std::nullopt;
            }
        }
        return is_complete() ? std::optional(std::move(format_)) : std::nullopt;
    }

  private:
    using Role = LogFormat::Role;
    using Shape = LogFormat::Shape;
    using Step = LogFormat::Step;
    using Field = LogFields;

    struct Variable {
        std::string_view name;
        Role role = Role::nothing;
        Shape shape = Shape::any;
        LogFields::Name field = LogFields::kCount;
        int rank = 0;  // the variable with the least rank is used
    };

    static const Variable& variable_of(std::string_view name) {
        static constexpr Role kField = Role::field;
        static constexpr Variable kVariables[] = {
            {"time_local", kField, Shape::local_time, Field::kTimeLocal},
            {"time_iso8601", kField, Shape::iso_time, Field::kTime},
            {"msec", kField, Shape::number, Field::kMsec},
            {"request_time", kField, Shape::number, Field::kRequestTime},
            {"upstream_response_time", kField, Shape::any,
             Field::kUpstreamTime},
            {"request", kField, Shape::any, Field::kRequest},
            {"request_method", kField, Shape::word, Field::kMethod},
            {"request_uri", kField, Shape::any, Field::kTarget},
            {"uri", Role::path, Shape::any, Field::kTarget, 1},
            {"document_uri", Role::path, Shape::any, Field::kTarget, 1},
            {"args", Role::arguments},
            {"query_string", Role::arguments},
            {"http_user_agent", kField, Shape::any, Field::kUserAgent},
            {"remote_addr", kField, Shape::word, Field::kAddress},
            {"http_x_real_ip", kField, Shape::word, Field::kAddress, 1},
            {"http_x_forwarded_for", Role::forwarded, Shape::any,
             Field::kAddress, 2},
            {"host", kField, Shape::word, Field::kHost},
            {"http_host", kField, Shape::any, Field::kHost, 1},
            {"server_name", kField, Shape::word, Field::kHost, 2},
            {"scheme", kField, Shape::word, Field::kScheme},
            {"server_port", kField, Shape::number, Field::kPort},
            {"status", kField, Shape::number, Field::kStatus},
            {"request_id", kField, Shape::word, Field::kRequestId},
            {"robots_site", kField, Shape::any, Field::kSite},
            {"robots_verdict", kField, Shape::word, Field::kVerdict},
            {"robots_action", kField, Shape::word, Field::kAction},
            {"robots_crawler", kField, Shape::any, Field::kCrawler},
            {"robots_category", kField, Shape::word, Field::kCategory},
            {"robots_group", kField, Shape::any, Field::kGroup},
            {"robots_identity", kField, Shape::word, Field::kIdentity},
            {"robots_signature", kField, Shape::word, Field::kSignature},
            {"robots_revision", kField, Shape::word, Field::kRevision},
            {"robots_violations", kField, Shape::word, Field::kViolations},
            {"robots_rule", kField, Shape::any, Field::kRule},
            {"body_bytes_sent", Role::nothing, Shape::number},
            {"bytes_sent", Role::nothing, Shape::number},
            {"request_length", Role::nothing, Shape::number},
            {"connection", Role::nothing, Shape::number},
        };
        static constexpr Variable kUnknown{};
        const auto* const at = std::find_if(
            std::begin(kVariables), std::end(kVariables),
            [name](const Variable& each) { return each.name == name; });
        return at == std::end(kVariables) ? kUnknown : *at;
    }

    // Selects for each field the variable from which the field is read.
    void note_best(const FormatParts& parts) {
        for (const FormatPart& part : parts) {
            const Variable& variable = variable_of(part.text);
            if (part.is_variable && variable.field != LogFields::kCount) {
                const Variable*& best = best_[variable.field];
                if (best == nullptr || variable.rank < best->rank) {
                    best = &variable;
                }
            }
        }
    }

    Step step_of(const FormatPart& part) {
        const Variable& variable = variable_of(part.text);
        Step step;
        step.shape = variable.shape;
        step.field = variable.field;
        const bool from_parts =
            variable.role == Role::arguments
                ? best_[LogFields::kTarget] != nullptr &&
                      best_[LogFields::kTarget]->role == Role::path
                : best_[step.field] == &variable;
        // If the format has $request, other variables with parts of the target
        // are not read, because $request has the whole target as the client
        // sent it.
        const bool is_target = step.field == LogFields::kTarget ||
                               variable.role == Role::arguments;
        if (from_parts &&
            (!is_target || best_[LogFields::kRequest] == nullptr)) {
            step.role = variable.role;
        }
        return step;
    }

    static bool is_variable(const FormatParts& parts, std::size_t at,
                            std::string_view name) {
        return at < parts.size() && parts[at].is_variable &&
               parts[at].text == name;
    }

    static bool is_arguments(const FormatParts& parts, std::size_t at) {
        return is_variable(parts, at, "args") ||
               is_variable(parts, at, "query_string");
    }

    // Adds the step of the variable at `i`. Moves `i` past the variable and
    // past the text that ends it.
    bool add(const FormatParts& parts, std::size_t& i) {
        const FormatPart& part = parts[i];
        Step step = step_of(part);
        ++i;
        const bool is_path = variable_of(part.text).role == Role::path;
        if (is_path && is_variable(parts, i, "is_args") &&
            is_arguments(parts, i + 1)) {
            step.role =
                step.role == Role::path ? Role::path_and_more : step.role;
            i += 2;
        }
        // Adjacent variables that are not read become one step. Only the end of
        // the last variable matters.
        while (step.role == Role::nothing && i < parts.size() &&
               parts[i].is_variable &&
               step_of(parts[i]).role == Role::nothing) {
            step.shape = Shape::any;
            ++i;
        }
        if (i < parts.size() && parts[i].is_variable) {
            if (!ends_at_slash(part, parts[i])) {
                problem_ = {
                    parts[i].at,
                    robots::cited("$" + part.text) + " and " +
                        robots::cited("$" + parts[i].text) +
                        " touch, so nothing shows where the first one ends; "
                        "write a text between them in nginx.conf"};
                return false;
            }
            step.up_to = "/";
            step.stays = true;
        } else if (i < parts.size()) {
            step.up_to = parts[i].text;
            ++i;
        }
        format_.steps_.push_back(std::move(step));
        return true;
    }

    // The "/" marks the end of a host, because a host has no "/" and a path
    // starts with one.
    static bool ends_at_slash(const FormatPart& first,
                              const FormatPart& second) {
        const LogFields::Name before = variable_of(first.text).field;
        const LogFields::Name after = variable_of(second.text).field;
        return (before == LogFields::kHost || before == LogFields::kPort) &&
               after == LogFields::kTarget;
    }

    bool has(LogFields::Name field) const { return best_[field] != nullptr; }

    bool is_complete() {
        const char* missing = nullptr;
        if (!has(LogFields::kUserAgent)) {
            missing = "`$http_user_agent`, so no line shows a crawler";
        } else if (!has(LogFields::kRequest) && !has(LogFields::kTarget)) {
            missing = "`$request`, `$request_uri` or `$uri`";
        } else if (!has(LogFields::kTime) && !has(LogFields::kTimeLocal) &&
                   !has(LogFields::kMsec)) {
            missing = "`$time_local`, `$time_iso8601` or `$msec`";
        }
        if (missing != nullptr) {
            problem_ = {0, std::string("the format has no ") + missing};
        }
        return missing == nullptr;
    }

    LogFormat format_;
    LogFormat::Problem& problem_;
    // The selected variable of each field. The last element is for variables
    // without a field.
    std::array<const Variable*, LogFields::kCount + 1> best_{};
};

std::optional<LogFormat> LogFormat::from(std::string_view text,
                                         Problem& problem) {
    std::optional<Escape> escape = Escape::octets;
    std::size_t start = 0;
    if (text.substr(0, kEscape.size()) == kEscape) {
        const std::size_t blank = std::min(text.find(' '), text.size());
        const std::string_view name =
            text.substr(kEscape.size(), blank - kEscape.size());
        escape = escape_from(name);
        if (!escape) {
            problem = {kEscape.size(),
                       "unknown escape " + robots::cited(name) +
                           "; known: `default`, `json`, `none`"};
            return std::nullopt;
        }
        start = std::min(blank + 1, text.size());
    }
    if (text.size() - start > kMost) {
        problem = {start + kMost, "the format has more than " +
                                      std::to_string(kMost) + " octets"};
        return std::nullopt;
    }
    const auto parts = split(text.substr(start), problem);
    auto format =
        parts ? FormatCompiler(*escape, problem).compile(*parts) : std::nullopt;
    if (!format) {
        problem.at += start;
    }
    return format;
}

}  // namespace robotsctl
