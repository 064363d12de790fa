#include "policy/loader/entries/site_lists.hpp"

#include <utility>

#include "policy/loader/entries/hosts_file.hpp"

namespace robots::loader {

void SiteLists::read_apart(const Reader& reader, SiteList& list,
                           std::uint32_t number) {
    PackedNodes others;
    for (; list.items.size() > 0; ++number) {
        const YamlNode& item = list.items.take();
        if (item.kind == YamlNode::Kind::map &&
            find_key(item, "hosts_file") != nullptr) {
            reader.findings().enter_stage(list.stage, number);
            apart_.emplace(number, read_site_entry(reader, {"sites", &item}));
        }
        others.add(item);
    }
    list.items = std::move(others);
}

void SiteLists::read_hosts_files(const Reader& reader, PolicyFiles& files) {
    std::uint32_t number = 0;
    for (SiteList& list : lists_) {
        const auto sites = static_cast<std::uint32_t>(list.items.size());
        if (list.has_hosts_files) {
            read_apart(reader, list, number);
        }
        number += sites;
    }
    reader.findings().leave_stages();
    for (auto& [place, site] : apart_) {
        loader::read_hosts_files(site, files, reader.findings());
    }
}

std::optional<SiteEntry> SiteLists::next(const Reader& reader) {
    while (list_ < lists_.size() && lists_[list_].items.size() == 0) {
        lists_[list_++].items = PackedNodes();
    }
    if (list_ == lists_.size()) {
        return std::nullopt;
    }
    SiteList& list = lists_[list_];
    const YamlNode& item = list.items.take();
    const std::uint32_t number = number_++;
    if (const auto it = apart_.find(number); it != apart_.end()) {
        SiteEntry site = std::move(it->second);
        apart_.erase(it);
        return site;
    }
    reader.findings().enter_stage(list.stage, number);
    return read_site_entry(reader, {"sites", &item});
}

}  // namespace robots::loader
