#include "policy/loader/files/inputs.hpp"

#include <glob.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

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

std::uint64_t digest(Input::Kind kind, const Source& source) {
    const std::uint64_t octets = digest(source.text);
    return kind == Input::Kind::dated_file ? digest(octets, source.modified)
                                           : octets;
}

// What shows that a file has changed.
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

bool has_octets(const Input& input, const Source& source) {
    return digest(input.kind, source) == input.digest;
}

bool has_matches(const Input& input, const Matches& matches) {
    return digest(matches) == input.digest;
}

bool is_unchanged(const Input& input, const Roots& roots) {
    switch (input.kind) {
        case Input::Kind::pattern:
            return has_matches(input, match_paths(input.name));
        case Input::Kind::own_file:
            return look_at(open_file(input.name)).digest == input.digest;
        case Input::Kind::file:
            return look_at(roots.open(input.name)).digest == input.digest;
        case Input::Kind::dated_file: {
            const Look now = look_at(roots.open(input.name));
            return digest(now.digest, now.modified) == input.digest;
        }
    }
    return false;
}

void Inputs::add_file(Input::Kind kind, const std::string& path,
                      const Source& source) {
    all_.push_back({kind, path, digest(kind, source), source.stamp});
}

void Inputs::add_pattern(const std::string& pattern, const Matches& matches) {
    all_.push_back({Input::Kind::pattern, pattern, digest(matches), {}});
}

bool Inputs::unchanged() const {
    const Roots roots(roots_);
    return std::all_of(all_.begin(), all_.end(), [&roots](const Input& input) {
        return is_unchanged(input, roots);
    });
}

}  // namespace robots::loader
