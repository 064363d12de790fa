#include "policy/crawlers/needle_index.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/power_of_two.hpp"

namespace robots {

namespace {

// The number of buckets per needle. Most buckets stay empty, so that processors
// predict the branch of a lookup correctly.
constexpr std::size_t kBucketsOfNeedle = 4;

// Whether a needle needs no word boundary behind it, because it does not end in
// a letter or digit. In headers, an id follows "bedrockbot-", for example.
bool is_open(std::string_view text) {
    return !is_alphanumeric(text.back());
}

}  // namespace

NeedleIndex::NeedleIndex(
    std::vector<Needle> needles,
    const std::function<bool(std::string_view word)>& is_common) {
    std::unordered_map<std::uint64_t, std::size_t> alike;
    needles_.reserve(needles.size());
    for (Needle& needle : needles) {
        const auto anchor = anchor_of(needle.text, is_common);
        const std::uint64_t key = anchor ? key_at(needle.text, *anchor) : 0;
        if (++alike[key] > kMostAlike) {
            left_out_.push_back(needle.crawler);
        } else if (anchor) {
            needles_.push_back({key, static_cast<std::uint32_t>(*anchor), kNone,
                                kNone, kNone, std::move(needle)});
        } else {
            keyless_.push_back(std::move(needle));
        }
    }
    index_keys();
}

// Returns the offset of the anchor in `text`, or nullopt if `text` has no key.
// Prefers product names to numbers, then words that are not common, then long
// words, because fewer headers contain these.
std::optional<std::size_t> NeedleIndex::anchor_of(
    std::string_view text,
    const std::function<bool(std::string_view word)>& is_common) {
    std::optional<std::size_t> best;
    std::tuple<bool, bool, std::size_t> most;
    for (const auto& [start, end] : HeaderWords(text)) {
        const std::string_view word = text.substr(start, end - start);
        std::size_t size = 0;
        while (size < std::min(word.size(), kKey) &&
               folded_word_octet(word[size]) != '\0') {
            ++size;
        }
        // The text can end in the middle of a header's word ("abc-" in
        // "abc-1"). If so, the key of that word depends on the header.
        if (size == 0 ||
            (size < kKey && start + size == text.size() && is_open(text))) {
            continue;
        }
        const std::tuple worth(is_product(word), !is_common(word), size);
        if (!best || worth > most) {
            best = start;
            most = worth;
        }
    }
    return best;
}

void NeedleIndex::index_keys() {
    buckets_.assign(power_of_two(std::max<std::size_t>(needles_.size(), 1) *
                                 kBucketsOfNeedle),
                    kNone);
    const auto order = [this](const Keyed& keyed) {
        return std::pair(bucket_of(keyed.key), keyed.key);
    };
    std::stable_sort(needles_.begin(), needles_.end(),
                     [&order](const Keyed& a, const Keyed& b) {
                         return order(a) < order(b);
                     });
    std::vector<std::uint32_t> firsts;  // the first needle of each key
    for (std::uint32_t i = 0; i < needles_.size(); ++i) {
        if (i > 0 && needles_[i - 1].key == needles_[i].key) {
            needles_[i - 1].next = i;
        } else {
            firsts.push_back(i);
        }
    }
    const std::uint32_t* const end = firsts.data() + firsts.size();
    for (const std::uint32_t* first = firsts.data(); first != end;) {
        const std::size_t bucket = bucket_of(needles_[*first].key);
        const std::uint32_t* const next =
            std::find_if(first, end, [this, bucket](std::uint32_t i) {
                return bucket_of(needles_[i].key) != bucket;
            });
        buckets_[bucket] = tree_of(first, next);
        first = next;
    }
}

// Makes a balanced tree of the needles with the indexes [begin, end), which are
// sorted by key. Returns the index of the root.
std::uint32_t NeedleIndex::tree_of(const std::uint32_t* begin,
                                   const std::uint32_t* end) {
    if (begin == end) {
        return kNone;
    }
    const std::uint32_t* const middle = begin + (end - begin) / 2;
    needles_[*middle].below = tree_of(begin, middle);
    needles_[*middle].above = tree_of(middle + 1, end);
    return *middle;
}

bool NeedleIndex::stands_at(std::string_view text, std::string_view header,
                            std::size_t at) {
    const auto is_word = [header](std::size_t i) {
        return i < header.size() && is_word_octet(header, i);
    };
    const std::size_t end = at + text.size();
    if (!starts_folded(header.substr(at), text)) {
        return false;
    }
    const bool cut_left = at > 0 && is_word(at) && is_word(at - 1);
    const bool cut_right = is_word(end) && !is_open(text);
    return !cut_left && !cut_right;
}

}  // namespace robots
