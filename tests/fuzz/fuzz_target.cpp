// A request target of any octets, in each of its spellings.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/base/percent_encoding.hpp"
#include "policy/matching/target.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robots::Slashes;

// Whether each "%" starts a triplet. One that does not may come to stand in
// front of digits that were themselves encoded, and then starts one.
bool is_well_formed(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && robots::percent_triplet(text, i) < 0) {
            return false;
        }
    }
    return true;
}

// What is_plain says at least, said slowly.
bool has_nothing_to_do(std::string_view target) {
    return !target.empty() && target[0] == '/' &&
           target.find('#') == std::string_view::npos &&
           target.find("//") == std::string_view::npos &&
           target.find("/.") == std::string_view::npos &&
           !robots::may_need_normalising(target);
}

void check_plain(std::string_view target) {
    const bool plain = robots::is_plain(target);
    expect(!plain || has_nothing_to_do(target),
           "where there is something to do, no target is plain");
    // These it takes for octets that have to be looked at.
    if (target.find_first_of("!$~") == std::string_view::npos) {
        expect(plain || !has_nothing_to_do(target),
               "a target is plain where there is nothing to do");
    }
    if (plain) {
        std::string storage;
        expect(robots::path_and_query(target, storage) == target &&
                   robots::normalise_target(target) == target &&
                   robots::resolve_target(target, Slashes::merge) == target,
               "a plain target is the same in every spelling");
    }
}

void check_resolved(std::string_view path, Slashes slashes) {
    const std::string resolved = robots::resolve_target(path, slashes);
    expect(!resolved.empty() && resolved[0] == '/',
           "a resolved target starts with a slash");
    const std::string segments = resolved.substr(0, resolved.find('?')) + '/';
    expect(segments.find("/./") == std::string::npos &&
               segments.find("/../") == std::string::npos,
           "no dot segment is left");
    expect(slashes == Slashes::keep ||
               resolved.substr(0, resolved.find('?')).find("//") ==
                   std::string::npos,
           "slashes are merged");
    if (is_well_formed(path)) {
        expect(robots::resolve_target(resolved, slashes) == resolved,
               "to resolve twice is to resolve once");
    }
    if (!robots::needs_resolving(path)) {
        expect(resolved == robots::normalise_target(path),
               "where nothing is to resolve, nothing is resolved");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view target(reinterpret_cast<const char*>(data), size);
    std::string storage;
    const std::string_view path = robots::path_and_query(target, storage);
    expect(!path.empty() && path[0] == '/', "a path starts with a slash");
    expect(path.find('#') == std::string_view::npos, "a fragment is cut");

    const std::string normal = robots::normalise_target(target);
    expect(normal[0] == '/', "a normalised target starts with a slash");
    expect(normal == robots::normalise_target(path),
           "path_and_query leaves nothing to cut");
    for (const char c : normal) {
        expect(c > ' ' && c < 0x7f, "a normalised target is printable");
    }
    if (is_well_formed(path)) {
        expect(robots::normalise_target(normal) == normal,
               "to normalise twice is to normalise once");
    }
    if (!robots::may_need_normalising(path)) {
        expect(normal == path, "what needs no normalising is normal");
    }
    check_plain(target);
    check_plain(normal);
    check_resolved(path, Slashes::merge);
    check_resolved(path, Slashes::keep);
    robots::SentTarget(target, Slashes::merge).is_robots_txt();
    return 0;
}
