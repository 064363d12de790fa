#include "cli/log/log_format_option.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cli/log/log_format.hpp"
#include "cli/options/input.hpp"
#include "cli/output/text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kMostConf = std::size_t{4} * 1024 * 1024;

// The formats that have a name.
std::optional<LogReading> named_format(const std::string& name) {
    LogReading out;
    if (name == "combined") {
        out.host = HostPlace::nowhere;
    } else if (name == "vhost_combined") {
        out.host = HostPlace::front;
    } else if (name == "combined_vhost") {
        out.host = HostPlace::behind;
    } else {
        return std::nullopt;
    }
    return out;
}

std::optional<LogReading> reading_of(std::optional<LogFormat> format) {
    if (!format) {
        return std::nullopt;
    }
    LogReading out;
    out.format = std::make_shared<const LogFormat>(std::move(*format));
    return out;
}

// A whole directive, or what is between its quotes.
std::optional<LogReading> described_format(const std::string& text) {
    LogFormat::Problem problem;
    const std::vector<NginxFormat> directives = nginx_formats(text);
    auto format = LogFormat::from(
        directives.size() == 1 ? directives[0].text : text, problem);
    if (!format) {
        const std::size_t at = directives.size() == 1
                                   ? directives[0].places[problem.at].column - 1
                                   : problem.at;
        complain("--log-format:" + std::to_string(at + 1) + ": " +
                 problem.text);
    }
    return reading_of(std::move(format));
}

std::string names_of(const std::vector<NginxFormat>& formats) {
    constexpr std::size_t kMost = 20;
    std::string out;
    for (std::size_t i = 0; i < formats.size() && i < kMost; ++i) {
        out += (i == 0 ? "" : ", ") + robots::quoted(formats[i].name);
    }
    return formats.size() > kMost ? out + ", ..." : out;
}

bool is_file(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace

void LogFormatOption::add_to(CLI::App& verb) {
    CLI::Option* format = verb.add_option(
        "--log-format", format_,
        "format of the log lines: a log_format of nginx, such as "
        "'$remote_addr [$time_local] ...', or combined, vhost_combined (host "
        "in front), combined_vhost (host behind)");
    format->type_name("FORMAT");
    verb.add_option("--log-format-from", file_,
                    "an nginx.conf with the log_format of the lines; :NAME "
                    "behind it if it has several")
        ->type_name("FILE[:NAME]")
        ->excludes(format);
}

std::optional<LogReading> LogFormatOption::from_file() const {
    std::string file = file_;
    std::string name;
    const std::size_t colon = file.rfind(':');
    if (!is_file(file) && colon != std::string::npos) {
        name = file.substr(colon + 1);
        file.resize(colon);
    }
    const std::vector<NginxFormat> formats =
        nginx_formats(read_input(file, kMostConf));
    const auto at = std::find_if(
        formats.begin(), formats.end(), [&](const NginxFormat& each) {
            return name.empty() ? formats.size() == 1 : each.name == name;
        });
    if (at == formats.end()) {
        complain(file + ": " +
                 (formats.empty()
                      ? "no `log_format` here; name the file that has it, "
                        "since included files are not read"
                  : name.empty()
                      ? "several formats: " + names_of(formats) +
                            "; write one behind the file, as in " +
                            robots::quoted(file + ":" + formats[0].name)
                      : "no `log_format` " + robots::quoted(name) +
                            "; known: " + names_of(formats)));
        return std::nullopt;
    }
    LogFormat::Problem problem;
    auto format = LogFormat::from(at->text, problem);
    if (!format) {
        const robots::ConfPlace place =
            problem.at == 0 ? at->place : at->places[problem.at];
        complain(file + ':' + std::to_string(place.line) + ':' +
                 std::to_string(place.column) + ": " + problem.text);
    }
    return reading_of(std::move(format));
}

std::optional<LogReading> LogFormatOption::read() const {
    if (!file_.empty()) {
        return from_file();
    }
    if (format_.empty()) {
        return LogReading{};
    }
    if (auto named = named_format(format_)) {
        return named;
    }
    if (format_.find('$') == std::string::npos) {
        complain("--log-format: unknown format " + robots::quoted(format_) +
                 "; write a log_format of nginx, such as '$remote_addr "
                 "[$time_local] \"$request\" \"$http_user_agent\"', or "
                 "combined, vhost_combined or combined_vhost");
        return std::nullopt;
    }
    return described_format(format_);
}

}  // namespace robotsctl
