#include "policy/loader/entries/identity_entry.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "policy/crawlers/identity_files.hpp"
#include "policy/loader/entries/published_list.hpp"

namespace robots::loader {

namespace {

const Key<IdentityEntry> kIdentityKeys[] = {
    {"directory",
     [](const Reader& reader, const Value& value, IdentityEntry& identity) {
         auto path = reader.text(value);
         if (path && path->empty()) {
             reader.findings().error(value.place(), "empty-value",
                                     "`directory` is empty; write a folder, "
                                     "such as `/var/lib/robots`");
         } else if (path) {
             identity.directory = Text{std::move(*path), value.place()};
         }
     }},
};

// The copies in a folder, each read once.
class Copies {
  public:
    Copies(PolicyFiles::IdentityFolder folder, const Place& place,
           PolicyFiles& files, Findings& findings)
        : folder_(std::move(folder)),
          place_(place),
          files_(files),
          findings_(findings) {}

    bool has(const std::string& url) const {
        return folder_.names.count(identity_file_name(url)) != 0;
    }

    const PublishedRanges& list_of(const std::string& url,
                                   const std::string& token) {
        const std::string path = path_of(url);
        const auto [it, added] = lists_.try_emplace(path);
        if (added) {
            it->second = read_list(path, token);
        }
        return it->second;
    }

    const PublishedKeys& keys_of(const std::string& url,
                                 const std::string& token) {
        const std::string path = path_of(url);
        const auto [it, added] = keys_.try_emplace(path);
        if (added) {
            it->second = read_keys(path, token);
        }
        return it->second;
    }

  private:
    std::string path_of(const std::string& url) const {
        return folder_.path + identity_file_name(url);
    }

    PublishedRanges read_list(const std::string& path,
                              const std::string& token) {
        PublishedRanges out;
        const PolicyFiles::Dated dated = files_.read_ranges(path);
        std::string problem = dated.source.problem;
        if (problem.empty()) {
            PublishedList list = read_published_list(dated.source.text);
            problem = std::move(list.problem);
            out.addresses = std::move(list.addresses);
        }
        warn("ranges-unusable", path, problem, "address", token);
        return described(std::move(out), path, dated, problem);
    }

    PublishedKeys read_keys(const std::string& path, const std::string& token) {
        PublishedKeys out;
        const PolicyFiles::Dated dated = files_.read_keys(path);
        std::string problem = dated.source.problem;
        if (problem.empty()) {
            signature::ReadKeys read = signature::read_keys(dated.source.text);
            problem = std::move(read.problem);
            out.keys = std::move(read.keys);
        }
        warn("keys-unusable", path, problem, "request", token);
        return described(std::move(out), path, dated, problem);
    }

    template <class Copy>
    Copy described(Copy copy, const std::string& path,
                   const PolicyFiles::Dated& dated,
                   const std::string& problem) const {
        copy.file = path;
        copy.place = place_;
        copy.written = Utc{dated.source.modified};
        copy.usable = problem.empty();
        return copy;
    }

    void warn(const char* code, const std::string& path,
              const std::string& problem, const char* what,
              const std::string& token) {
        if (!problem.empty()) {
            findings_.warning(
                place_, code,
                "cannot use " + quoted(path, kWholePath) + ": " + problem +
                    ". Until `robotsctl identity update` has replaced it, it "
                    "verifies no " +
                    what + " of " + quoted(token));
        }
    }

    PolicyFiles::IdentityFolder folder_;
    Place place_;
    PolicyFiles& files_;
    Findings& findings_;
    std::map<std::string, PublishedRanges> lists_;
    std::map<std::string, PublishedKeys> keys_;
};

// Only some of the lists: the others are unusable.
void add_lists(Crawler& crawler, Copies& copies) {
    const std::vector<std::string>& urls = crawler.ranges_urls;
    const bool any =
        std::any_of(urls.begin(), urls.end(),
                    [&](const std::string& url) { return copies.has(url); });
    if (!any) {
        return;
    }
    for (const std::string& url : urls) {
        crawler.ranges.push_back(copies.list_of(url, crawler.token));
    }
}

void add_keys(Crawler& crawler, Copies& copies) {
    for (const std::string& agent : crawler.signature_agents) {
        const std::string url = keys_url(agent);
        if (copies.has(url)) {
            crawler.keys.push_back(copies.keys_of(url, crawler.token));
        }
    }
}

}  // namespace

IdentityEntry read_identity(const Reader& reader, const Value& value) {
    IdentityEntry identity;
    read_map(reader, value, "`identity`", kIdentityKeys, identity);
    return identity;
}

std::string read_identity_folder(const IdentityEntry& identity,
                                 std::vector<Crawler>& crawlers,
                                 PolicyFiles& files, Findings& findings) {
    if (!identity.directory) {
        return {};
    }
    const Place& place = identity.directory->place;
    PolicyFiles::IdentityFolder folder =
        files.open_identity_folder(*identity.directory);
    std::string path = folder.path;
    if (!folder.problem.empty()) {
        findings.warning(place, "ranges-unusable",
                         folder.problem +
                             "; `robotsctl identity update` makes this folder "
                             "and fills it");
        return path;
    }
    Copies copies(std::move(folder), place, files, findings);
    for (Crawler& crawler : crawlers) {
        add_lists(crawler, copies);
        add_keys(crawler, copies);
    }
    return path;
}

}  // namespace robots::loader
