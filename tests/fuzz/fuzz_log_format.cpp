// A log_format of any octets, and lines of any octets read with it; and lines
// that nginx writes from any values, which give the values back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cli/log/access_log.hpp"
#include "cli/log/log_format.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robotsctl::Escape;
using robotsctl::FormatLineParser;
using robotsctl::HostPlace;
using robotsctl::LineKind;
using robotsctl::LogFormat;
using robotsctl::LogRecord;

constexpr std::string_view kDigits = "0123456789ABCDEF";

// As ngx_http_log_module escapes a value.
std::string escaped(std::string_view value, Escape escape) {
    std::string out;
    for (const char c : value) {
        const auto octet = static_cast<unsigned char>(c);
        if (escape == Escape::octets &&
            (octet < ' ' || octet > '~' || c == '"' || c == '\\')) {
            out += "\\x";
            out += kDigits[octet >> 4];
            out += kDigits[octet & 0xF];
        } else if (escape == Escape::json && octet < ' ') {
            out += "\\u00";
            out += kDigits[octet >> 4];
            out += kDigits[octet & 0xF];
        } else {
            if (escape == Escape::json && (c == '"' || c == '\\')) {
                out += '\\';
            }
            out += c;
        }
    }
    return out;
}

// Whatever two clients choose to send, it comes back as they sent it.
void expect_values_back(std::string_view target, std::string_view user_agent) {
    if (target.empty() || target == "-" || user_agent == "-") {
        return;
    }
    for (const Escape escape : {Escape::octets, Escape::json}) {
        LogFormat::Problem problem;
        const std::string text =
            std::string("escape=") +
            (escape == Escape::json ? "json " : "default ") +
            "$remote_addr - $remote_user [$time_local] \"$host\" $unknown "
            "\"$request_uri\" $request_method $status \"$http_user_agent\"";
        const auto format = LogFormat::from(text, problem);
        expect(format.has_value(), "a usual format is read");
        FormatLineParser parser(*format);
        LogRecord record;
        const std::string line =
            "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"a.example\" - \"" +
            escaped(target, escape) + "\" GET 200 \"" +
            escaped(user_agent, escape) + '"';
        expect(parser.parse(line, record) == LineKind::request,
               "a line that nginx wrote is a request");
        expect(record.target == target && record.user_agent == user_agent,
               "what was sent comes back");
        expect(record.status == "200" && record.host == "a.example" &&
                   record.address == "192.0.2.1" && record.method == "GET",
               "no value moves another one");
    }
}

void expect_views_hold(const LogRecord& record) {
    std::size_t octets = 0;
    for (const std::string_view view :
         {record.address, record.method, record.target, record.user_agent,
          record.host, record.scheme, record.port, record.site, record.status,
          record.crawler, record.identity, record.signature, record.revision,
          record.action, record.verdict, record.violations, record.rule,
          record.request_id}) {
        for (const char c : view) {
            octets += static_cast<unsigned char>(c) < 0x80 ? 1 : 2;
        }
    }
    expect(octets < SIZE_MAX, "all views can be read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\n'), size);
    const std::string_view text = input.substr(0, end);
    std::string_view lines = input.substr(std::min(end + 1, size));
    LogFormat::Problem problem;
    const auto format = LogFormat::from(text, problem);
    expect(
        format.has_value() == problem.text.empty() && problem.at <= text.size(),
        "a format is read or has a problem with a place");
    for (const auto& directive : robotsctl::nginx_formats(input)) {
        expect(directive.places.size() == directive.text.size() + 1,
               "each octet of a directive has a place");
    }
    robotsctl::LogReading reading;
    if (format) {
        reading.format = std::make_shared<const LogFormat>(*format);
    }
    reading.host = static_cast<HostPlace>(size % 5);
    robotsctl::LogLineParser parser(reading);
    expect_values_back(lines.substr(0, 200), text.substr(0, 200));
    while (!lines.empty()) {
        const std::size_t stop = std::min(lines.find('\n'), lines.size());
        // A copy that ends where the line does, so that a read past it is seen.
        const std::string line(lines.substr(0, stop));
        LogRecord record;
        if (parser.parse(line, record) == LineKind::request) {
            expect(!record.target.empty(), "a request has a target");
            expect_views_hold(record);
        }
        lines.remove_prefix(std::min(stop + 1, lines.size()));
    }
    return 0;
}
