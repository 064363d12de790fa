#include "policy/loader/entries/site_lists.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

// Returns the index of the ":" before the port in "host:port" or "[::1]:port",
// or npos without a port. An IPv6 address without brackets has several colons.
std::size_t find_port(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    const std::size_t bracket = text.rfind(']');
    const bool within = bracket != std::string_view::npos &&
                        colon != std::string_view::npos && colon < bracket;
    const bool bare = bracket == std::string_view::npos &&
                      std::count(text.begin(), text.end(), ':') > 1;
    return within || bare ? std::string_view::npos : colon;
}

void read_host(const ListItem& item, std::uint32_t file, SiteEntry& site,
               Findings& findings) {
    HostEntry host;
    host.place = {file, item.line, item.column};
    const bool is_url = item.text.find("://") != std::string_view::npos;
    const std::size_t colon =
        is_url ? std::string_view::npos : find_port(item.text);
    if (colon != std::string_view::npos) {
        const auto port = number_from(item.text.substr(colon + 1));
        if (!port || *port == 0 || *port > UINT16_MAX) {
            findings.error(
                host.place, "bad-host",
                "invalid port after `:`; write a number from 1 to 65535");
            return;
        }
        host.port = static_cast<std::uint16_t>(*port);
    }
    if (auto name = canonical_site_host(item.text.substr(0, colon), host.place,
                                        findings, Quoting::none)) {
        host.name = std::move(*name);
        site.hosts.push_back(std::move(host));
    }
}

// Adds the hosts in the files of `hosts_file` to `site`. An item in a file is a
// host or "*.suffix". For an item with ":port", the site claims only that port.
void read_hosts_files(SiteEntry& site, PolicyFiles& files, Findings& findings) {
    for (const Text& path : site.hosts_files) {
        const PolicyFiles::Beside* list = files.read(path);
        if (list == nullptr) {
            continue;
        }
        std::string_view text = list->text;
        std::uint32_t line = 0;
        const std::size_t hosts = site.hosts.size();
        const std::size_t errors = findings.errors();
        site.hosts.reserve(hosts + 1 +
                           static_cast<std::size_t>(
                               std::count(text.begin(), text.end(), '\n')));
        for (auto item = next_item(text, line); !item.text.empty();
             item = next_item(text, line)) {
            read_host(item, list->file, site, findings);
        }
        if (site.hosts.size() == hosts && findings.errors() == errors) {
            findings.error(path.place, "empty-file",
                           robots::cited(path.value) + " contains no host");
        }
    }
}

}  // namespace

PolicyFile* SiteLists::next_file() {
    if (lists_begun_ > 0) {
        lists_[lists_begun_ - 1].items = PackedNodes();
    }
    reader_.reset();
    return lists_begun_ < lists_.size() ? lists_[lists_begun_++].file : nullptr;
}

std::optional<SiteEntry> SiteLists::next(const Reader& reader,
                                         PolicyFiles& files) {
    SiteList& list = lists_[lists_begun_ - 1];
    if (list.items.size() == 0) {
        return std::nullopt;
    }
    if (!reader_) {
        reader_.emplace(reader_of(*list.file, reader, at_least_));
    }
    SiteEntry site = read_site_entry(*reader_, {"sites", &list.items.take()});
    read_hosts_files(site, files, reader.findings());
    return site;
}

void SiteLists::take_parsed() {
    SiteList& list = lists_[lists_begun_ - 1];
    list.items = std::move(list.file->document.packed());
    list.file->document = YamlDocument();
}

}  // namespace robots::loader
