#include "policy/loader/entries/ranges_file.hpp"

#include <map>
#include <utility>

#include "policy/loader/entries/published_list.hpp"

namespace robots::loader {

namespace {

void warn(const Text& path, std::string_view name, std::string_view token,
          const std::string& problem, Findings& findings) {
    findings.warning(path.place, "ranges-unusable",
                     "cannot use " + quoted(name, kWholePath) + ": " + problem +
                         ". Until this is fixed, addresses of " +
                         quoted(token) +
                         " are unverifiable, unless another of its lists or a "
                         "reverse name verifies them");
}

// What a file says, and what is wrong with it. One that several crawlers name
// is read once.
struct RangesFile {
    PublishedRanges list;
    std::string problem;
    bool outside = false;  // then an error is reported already
};

RangesFile read_ranges_file(const Text& path, PolicyFiles& files) {
    RangesFile out;
    const PolicyFiles::Dated dated = files.read_ranges(path);
    out.outside = dated.source.outside;
    out.problem = dated.source.problem;
    if (out.problem.empty()) {
        PublishedList read = read_published_list(dated.source.text);
        out.problem = std::move(read.problem);
        out.list.addresses = std::move(read.addresses);
    }
    out.list.file = files.path_of(path);
    out.list.written = Utc{dated.source.modified};
    out.list.usable = out.problem.empty();
    return out;
}

}  // namespace

void read_ranges_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                       Findings& findings) {
    std::map<std::string, RangesFile> read;
    for (CrawlerEntry& crawler : crawlers) {
        for (const Text& path : crawler.ranges_files) {
            const std::string name = files.path_of(path);
            const auto [it, added] = read.try_emplace(name);
            if (added) {
                it->second = read_ranges_file(path, files);
            }
            if (!it->second.list.usable && !it->second.outside) {
                warn(path, name, crawler.token, it->second.problem, findings);
            }
            crawler.ranges.push_back(it->second.list);
            crawler.ranges.back().place = path.place;
        }
    }
}

}  // namespace robots::loader
