#include "cli/log/json_line.hpp"

#include <algorithm>
#include <iterator>

namespace robotsctl {

namespace {

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

// Returns a scalar as written, without the blanks after it.
std::string_view trimmed(std::string_view token) {
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace

LineKind JsonLineParser::parse(std::string_view line, LogRecord& record) {
    padded_.assign(line);
    simdjson::error_code error = read_members();
    // nginx logs the octets from a client as received, even if they are not
    // UTF-8.
    if (error == simdjson::UTF8_ERROR) {
        widen_octets(line);
        error = read_members();
        restore_octets();
    }
    if (error != simdjson::SUCCESS) {
        return LineKind::unreadable;
    }
    add_arguments();
    return members_.read(record);
}

simdjson::error_code JsonLineParser::read_members() {
    members_.clear();
    return for_each_member(parser_, padded_,
                           [this](auto& member) { read_member(member); });
}

void JsonLineParser::read_member(simdjson::ondemand::field& member) {
    using simdjson::ondemand::json_type;
    const auto [field, rank] =
        field_named(std::string_view(member.unescaped_key()));
    const json_type type = member.value().type();
    if (field == LogFields::kCount || type == json_type::null ||
        type == json_type::object || type == json_type::array) {
        return;
    }
    const std::string_view said =
        type == json_type::string
            ? std::string_view(member.value().get_string())
            : trimmed(member.value().raw_json_token());
    auto& known = members_[field];
    // Prefer the name with the smaller rank: a front controller may have
    // changed `uri`, but `request_uri` is what the client sent.
    const bool is_better = !known || known->empty() || rank == ranks_[field] ||
                           (rank < ranks_[field] && !said.empty());
    if (is_better) {
        known = said;
        ranks_[field] = rank;
    }
}

// nginx's `uri` has no arguments, so they are added to the target.
// `request_uri` already has the arguments, so none are added to it.
void JsonLineParser::add_arguments() {
    auto& target = members_[LogFields::kTarget];
    const std::string_view arguments = header_value(
        members_[LogFields::kArguments].value_or(std::string_view{}));
    if (arguments.empty() || !target || header_value(*target).empty() ||
        target->find('?') != std::string_view::npos ||
        ranks_[LogFields::kTarget] <= field_named("request_uri").rank) {
        return;
    }
    target_.assign(*target).append(1, '?').append(arguments);
    target = target_;
}

// Replaces each octet above 0x7F by the code point of the same number, so that
// any line becomes valid UTF-8.
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

// Reverts widen_octets(). Code points above U+00FF stay unchanged, because they
// come from escapes in the line. nginx does not write these escapes.
void JsonLineParser::restore_octets() {
    for (std::size_t field = 0; field < LogFields::kCount; ++field) {
        auto& member = members_[static_cast<LogFields::Name>(field)];
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

JsonLineParser::Ranked JsonLineParser::field_named(std::string_view name) {
    using Fields = LogFields;
    struct Name {
        std::string_view text;
        Fields::Name field;
    };
    // If two names mean the same field, the first one in this list counts.
    constexpr Name kNames[] = {
        {"time", Fields::kTime},
        {"address", Fields::kAddress},
        {"request", Fields::kRequest},
        {"user_agent", Fields::kUserAgent},
        {"site", Fields::kSite},
        {"host", Fields::kHost},
        {"scheme", Fields::kScheme},
        {"port", Fields::kPort},
        {"time_iso8601", Fields::kTime},
        {"timestamp", Fields::kTime},
        {"@timestamp", Fields::kTime},
        {"time_local", Fields::kTimeLocal},
        {"msec", Fields::kMsec},
        {"request_method", Fields::kMethod},
        {"method", Fields::kMethod},
        {"request_uri", Fields::kTarget},
        {"uri", Fields::kTarget},
        {"document_uri", Fields::kTarget},
        {"args", Fields::kArguments},
        {"query_string", Fields::kArguments},
        {"http_user_agent", Fields::kUserAgent},
        {"remote_addr", Fields::kAddress},
        {"http_host", Fields::kHost},
        {"server_port", Fields::kPort},
        {"request_time", Fields::kRequestTime},
        {"upstream_response_time", Fields::kUpstreamTime},
        {"verdict", Fields::kVerdict},
        {"action", Fields::kAction},
        {"crawler", Fields::kCrawler},
        {"category", Fields::kCategory},
        {"group", Fields::kGroup},
        {"identity", Fields::kIdentity},
        {"status", Fields::kStatus},
        {"request_id", Fields::kRequestId},
        {"signature", Fields::kSignature},
        {"revision", Fields::kRevision},
        {"violations", Fields::kViolations},
        {"rule", Fields::kRule},
    };
    // A name may have the prefix of a variable: "robots_verdict" for "verdict".
    constexpr std::string_view kPrefix = "robots_";
    if (name.substr(0, kPrefix.size()) == kPrefix) {
        const Ranked known = field_named(name.substr(kPrefix.size()));
        return known.name == Fields::kSite || known.name >= Fields::kVerdict
                   ? known
                   : Ranked{Fields::kCount, 0};
    }
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
        if (kNames[i].text == name) {
            return {kNames[i].field, i};
        }
    }
    return {Fields::kCount, 0};
}

}  // namespace robotsctl
