#include "policy/matching/prefix_trie.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "policy/base/octets.hpp"
#include "policy/base/power_of_two.hpp"

namespace robots {

namespace {

// The parts of a node in words_ (see there).
constexpr std::size_t kPrefix = 0;
constexpr std::size_t kWhole = 1;
constexpr std::size_t kShape = 2;
constexpr std::size_t kOctets = 3;

// The rest of a longer label goes to a child.
constexpr std::size_t kLongestLabel = 0xffffff;

// The octets of a Start, and the number of rules from which on it pays.
constexpr std::size_t kStart = 4;
constexpr std::size_t kManyEntries = 64;

// A number of one octet times this has the octet eight times.
constexpr std::uint64_t kEachOctet = 0x0101010101010101;

constexpr std::size_t words_for(std::size_t octets) {
    return (octets + 3) / 4;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t size = 0;
    while (size < most && a[size] == b[size]) {
        ++size;
    }
    return size;
}

// Whether target[at] starts with `size` octets of a label, behind which eight
// more can be read.
bool has_label(std::string_view target, std::size_t at, const char* label,
               std::size_t size) {
    for (; size > 8; size -= 8) {
        if (eight_octets(target.data() + at) != eight_octets(label)) {
            return false;
        }
        at += 8;
        label += 8;
    }
    return ((octets_at(target, at) ^ eight_octets(label)) &
            kFirstOctets[size]) == 0;
}

}  // namespace

PrefixTrie::PrefixTrie(std::vector<Entry> entries)
    : has_starts_(entries.size() >= kManyEntries) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.text < b.text; });
    if (entries.empty()) {
        words_ = {kNoRank, kNoRank, 0};
    } else {
        add(entries.begin(), entries.end(), 0, kNoRank);
    }
    words_.resize(words_.size() + words_for(8));  // for reads beyond
    words_.shrink_to_fit();
    if (has_starts_) {
        hash_starts();
    }
}

// Where the label of a node ends: the entries of [first, last) have the same
// octets up to there. A node starts behind the octets of a Start, so no label
// lies across their end.
std::size_t PrefixTrie::end_of_label(Range first, Range last,
                                     std::size_t depth) const {
    const std::size_t farthest =
        has_starts_ && depth < kStart ? kStart - 1 : depth + kLongestLabel;
    return std::min(common_prefix(first->text, (last - 1)->text), farthest);
}

// Appends a node, and returns where it starts. The places of its children, at
// its end, are still to be filled in.
PrefixTrie::Word PrefixTrie::put(const Node& node) {
    const std::size_t label = node.label.size();
    const std::size_t children = node.branches.size();
    const std::size_t at = words_.size();
    words_.resize(at + kOctets + words_for(label + children) + children);
    words_[at + kPrefix] = node.prefix;
    words_[at + kWhole] = node.whole;
    words_[at + kShape] = static_cast<Word>(label << 8 | children);
    auto* const octets = reinterpret_cast<char*>(words_.data() + at + kOctets);
    node.label.copy(octets, label);
    node.branches.copy(octets + label, children);
    return static_cast<Word>(at);
}

// Adds a node for the sorted entries of [first, last), which share their first
// `depth` octets, and all nodes below it. Returns where it starts. `best` is
// the best rule of its ancestors. Recursion is as deep as one rule has
// branches, and bounded by the length of a line.
PrefixTrie::Word PrefixTrie::add(Range first, Range last, std::size_t depth,
                                 Rank best) {
    const std::string_view text = first->text;
    const std::size_t end = end_of_label(first, last, depth);
    Node node;
    node.label = text.substr(depth, end - depth);
    for (; first != last && first->text.size() == end; ++first) {
        Rank& rank = first->whole ? node.whole : node.prefix;
        rank = std::min(rank, first->rank);
    }
    for (auto it = first; it != last; ++it) {
        if (node.branches.empty() || node.branches.back() != it->text[end]) {
            node.branches += it->text[end];
        }
    }
    const Word here = put(node);
    if (has_starts_ && depth == kStart) {
        const auto octets = static_cast<std::uint32_t>(octets_at(text, 0));
        starts_.push_back({octets, here, best});
    }
    std::size_t place = words_.size() - node.branches.size();
    while (first != last) {
        const auto next =
            std::find_if(first, last, [first, end](const Entry& entry) {
                return entry.text[end] != first->text[end];
            });
        const Word child =
            add(first, next, end + 1, std::min(best, node.prefix));
        words_[place++] = child;
        first = next;
    }
    return here;
}

void PrefixTrie::hash_starts() {
    const std::size_t size =
        power_of_two(std::max<std::size_t>(starts_.size() * 2, 2));
    std::vector<Start> table(size, {0, 0, kNoRank});
    for (const Start& start : starts_) {
        std::size_t i = hash(start.octets);
        while (table[i & (size - 1)].octets != 0) {
            ++i;
        }
        table[i & (size - 1)] = start;
    }
    starts_ = std::move(table);
}

inline const PrefixTrie::Start* PrefixTrie::start_of(
    std::string_view target) const {
    if (starts_.empty() || target.size() < kStart) {
        return nullptr;
    }
    const std::uint32_t octets = four_octets(target.data());
    for (std::size_t i = hash(octets);; ++i) {
        const Start& start = starts_[i & (starts_.size() - 1)];
        if (start.octets == 0) {
            return nullptr;
        }
        if (start.octets == octets) {
            return &start;
        }
    }
}

// The place of an octet among `size` of them, behind which eight more can be
// read; `size` where it is none of them.
inline std::size_t place_among(const char* octets, std::size_t size,
                               char octet) {
    if (size > 8) {
        const void* const found = std::memchr(octets, octet, size);
        return found == nullptr ? size
                                : static_cast<std::size_t>(
                                      static_cast<const char*>(found) - octets);
    }
    // The lowest octet of zeros becomes one of 0x80; others above it may.
    const std::uint64_t apart =
        eight_octets(octets) ^ kEachOctet * static_cast<unsigned char>(octet);
    const std::uint64_t zeros =
        (apart - kEachOctet) & ~apart & kEachOctet * 0x80;
    return zeros == 0
               ? size
               : std::min<std::size_t>(
                     static_cast<unsigned>(__builtin_ctzll(zeros)) / 8, size);
}

Rank PrefixTrie::find(std::string_view target) const {
    Rank best = kNoRank;
    std::size_t at = 0;
    const Word* node = words_.data();
    if (const Start* const start = start_of(target)) {
        best = start->best;
        at = kStart;
        node += start->node;
    }
    for (;;) {
        const std::size_t label = node[kShape] >> 8;
        const std::size_t children = node[kShape] & 0xff;
        const auto* const octets =
            reinterpret_cast<const char*>(node + kOctets);
        if (label > target.size() - at ||
            !has_label(target, at, octets, label)) {
            return best;
        }
        at += label;
        best = std::min(best, node[kPrefix]);
        if (at == target.size()) {
            return std::min(best, node[kWhole]);
        }
        const std::size_t child =
            place_among(octets + label, children, target[at]);
        if (child == children) {
            return best;
        }
        const Word* const places = node + kOctets + words_for(label + children);
        node = words_.data() + places[child];
        ++at;
    }
}

}  // namespace robots
