#include "policy/loader/entries/hosts_file.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robots::loader {

namespace {

// One line, its comment and the blanks around it cut off.
struct Line {
    std::string_view text;
    Place place;
};

Line trimmed(std::string_view line, Place place) {
    line = line.substr(0, line.find('#'));
    const std::string_view text = trim(line, " \t\r");
    place.column = static_cast<std::uint32_t>(text.data() - line.data() + 1);
    return {text, place};
}

// Where the port of "host:port" or "[::1]:port" starts, with its colon; npos
// where there is none. An address without brackets has more colons than one.
std::size_t find_port(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    const std::size_t bracket = text.rfind(']');
    const bool within = bracket != std::string_view::npos &&
                        colon != std::string_view::npos && colon < bracket;
    const bool bare = bracket == std::string_view::npos &&
                      std::count(text.begin(), text.end(), ':') > 1;
    return within || bare ? std::string_view::npos : colon;
}

std::optional<std::uint16_t> port_from(std::string_view text) {
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, port);
    return error == std::errc{} && stop == end && port != 0
               ? std::optional<std::uint16_t>(port)
               : std::nullopt;
}

void read_line(const Line& line, SiteEntry& site, Findings& findings) {
    const std::size_t colon = find_port(line.text);
    HostEntry host;
    host.place = line.place;
    if (colon != std::string_view::npos) {
        host.port = port_from(line.text.substr(colon + 1));
        if (!host.port) {
            findings.error(
                line.place, "bad-host",
                "invalid port after `:`; write a number from 1 to 65535");
            return;
        }
    }
    if (auto name = canonical_site_host(line.text.substr(0, colon), line.place,
                                        findings, Quoting::none)) {
        host.name = std::move(*name);
        site.hosts.push_back(std::move(host));
    }
}

void read_lines(std::string_view text, std::uint32_t file, SiteEntry& site,
                Findings& findings) {
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        text.remove_prefix(kByteOrderMark.size());
    }
    Place place{file, 0, 1};
    while (!text.empty()) {
        ++place.line;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Line line = trimmed(text.substr(0, end), place);
        if (!line.text.empty()) {
            read_line(line, site, findings);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

void read_hosts_files(SiteEntry& site, PolicyFiles& files, Findings& findings) {
    for (const Text& path : site.hosts_files) {
        const PolicyFiles::Beside* list = files.read_hosts(path);
        if (list == nullptr) {
            continue;
        }
        const std::size_t hosts = site.hosts.size();
        const std::size_t errors = findings.errors();
        site.hosts.reserve(hosts +
                           static_cast<std::size_t>(std::count(
                               list->text.begin(), list->text.end(), '\n')) +
                           1);
        read_lines(list->text, list->file, site, findings);
        if (site.hosts.size() == hosts && findings.errors() == errors) {
            findings.error(path.place, "empty-file",
                           quoted(path.value) + " contains no host");
        }
    }
}

}  // namespace robots::loader
