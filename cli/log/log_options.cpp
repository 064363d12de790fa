#include "cli/log/log_options.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/log/log_format.hpp"
#include "cli/options/input.hpp"
#include "cli/output/text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kMostConf = std::size_t{4} * 1024 * 1024;

// The log formats that can be given by name.
constexpr std::pair<std::string_view, HostPlace> kNamedFormats[] = {
    {"combined", HostPlace::nowhere},
    {"vhost_combined", HostPlace::front},
    {"combined_vhost", HostPlace::behind},
};

// Compiles a format. where(octet) returns the place of an octet of `text`, for
// messages.
template <class Where>
LogReading compiled(const std::string& text, Where where) {
    LogFormat::Problem problem;
    auto format = LogFormat::from(text, problem);
    if (!format) {
        throw Unusable(where(problem.at) + ": " + problem.text);
    }
    return {std::make_shared<const LogFormat>(*std::move(format)),
            HostPlace::unknown};
}

// Reads a format that is given as a whole log_format directive, or as the text
// between the quotes of the directive.
LogReading described_format(const std::string& text) {
    const std::vector<NginxFormat> directives = nginx_formats(text);
    const NginxFormat* one =
        directives.size() == 1 ? directives.data() : nullptr;
    return compiled(one != nullptr ? one->text : text, [one](std::size_t at) {
        return "--log-format:" +
               std::to_string(one != nullptr ? one->places[at].column : at + 1);
    });
}

std::string format_names(const std::vector<NginxFormat>& formats) {
    constexpr std::size_t kMost = 20;
    std::string out;
    for (std::size_t i = 0; i < formats.size() && i < kMost; ++i) {
        out += (i == 0 ? "" : ", ") + robots::cited(formats[i].name);
    }
    return formats.size() > kMost ? out + ", ..." : out;
}

bool is_file(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace

void LogLinesOption::add_to(CLI::App& verb) {
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
    verb.add_option("--url", url_,
                    "any URL of the site for log lines without a host")
        ->type_name("URL");
}

LogReading LogLinesOption::from_file() const {
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
        throw Unusable(
            file + ": " +
            (formats.empty()
                 ? "no `log_format` here; name the file that has it, "
                   "since included files are not read"
             : name.empty() ? "several formats: " + format_names(formats) +
                                  "; write one behind the file, as in " +
                                  robots::cited(file + ":" + formats[0].name)
                            : "no `log_format` " + robots::cited(name) +
                                  "; known: " + format_names(formats)));
    }
    return compiled(at->text, [&](std::size_t octet) {
        const robots::ConfPlace place =
            octet == 0 ? at->place : at->places[octet];
        return file + ':' + std::to_string(place.line) + ':' +
               std::to_string(place.column);
    });
}

LogReading LogLinesOption::reading() const {
    if (!file_.empty()) {
        return from_file();
    }
    if (format_.empty()) {
        return {};
    }
    for (const auto& [name, host] : kNamedFormats) {
        if (format_ == name) {
            return {nullptr, host};
        }
    }
    if (format_.find('$') == std::string::npos) {
        throw Unusable("--log-format: unknown format " +
                       robots::cited(format_) +
                       "; write a log_format of nginx, such as '$remote_addr "
                       "[$time_local] \"$request\" \"$http_user_agent\"', or "
                       "combined, vhost_combined or combined_vhost");
    }
    return described_format(format_);
}

std::optional<robots::Url> LogLinesOption::url() const {
    return url_.empty() ? std::nullopt
                        : std::optional(absolute_url("--url", url_));
}

void ReplayInputOption::add_to(CLI::App& verb) {
    policy_.add_to(verb);
    policy_.add_robots_txt_to(verb);
    verb.add_option("LOG", logs_,
                    "access logs, gzipped or not; - for standard input")
        ->type_name("FILE");
    lines_.add_to(verb);
    verb.add_flag("--no-merge-slashes", keep_slashes_,
                  "judge as nginx does with merge_slashes off");
}

ReplayInput ReplayInputOption::read() {
    const std::string first = policy_.take_misplaced();
    if (!first.empty()) {
        logs_.insert(logs_.begin(), first);
    }
    if (logs_.empty()) {
        throw Unusable(
            "LOG is missing: name an access log, or - for standard input");
    }
    ReplayInput out;
    out.url = lines_.url();
    out.policy = policy_.load();
    out.reading = lines_.reading();
    out.logs = logs_;
    out.slashes =
        keep_slashes_ ? robots::Slashes::keep : robots::Slashes::merge;
    return out;
}

}  // namespace robotsctl
