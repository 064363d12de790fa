#include "policy/loader/entries/published.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "policy/loader/entries/rows.hpp"

namespace robots::loader {

namespace {

// The contents of a file, and the problems in it.
template <class Set>
struct PublishedFile {
    Set set;
    std::string problem;               // not empty: the file is unusable
    std::vector<std::string> skipped;  // why keys are skipped
    bool outside = false;              // true: an error is reported already
};

void parse(std::string_view text, PublishedFile<PublishedRanges>& out) {
    PublishedList list = read_published_list(text);
    out.problem = std::move(list.problem);
    out.set.addresses = std::move(list.addresses);
}

void parse(std::string_view text, PublishedFile<PublishedKeys>& out) {
    signature::ReadKeys read = signature::read_keys(text);
    out.problem = std::move(read.problem);
    out.skipped = std::move(read.skipped);
    out.set.keys = std::move(read.keys);
}

// Caches files of one kind, so that each is read once.
template <class Set>
class PublishedSets {
  public:
    // Returns the file `path`. Calls read() at the first use of `path`.
    template <class Read>
    const PublishedFile<Set>& at(const std::string& path, const Read& read) {
        const auto [it, added] = files_.try_emplace(path);
        PublishedFile<Set>& file = it->second;
        if (added) {
            const Source dated = read();
            file.outside = dated.outside;
            file.problem = dated.problem;
            if (file.problem.empty()) {
                parse(dated.text, file);
            }
            file.set.file = path;
            file.set.written = Utc{dated.modified};
            file.set.usable = file.problem.empty();
        }
        return file;
    }

  private:
    std::map<std::string, PublishedFile<Set>> files_;
};

void warn(const Place& place, std::string_view token,
          const PublishedFile<PublishedRanges>& file, Findings& findings) {
    if (!file.set.usable) {
        findings.warning(
            place, "ranges-unusable",
            "cannot use " + cited(file.set.file, kWholePath) + ": " +
                file.problem + ". Until this is fixed, addresses of " +
                cited(token) +
                " are unverifiable, unless another of its lists or a "
                "reverse name verifies them");
    }
}

void warn(const Place& place, std::string_view token,
          const PublishedFile<PublishedKeys>& file, Findings& findings) {
    const std::string name = cited(file.set.file, kWholePath);
    if (!file.set.usable) {
        findings.warning(place, "keys-unusable",
                         "cannot use " + name + ": " + file.problem +
                             ". Until this is fixed, its keys verify no "
                             "request of " +
                             cited(token));
    }
    const auto& keys = file.set.keys;
    if (std::any_of(keys.begin(), keys.end(),
                    [](const signature::TimedKey& key) {
                        return key.key->is_test_key();
                    })) {
        findings.warning(
            place, "key-is-public",
            name +
                " has a test key of RFC 9421 or of a draft, with "
                "which anybody can sign; it verifies nothing. Ask the operator "
                "for its own key");
    }
    for (const std::string& skipped : file.skipped) {
        if (file.set.usable) {
            std::string text = name;
            text.append(": ").append(skipped);
            text.append("; the other keys are used without it");
            findings.warning(place, "key-skipped", text);
        }
    }
}

template <auto paths, auto sets>
void read_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                Findings& findings, std::size_t limit) {
    using Sets = std::remove_reference_t<decltype(crawlers.front().*sets)>;
    PublishedSets<typename Sets::value_type> all;
    for (CrawlerEntry& crawler : crawlers) {
        for (const Text& path : crawler.*paths) {
            const auto& file = all.at(files.path_of(path), [&] {
                return files.read_published(path, limit);
            });
            if (!file.outside) {
                warn(path.place, crawler.token, file, findings);
            }
            (crawler.*sets).push_back(file.set);
            (crawler.*sets).back().place = path.place;
        }
    }
}

// ---- the folder of copies --------------------------------------------------

std::optional<std::string> read_directory(const Reader& reader,
                                          const Value& value) {
    return reader.filled_text(
        value,
        "`directory` is empty; write a folder, such as `/var/lib/robots`");
}

constexpr Key<IdentityEntry> kIdentityKeys[] = {
    {"directory", read_placed<&IdentityEntry::directory, read_directory>},
};

class Copies {
  public:
    Copies(PolicyFiles::IdentityFolder folder, const Place& place,
           PolicyFiles& files, Findings& findings)
        : folder_(std::move(folder)),
          place_(place),
          files_(files),
          findings_(findings) {}

    // Adds all lists of `crawler` if the folder has at least one of them.
    // Missing lists are added as unusable.
    void add_lists(Crawler& crawler) {
        const std::vector<std::string>& urls = crawler.ranges_urls;
        if (std::any_of(urls.begin(), urls.end(),
                        [this](const std::string& url) { return has(url); })) {
            for (const std::string& url : urls) {
                add(url, "ranges-unusable", "address", crawler.token, ranges_,
                    kMaxRanges, crawler.ranges);
            }
        }
    }

    void add_keys(Crawler& crawler) {
        for (const std::string& agent : crawler.keys_urls) {
            if (const std::string url = url_of_keys(agent); has(url)) {
                add(url, "keys-unusable", "request", crawler.token, keys_,
                    kMaxKeys, crawler.keys);
                crawler.keys.back().url = url;
            }
        }
    }

  private:
    bool has(const std::string& url) const {
        return folder_.names.count(identity_file_name(url)) != 0;
    }

    // Adds the contents of the copy of `url`. If the copy cannot be used,
    // warns, but only once for each copy.
    template <class Set>
    void add(const std::string& url, const char* code, const char* what,
             const std::string& token, PublishedSets<Set>& all,
             std::size_t limit, std::vector<Set>& to) {
        const std::string path = folder_.path + identity_file_name(url);
        bool is_new = false;
        const PublishedFile<Set>& copy = all.at(path, [&] {
            is_new = true;
            return files_.read_published(path, limit);
        });
        if (is_new && !copy.set.usable) {
            findings_.warning(
                place_, code,
                "cannot use " + cited(path, kWholePath) + ": " + copy.problem +
                    ". Until `robotsctl sources update` has replaced it, it "
                    "verifies no " +
                    what + " of " + cited(token));
        }
        to.push_back(copy.set);
        to.back().place = place_;
    }

    PolicyFiles::IdentityFolder folder_;
    Place place_;
    PolicyFiles& files_;
    Findings& findings_;
    PublishedSets<PublishedRanges> ranges_;
    PublishedSets<PublishedKeys> keys_;
};

}  // namespace

void read_published_files(std::vector<CrawlerEntry>& crawlers,
                          PolicyFiles& files, Findings& findings) {
    read_files<&CrawlerEntry::ranges_files, &CrawlerEntry::ranges>(
        crawlers, files, findings, kMaxRanges);
    read_files<&CrawlerEntry::keys_files, &CrawlerEntry::keys>(
        crawlers, files, findings, kMaxKeys);
}

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
                             "; `robotsctl sources update POLICY` makes this "
                             "folder and fills it");
        return path;
    }
    Copies copies(std::move(folder), place, files, findings);
    for (Crawler& crawler : crawlers) {
        copies.add_lists(crawler);
        copies.add_keys(crawler);
    }
    return path;
}

}  // namespace robots::loader
