#include "loader/policy_files.hpp"

#include <algorithm>

#include "robots_txt.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMaxIncluded = 10000;

// A list of addresses is at most this large.
constexpr std::size_t kMaxRanges = std::size_t{4} * 1024 * 1024;

bool has_wildcard(const std::string& pattern) {
    return pattern.find_first_of("*?[") != std::string::npos;
}

// A folder's name as a pattern that matches it alone.
std::string without_wildcards(const std::string& folder) {
    std::string out;
    for (const char c : folder) {
        if (c == '*' || c == '?' || c == '[' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

}  // namespace

Source PolicyFiles::open(const std::string& path, std::size_t limit) {
    Source source = read_source(path, limit);
    inputs_.add_file(path, source.text);
    return source;
}

bool PolicyFiles::read(const std::string& path, const Place* asked_at) {
    const Source source = open(path, kMaxYaml);
    if (!source.problem.empty()) {
        const Place place =
            asked_at != nullptr ? *asked_at : Place{findings_.add_file(path)};
        findings_.error(place, "unreadable-file",
                        quoted(path) + ": " + source.problem);
        incomplete_ = true;
        return false;
    }
    if (!seen_.insert({source.device, source.inode}).second) {
        return true;
    }
    modified_ = std::max(modified_, source.modified);
    const std::size_t errors = findings_.errors();
    auto file = std::make_unique<PolicyFile>();
    file->index = findings_.add_file(path);
    file->document = parse_yaml(source.text, file->index, findings_,
                                {"sites", "hosts_file"});
    if (findings_.errors() != errors) {
        incomplete_ = true;
        return false;
    }
    files_.push_back(std::move(file));
    return true;
}

bool PolicyFiles::read_main(const std::string& path) {
    return read(path, nullptr);
}

std::string PolicyFiles::relative_to(std::uint32_t file,
                                     const std::string& path) const {
    const bool absolute = !path.empty() && path.front() == '/';
    return absolute ? path : folder_of(findings_.files()[file]) + path;
}

void PolicyFiles::include(const Reader& reader, const Text& pattern) {
    if (!has_wildcard(pattern.value)) {
        read(relative_to(pattern.place.file, pattern.value), &pattern.place);
        return;
    }
    const std::string folder = relative_to(pattern.place.file, "");
    const std::string path = pattern.value.front() == '/'
                                 ? pattern.value
                                 : without_wildcards(folder) + pattern.value;
    const Matches matches = match_paths(path);
    inputs_.add_pattern(path, matches);
    if (matches.failed || matches.paths.size() > kMaxIncluded) {
        reader.findings().error(pattern.place, "bad-include",
                                "the pattern " + quoted(pattern.value) +
                                    " can't be followed, or matches more than "
                                    "10000 files");
        return;
    }
    if (matches.paths.empty()) {
        reader.findings().warning(pattern.place, "include-matches-nothing",
                                  "no file matches " + quoted(pattern.value));
    }
    for (const std::string& match : matches.paths) {
        read(match, &pattern.place);
    }
}

void PolicyFiles::forget_documents() {
    for (const auto& file : files_) {
        file->document = YamlDocument();
    }
}

void PolicyFiles::read_includes(const Reader& reader, const Value& value) {
    for (const Text& pattern : reader.texts(value)) {
        include(reader, pattern);
    }
}

const PolicyFiles::Beside* PolicyFiles::read_beside(const Text& path,
                                                    std::size_t limit) {
    const std::string name = relative_to(path.place.file, path.value);
    const auto [it, added] = beside_.try_emplace(name);
    if (added) {
        Source source = open(name, limit);
        if (!source.problem.empty()) {
            findings_.error(path.place, "unreadable-file",
                            quoted(name) + ": " + source.problem);
            return nullptr;
        }
        modified_ = std::max(modified_, source.modified);
        it->second = std::make_unique<const Beside>(
            Beside{std::move(source.text), findings_.add_file(name)});
    }
    return it->second.get();
}

const PolicyFiles::Beside* PolicyFiles::read_verbatim(const Text& path) {
    return read_beside(path, kMaxRobotsTxt);
}

const PolicyFiles::Beside* PolicyFiles::read_hosts(const Text& path) {
    return read_beside(path, kMaxSource);
}

// What a robots.txt says does not change with it, so that it plays no part in
// when that was modified.
PolicyFiles::Dated PolicyFiles::read_ranges(const std::string& path) {
    Dated out{read_source(path, kMaxRanges)};
    inputs_.add_dated_file(path, out.source.text, out.source.modified);
    if (out.source.problem.empty()) {
        out.file = findings_.add_file(path);
    }
    return out;
}

}  // namespace robots::loader
