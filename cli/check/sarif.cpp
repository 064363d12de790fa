#include "cli/check/sarif.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "policy/base/percent_encoding.hpp"
#include "policy/lint/codes.hpp"

namespace robotsctl {

namespace {

using robots::Diagnostic;
using robots::Severity;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

std::string_view level_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::advice:
            return "note";
    }
    return "none";
}

// A URI (RFC 3986), relative unless the path is absolute.
std::string uri_of(std::string_view path) {
    std::string out = path.substr(0, 1) == "/" ? "file://" : "";
    for (const char c : path) {
        const auto octet = static_cast<unsigned char>(c);
        if (robots::is_unreserved(octet) || c == '/') {
            out += c;
        } else {
            robots::append_triplet(out, octet);
        }
    }
    return out;
}

std::string summary_of(std::string_view code) {
    for (const auto& entry : robots::lint::all_codes()) {
        if (entry.name == code) {
            return std::string(entry.summary);
        }
    }
    for (const auto& other : robots::lint::other_warnings()) {
        if (other.name == code) {
            return std::string(other.summary);
        }
    }
    return "the policy does not load";
}

Json rule_of(const Diagnostic& diagnostic) {
    return {
        {"id", diagnostic.code},
        {"shortDescription", {{"text", summary_of(diagnostic.code)}}},
        {"defaultConfiguration", {{"level", level_of(diagnostic.severity)}}}};
}

Json location_of(const Diagnostic& diagnostic) {
    Json physical = {{"artifactLocation", {{"uri", uri_of(diagnostic.file)}}}};
    if (diagnostic.line != 0) {
        physical["region"] = {{"startLine", diagnostic.line}};
        if (diagnostic.column != 0) {
            physical["region"]["startColumn"] = diagnostic.column;
        }
    }
    return {{"physicalLocation", std::move(physical)}};
}

Json result_of(const Diagnostic& diagnostic, std::size_t rule) {
    Json out = {{"ruleId", diagnostic.code},
                {"ruleIndex", rule},
                {"level", level_of(diagnostic.severity)},
                {"message", {{"text", diagnostic.text}}},
                {"locations", Json::array({location_of(diagnostic)})}};
    if (diagnostic.fix) {
        out["properties"] = {{"fix", diagnostic.fix->by},
                             {"effect", name_of(diagnostic.fix->effect)}};
    }
    return out;
}

}  // namespace

Json sarif_log(const robots::Diagnostics& diagnostics) {
    Json rules = Json::array();
    Json results = Json::array();
    std::map<std::string, std::size_t> index;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.more > 0) {
            continue;
        }
        const auto [it, added] =
            index.try_emplace(diagnostic.code, rules.size());
        if (added) {
            rules.push_back(rule_of(diagnostic));
        }
        results.push_back(result_of(diagnostic, it->second));
    }
    return {{"$schema", kSchema},
            {"version", "2.1.0"},
            {"runs", Json::array({{{"tool",
                                    {{"driver",
                                      {{"name", "robotsctl"},
                                       {"version", ROBOTS_VERSION},
                                       {"rules", std::move(rules)}}}}},
                                   {"results", std::move(results)}}})}};
}

}  // namespace robotsctl
