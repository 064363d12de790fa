#include "loader/ranges_file.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace robots::loader {

namespace {

using nlohmann::json;

// "line 3, column 7": where octet `at` of a text stands, counted from 1.
std::string place_text(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at > 0 ? at - 1 : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return "line " + std::to_string(line) + ", column " +
           std::to_string(column);
}

// Reads the prefixes of one entry; the result is what is wrong with it, or "".
std::string read_entry(const json& entry, std::vector<AddressPrefix>& out) {
    bool any = false;
    for (const char* key : {"ipv4Prefix", "ipv6Prefix"}) {
        const auto it = entry.find(key);
        if (it == entry.end()) {
            continue;
        }
        if (!it->is_string()) {
            return std::string("its `") + key + "` is no text";
        }
        const std::string_view text = it->get_ref<const std::string&>();
        const ReadPrefix read = read_prefix(text);
        if (!read.prefix) {
            return quoted(text) + ' ' + read.problem;
        }
        out.push_back(*read.prefix);
        any = true;
    }
    return any ? "" : "it has neither an `ipv4Prefix` nor an `ipv6Prefix`";
}

void warn(const Text& path, std::string_view name, std::string_view token,
          const std::string& problem, Findings& findings) {
    findings.warning(
        path.place, "ranges-unusable",
        quoted(name) + " can't be used: " + problem +
            ". Until it is mended, the addresses of " + quoted(token) +
            " are unverifiable, but for those that another of its lists or a "
            "reverse name verifies");
}

// What a file says, and what is wrong with it. One that several crawlers name
// is read once.
struct RangesFile {
    PublishedRanges list;
    std::string problem;
};

RangesFile read_ranges_file(const std::string& name, PolicyFiles& files) {
    RangesFile out;
    const PolicyFiles::Dated dated = files.read_ranges(name);
    out.problem = dated.source.problem;
    if (out.problem.empty()) {
        ReadRanges read = read_ranges_json(dated.source.text);
        out.problem = std::move(read.problem);
        out.list.addresses = std::move(read.addresses);
    }
    out.list.file = name;
    out.list.written = Utc{dated.source.modified};
    out.list.usable = out.problem.empty();
    return out;
}

}  // namespace

ReadRanges read_ranges_json(std::string_view text) {
    ReadRanges out;
    json document;
    try {
        document = json::parse(text);
    } catch (const json::parse_error& error) {
        out.problem =
            "it is no JSON, or breaks off, at " + place_text(text, error.byte);
        return out;
    }
    const auto prefixes = document.find("prefixes");
    if (prefixes == document.end() || !prefixes->is_array()) {
        out.problem = "it has no list `prefixes`";
        return out;
    }
    std::vector<AddressPrefix> all;
    for (const json& entry : *prefixes) {
        const std::string problem = read_entry(entry, all);
        if (!problem.empty()) {
            out.problem = "entry " +
                          std::to_string(&entry - &prefixes->front() + 1) +
                          " of `prefixes`: " + problem;
            return out;
        }
    }
    if (all.empty()) {
        out.problem = "its `prefixes` are empty";
    }
    out.addresses = AddressRanges(std::move(all));
    return out;
}

void read_ranges_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                       Findings& findings) {
    std::map<std::string, RangesFile> read;
    for (CrawlerEntry& crawler : crawlers) {
        for (const Text& path : crawler.ranges_files) {
            const std::string name = files.path_of(path);
            const auto [it, added] = read.try_emplace(name);
            if (added) {
                it->second = read_ranges_file(name, files);
            }
            if (!it->second.list.usable) {
                warn(path, name, crawler.token, it->second.problem, findings);
            }
            crawler.ranges.push_back(it->second.list);
            crawler.ranges.back().place = path.place;
        }
    }
}

}  // namespace robots::loader
