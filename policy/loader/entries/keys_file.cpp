#include "policy/loader/entries/keys_file.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

// What a file says. One that several crawlers name is read once.
struct KeysFile {
    PublishedKeys set;
    signature::ReadKeys read;
    bool outside = false;  // then an error is reported already
};

KeysFile read_keys_file(const Text& path, PolicyFiles& files) {
    KeysFile out;
    const PolicyFiles::Dated dated = files.read_keys(path);
    out.outside = dated.source.outside;
    out.read.problem = dated.source.problem;
    if (out.read.problem.empty()) {
        out.read = signature::read_keys(dated.source.text);
    }
    out.set.keys = out.read.keys;
    out.set.file = files.path_of(path);
    out.set.written = Utc{dated.source.modified};
    out.set.usable = out.read.problem.empty();
    return out;
}

bool has_test_key(const PublishedKeys& set) {
    return std::any_of(
        set.keys.begin(), set.keys.end(),
        [](const signature::Key& key) { return key.key->is_test_key(); });
}

void warn(const Text& path, const KeysFile& file, std::string_view token,
          Findings& findings) {
    const std::string name = quoted(file.set.file, kWholePath);
    if (!file.set.usable) {
        findings.warning(path.place, "keys-unusable",
                         "cannot use " + name + ": " + file.read.problem +
                             ". Until this is fixed, its keys verify no "
                             "request of " +
                             quoted(token));
    }
    if (has_test_key(file.set)) {
        findings.warning(
            path.place, "key-is-public",
            name +
                " has a test key of RFC 9421 or of a draft, with "
                "which anybody can sign; it verifies nothing "
                "unless nginx.conf has `robots_signature_test_keys "
                "on`. Ask the operator for its own key");
    }
    for (const std::string& skipped : file.read.skipped) {
        if (file.set.usable) {
            std::string text = name;
            text.append(": ").append(skipped);
            text.append("; the other keys are used without it");
            findings.warning(path.place, "key-skipped", text);
        }
    }
}

}  // namespace

void read_keys_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                     Findings& findings) {
    std::map<std::string, KeysFile> read;
    for (CrawlerEntry& crawler : crawlers) {
        for (const Text& path : crawler.keys_files) {
            const auto [it, added] = read.try_emplace(files.path_of(path));
            if (added) {
                it->second = read_keys_file(path, files);
            }
            if (!it->second.outside) {
                warn(path, it->second, crawler.token, findings);
            }
            crawler.keys.push_back(it->second.set);
            crawler.keys.back().place = path.place;
        }
    }
}

}  // namespace robots::loader
