#include "policy/crawlers/needle_index.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/power_of_two.hpp"

namespace robots {

namespace {

// Whether a needle needs no boundary behind it: its last octet is none that a
// name ends in, such as the "-" of "bedrockbot-", which an id follows.
bool is_open(std::string_view text) {
    return !is_alphanumeric(text.back());
}

// Whether a word of `text` has the same key in each header that holds the text.
// It has not where the text may stop in the middle of its key.
bool has_sure_key(const HeaderScan& text, std::size_t at) {
    const std::string_view raw = text.header();
    const std::size_t size = text.key_size_at(at);
    return size == HeaderScan::kKey || at + size < raw.size() || !is_open(raw);
}

// The word that starts at text[at].
std::string_view word_of(const HeaderScan& text, std::size_t at) {
    std::size_t end = at;
    while (text.is_word(end)) {
        ++end;
    }
    return text.header().substr(at, end - at);
}

}  // namespace

NeedleIndex::NeedleIndex(
    std::vector<Needle> needles,
    const std::function<bool(std::string_view word)>& is_common) {
    needles_.reserve(needles.size());
    for (Needle& needle : needles) {
        add(std::move(needle), is_common);
    }
    std::stable_sort(needles_.begin(), needles_.end(),
                     [](const Keyed& a, const Keyed& b) {
                         const bool a_last = a.anchor == kNone;
                         const bool b_last = b.anchor == kNone;
                         return a_last != b_last ? b_last : a.key < b.key;
                     });
    leave_out_alike();
    index_keys();
}

// Of each key, and of those without one, the first ones stay.
void NeedleIndex::leave_out_alike() {
    std::vector<Keyed> kept;
    kept.reserve(needles_.size());
    std::size_t alike = 0;
    for (Keyed& keyed : needles_) {
        const Keyed* last = kept.empty() ? nullptr : &kept.back();
        const bool same = last != nullptr &&
                          (last->anchor == kNone) == (keyed.anchor == kNone) &&
                          (keyed.anchor == kNone || last->key == keyed.key);
        alike = same ? alike + 1 : 1;
        if (alike <= kMostAlike) {
            kept.push_back(std::move(keyed));
        } else {
            left_out_.push_back(keyed.needle.crawler);
        }
    }
    needles_ = std::move(kept);
}

void NeedleIndex::add(
    Needle needle,
    const std::function<bool(std::string_view word)>& is_common) {
    // The scan views the text, so it is made of where that stays.
    Keyed keyed{std::move(needle), kNone, 0};
    const HeaderScan text(keyed.needle.text);
    std::pair<int, std::uint64_t> best;
    text.each_word([&](std::size_t at) {
        if (!has_sure_key(text, at)) {
            return;
        }
        const std::uint64_t key = text.key_at(at);
        // More headers have a number than have any word. A longer key is a
        // greater number too.
        const std::string_view word = word_of(text, at);
        const std::pair worth{
            is_product(word) ? 1 + static_cast<int>(!is_common(word)) : 0, key};
        if (keyed.anchor == kNone || worth > best) {
            best = worth;
            keyed.anchor = at;
            keyed.key = key;
        }
    });
    if (keyed.anchor == kNone && is_core_octet(text.header().front())) {
        keyed.key = text.key_at(0);
    }
    needles_.push_back(std::move(keyed));
}

void NeedleIndex::index_keys() {
    slots_.assign(2 * power_of_two(std::max<std::size_t>(needles_.size(), 16)),
                  Slot{});
    bitmap_.assign(slots_.size() * kBitsOfSlot / 64, 0);
    shift_ = 64 - static_cast<unsigned>(
                      __builtin_ctzll(slots_.size() * kBitsOfSlot));
    std::uint32_t i = 0;
    while (i < needles_.size() && needles_[i].anchor != kNone) {
        Slot slot{needles_[i].key, i, i};
        while (i < needles_.size() && needles_[i].anchor != kNone &&
               needles_[i].key == slot.key) {
            slot.end = ++i;
        }
        const std::uint64_t bit = hash(slot.key) >> shift_;
        bitmap_[bit / 64] |= std::uint64_t{1} << bit % 64;
        slots_[slot_of(slot.key)] = slot;
    }
    keyless_ = i;
}

std::size_t NeedleIndex::find_candidates(const HeaderScan& header,
                                         Places& places) const {
    const std::uint64_t* const bitmap = bitmap_.data();
    const unsigned shift = shift_;
    std::size_t count = 0;
    header.each_word([&](std::size_t at) {
        const std::uint64_t bit = hash(header.key_at(at)) >> shift;
        places[count] = static_cast<std::uint16_t>(at);
        count += bitmap[bit / 64] >> bit % 64 & 1;
    });
    return count;
}

bool NeedleIndex::stands_at(const std::string& text, const HeaderScan& header,
                            std::size_t at) {
    const std::size_t end = at + text.size();
    const std::string_view raw = header.header();
    if (end > raw.size() || !equal_folded(raw.substr(at, text.size()), text)) {
        return false;
    }
    const bool cut_left =
        at > 0 && header.is_word(at) && header.is_word(at - 1);
    const bool cut_right = header.is_word(end) && !is_open(text);
    return !cut_left && !cut_right;
}

}  // namespace robots
