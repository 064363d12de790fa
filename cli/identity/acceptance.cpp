#include "cli/identity/acceptance.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "cli/output/text.hpp"
#include "policy/crawlers/special_addresses.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "policy/signature/key_set.hpp"

namespace robotsctl {

namespace {

using robots::AddressPrefix;
using robots::AddressRanges;
using robots::loader::PublishedList;
using robots::loader::read_published_list;

constexpr std::size_t kMuchSmaller = 10;

// What sets one part of a text apart from the others.
using Parts = std::set<std::string>;

void compare(const Parts& before, const Parts& now, JudgedCopy& judged) {
    for (const std::string& part : now) {
        judged.added += before.count(part) == 0 ? 1 : 0;
    }
    for (const std::string& part : before) {
        judged.removed += now.count(part) == 0 ? 1 : 0;
    }
}

Parts parts_of(const AddressRanges& ranges) {
    Parts out;
    for (const AddressPrefix& prefix : ranges.prefixes()) {
        out.insert(prefix.text());
    }
    return out;
}

// Whether every address of `inner` is in `outer`. Prefixes of one set do not
// contain each other, and adjacent ones that together cover another do not
// count: nobody publishes those.
bool covers(const AddressRanges& outer, const AddressRanges& inner) {
    const auto& prefixes = inner.prefixes();
    return std::all_of(
        prefixes.begin(), prefixes.end(), [&](const AddressPrefix& prefix) {
            const std::size_t size = prefix.is_ipv6 ? 16 : 4;
            const AddressPrefix* holder = outer.find(
                {reinterpret_cast<const char*>(prefix.octets.data()), size});
            return holder != nullptr && holder->bits <= prefix.bits;
        });
}

std::string why_not_public(const AddressRanges& ranges) {
    for (const AddressPrefix& prefix : ranges.prefixes()) {
        const std::string why = robots::why_not_public(prefix);
        if (!why.empty()) {
            return prefix.text() + " cannot be an operator's: " + why;
        }
    }
    return {};
}

JudgedCopy judge_ranges(std::string_view kept, std::string_view text,
                        bool accept_smaller) {
    JudgedCopy out;
    const PublishedList list = read_published_list(text);
    out.parts = list.addresses.prefixes().size();
    out.problem =
        list.problem.empty() ? why_not_public(list.addresses) : list.problem;
    if (!out.problem.empty()) {
        return out;
    }
    const AddressRanges before = read_published_list(kept).addresses;
    const std::size_t last = before.prefixes().size();
    if (!accept_smaller && last >= kMuchSmaller * out.parts &&
        !covers(list.addresses, before)) {
        out.problem = "it has " + counted(out.parts, "range") +
                      ", and the last one had " + count_text(last) +
                      "; if its operator says that this is right, use "
                      "--accept-smaller";
        return out;
    }
    compare(parts_of(before), parts_of(list.addresses), out);
    return out;
}

Parts parts_of(const robots::signature::ReadKeys& read) {
    Parts out;
    for (const robots::signature::Key& key : read.keys) {
        out.insert(key.key->thumbprint());
    }
    return out;
}

JudgedCopy judge_keys(std::string_view kept, std::string_view text) {
    JudgedCopy out;
    const auto read = robots::signature::read_keys(text);
    out.parts = read.keys.size();
    out.problem = read.problem;
    if (out.problem.empty() && read.keys.empty()) {
        out.problem = "it has no key that verifies signatures";
    }
    if (out.problem.empty()) {
        compare(parts_of(robots::signature::read_keys(kept)), parts_of(read),
                out);
    }
    return out;
}

}  // namespace

JudgedCopy judge_kept(SourceKind kind, std::string_view text) {
    return judge_new(kind, {}, text, /*accept_smaller=*/true);
}

JudgedCopy judge_new(SourceKind kind, std::string_view kept,
                     std::string_view text, bool accept_smaller) {
    return kind == SourceKind::ranges ? judge_ranges(kept, text, accept_smaller)
                                      : judge_keys(kept, text);
}

}  // namespace robotsctl
