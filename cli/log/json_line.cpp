#include "cli/log/json_line.hpp"

#include <algorithm>

#include "cli/log/timestamp.hpp"

namespace robotsctl {

namespace {

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

// A scalar as it is written, without the blanks behind it.
std::string_view trimmed(std::string_view token) {
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace

LineKind JsonLineParser::parse(std::string_view line, LogRecord& record) {
    padded_.assign(line);
    simdjson::error_code error = read_members();
    // nginx logs the octets of a client as they came, UTF-8 or not.
    if (error == simdjson::UTF8_ERROR) {
        widen_octets(line);
        error = read_members();
        restore_octets();
    }
    return error == simdjson::SUCCESS ? from_members(record)
                                      : LineKind::unreadable;
}

simdjson::error_code JsonLineParser::read_members() {
    members_.fill(std::nullopt);
    const std::size_t size = padded_.size();
    padded_.append(simdjson::SIMDJSON_PADDING, ' ');
    simdjson::ondemand::document document;
    simdjson::ondemand::object object;
    if (const auto error = parser_.iterate(padded_.data(), size, padded_.size())
                               .get(document)) {
        return error;
    }
    if (const auto error = document.get_object().get(object)) {
        return error;
    }
    for (auto item : object) {
        simdjson::ondemand::field member;
        if (const auto error = std::move(item).get(member)) {
            return error;
        }
        if (const auto error = read_member(member)) {
            return error;
        }
    }
    // Nothing may come after the object.
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS
               ? simdjson::SUCCESS
               : simdjson::TAPE_ERROR;
}

simdjson::error_code JsonLineParser::read_member(
    simdjson::ondemand::field& member) {
    using simdjson::ondemand::json_type;
    std::string_view name;
    if (const auto error = member.unescaped_key().get(name)) {
        return error;
    }
    json_type type{};
    if (const auto error = member.value().type().get(type)) {
        return error;
    }
    const Field field = field_named(name);
    if (field == kFields || type == json_type::null ||
        type == json_type::object || type == json_type::array) {
        return simdjson::SUCCESS;
    }
    if (type != json_type::string) {
        members_[field] = trimmed(member.value().raw_json_token());
        return simdjson::SUCCESS;
    }
    std::string_view text;
    const auto error = member.value().get_string().get(text);
    members_[field] = text;
    return error;
}

// Replaces each octet beyond ASCII by the code point of the same number, so
// that any line becomes UTF-8.
void JsonLineParser::widen_octets(std::string_view line) {
    padded_.clear();
    for (const char c : line) {
        if (is_ascii(c)) {
            padded_ += c;
        } else {
            const auto octet = static_cast<unsigned char>(c);
            padded_ += static_cast<char>(0xC0 | octet >> 6);
            padded_ += static_cast<char>(0x80 | (octet & 0x3F));
        }
    }
}

// Undoes widen_octets(). Code points above U+00FF, which only an escape can
// have written, stay as they are; nginx escapes only ASCII.
void JsonLineParser::restore_octets() {
    for (std::size_t field = 0; field < kFields; ++field) {
        auto& member = members_[field];
        if (!member || std::all_of(member->begin(), member->end(), is_ascii)) {
            continue;
        }
        std::string& octets = restored_[field];
        octets.clear();
        for (std::size_t i = 0; i < member->size(); ++i) {
            const auto lead = static_cast<unsigned char>((*member)[i]);
            if (lead == 0xC2 || lead == 0xC3) {
                const auto next = static_cast<unsigned char>((*member)[++i]);
                octets += static_cast<char>(lead << 6 | (next & 0x3F));
            } else {
                octets += (*member)[i];
            }
        }
        member = octets;
    }
}

JsonLineParser::Field JsonLineParser::field_named(std::string_view name) {
    struct Name {
        std::string_view text;
        Field field;
    };
    constexpr Name kNames[] = {
        {"time", kTime},           {"address", kAddress},
        {"request", kRequest},     {"user_agent", kUserAgent},
        {"site", kSite},           {"host", kHost},
        {"scheme", kScheme},       {"port", kPort},
        {"time_iso8601", kTime},   {"timestamp", kTime},
        {"@timestamp", kTime},     {"time_local", kTimeLocal},
        {"msec", kMsec},           {"request_method", kMethod},
        {"method", kMethod},       {"request_uri", kTarget},
        {"uri", kTarget},          {"http_user_agent", kUserAgent},
        {"remote_addr", kAddress}, {"http_host", kHost},
        {"server_port", kPort},    {"request_time", kRequestTime},
        {"verdict", kVerdict},     {"action", kAction},
        {"crawler", kCrawler},     {"category", kCategory},
        {"group", kGroup},         {"identity", kIdentity},
        {"status", kStatus},
    };
    // The names of the variables, such as "robots_verdict", count too.
    constexpr std::string_view kPrefix = "robots_";
    if (name.substr(0, kPrefix.size()) == kPrefix) {
        const Field field = field_named(name.substr(kPrefix.size()));
        return field == kSite || field >= kVerdict ? field : kFields;
    }
    for (const Name& known : kNames) {
        if (known.text == name) {
            return known.field;
        }
    }
    return kFields;
}

// Ignores a value that is not a number, or longer than the time since 1970.
void JsonLineParser::read_took(LogRecord& record) const {
    if (!members_[kRequestTime]) {
        return;
    }
    const auto took = time_from_msec(*members_[kRequestTime]);
    if (took && *took <= record.time) {
        record.took = *took;
        record.has_took = true;
    }
}

// Whether the line has the member, and nothing in it.
bool JsonLineParser::is_empty(Field field) const {
    return members_[field] && header_value(*members_[field]).empty();
}

// "-" means not judged. nginx also writes it if its policy had nothing to
// judge: no known crawler, site, or group for a library. Another policy may
// have them.
Judged JsonLineParser::judged() const {
    const auto& said =
        members_[kAction] ? members_[kAction] : members_[kVerdict];
    if (!said || said->empty()) {
        return Judged::unknown;
    }
    if (*said != "-") {
        return Judged::yes;
    }
    const bool is_library = members_[kCategory] == "library";
    return is_empty(kCrawler) || is_empty(kSite) ||
                   (is_library && is_empty(kGroup))
               ? Judged::unknown
               : Judged::no;
}

LineKind JsonLineParser::from_members(LogRecord& record) const {
    std::optional<robots::Milliseconds> time;
    if (members_[kMsec]) {
        time = time_from_msec(*members_[kMsec]);
    } else if (members_[kTime]) {
        time = time_from_iso(*members_[kTime]);
        if (!time) {
            time = time_from_local(*members_[kTime]);
        }
    } else if (members_[kTimeLocal]) {
        time = time_from_local(*members_[kTimeLocal]);
    }
    if (!time || !members_[kUserAgent] ||
        (!members_[kRequest] && !members_[kTarget])) {
        return LineKind::unreadable;
    }
    const auto text = [this](Field field) {
        return header_value(members_[field].value_or(std::string_view{}));
    };
    record.time = *time;
    read_took(record);
    record.judged = judged();
    record.identity = text(kIdentity);
    record.user_agent = text(kUserAgent);
    record.address = text(kAddress);
    record.host = text(kHost);
    record.scheme = text(kScheme);
    record.port = text(kPort);
    record.site = text(kSite);
    record.status = text(kStatus);
    if (members_[kRequest]) {
        return take_request(*members_[kRequest], record);
    }
    record.method = text(kMethod);
    record.target = *members_[kTarget];
    return record.target.empty() ? LineKind::no_request : LineKind::request;
}

}  // namespace robotsctl
