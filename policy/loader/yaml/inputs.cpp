#include "policy/loader/yaml/inputs.hpp"

#include <glob.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/loader/yaml/roots.hpp"
#include "policy/loader/yaml/source.hpp"

namespace robots::loader {

namespace {

std::uint64_t digest(std::string_view octets) {
    return XXH3_64bits(octets.data(), octets.size());
}

std::uint64_t digest(std::uint64_t octets, std::time_t modified) {
    return XXH3_64bits_withSeed(&modified, sizeof modified, octets);
}

std::uint64_t digest(const Matches& matches) {
    std::string all;
    for (const std::string& path : matches.paths) {
        all.append(path).push_back('\0');
    }
    return digest(all);
}

// What of a file tells whether it is as it was.
struct Look {
    std::uint64_t digest = 0;
    std::time_t modified = 0;
};

// Hashes the octets as they are read, so that they need no memory.
Look look_at(const OpenedFile& file) {
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    const Source source = read_parts(
        file, kMaxSource, [&state](std::string_view part, std::size_t) {
            XXH3_64bits_update(&state, part.data(), part.size());
        });
    return {XXH3_64bits_digest(&state), source.modified};
}

}  // namespace

Matches match_paths(const std::string& pattern) {
    Matches out;
    glob_t found{};
    const int result = ::glob(pattern.c_str(), 0, nullptr, &found);
    out.failed = result != 0 && result != GLOB_NOMATCH;
    out.paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return out;
}

void Inputs::add_own_file(const std::string& path, std::string_view octets) {
    own_files_.push_back({path, digest(octets)});
}

void Inputs::add_file(const std::string& path, std::string_view octets) {
    files_.push_back({path, digest(octets)});
}

void Inputs::add_dated_file(const std::string& path, std::string_view octets,
                            std::time_t modified) {
    dated_files_.push_back({path, digest(digest(octets), modified)});
}

void Inputs::add_pattern(const std::string& pattern, const Matches& matches) {
    patterns_.push_back({pattern, digest(matches)});
}

bool Inputs::unchanged() const {
    const Roots roots(roots_);
    return std::all_of(patterns_.begin(), patterns_.end(),
                       [](const Input& pattern) {
                           return digest(match_paths(pattern.name)) ==
                                  pattern.digest;
                       }) &&
           std::all_of(own_files_.begin(), own_files_.end(),
                       [](const Input& file) {
                           return look_at(open_file(file.name)).digest ==
                                  file.digest;
                       }) &&
           std::all_of(files_.begin(), files_.end(),
                       [&roots](const Input& file) {
                           return look_at(roots.open(file.name)).digest ==
                                  file.digest;
                       }) &&
           std::all_of(dated_files_.begin(), dated_files_.end(),
                       [&roots](const Input& file) {
                           const Look now = look_at(roots.open(file.name));
                           return digest(now.digest, now.modified) ==
                                  file.digest;
                       });
}

std::vector<std::string> Inputs::files() const {
    std::vector<std::string> out;
    for (const auto* inputs : {&own_files_, &files_, &dated_files_}) {
        for (const Input& input : *inputs) {
            out.push_back(input.name);
        }
    }
    return out;
}

std::vector<std::string> Inputs::patterns() const {
    std::vector<std::string> out;
    for (const Input& input : patterns_) {
        out.push_back(input.name);
    }
    return out;
}

}  // namespace robots::loader
