#include "prefix_trie.hpp"

#include <algorithm>
#include <cstring>

namespace robots {

PrefixTrie::PrefixTrie(std::vector<Entry> entries) : nodes_(1) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.text < b.text; });
    first_octets_.push_back('\0');
    if (!entries.empty()) {
        fill(0, entries.begin(), entries.end(), 0);
    }
}

// Makes `node` the root of the sorted entries of [first, last), which share
// their first `depth` octets and lie below what those spell. Recursion is as
// deep as one rule has branches, and bounded by the length of a line.
void PrefixTrie::fill(std::uint32_t node, Range first, Range last,
                      std::size_t depth) {
    take_label(node, first, last, depth);
    depth += nodes_[node].label_size;
    for (; first != last && first->text.size() == depth; ++first) {
        Rank& rank = first->whole ? nodes_[node].whole : nodes_[node].prefix;
        rank = std::min(rank, first->rank);
    }
    std::vector<Range> starts;
    for (auto it = first; it != last; ++it) {
        if (it == first || it->text[depth] != (it - 1)->text[depth]) {
            starts.push_back(it);
        }
    }
    const auto children = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].children = children;
    nodes_[node].child_count = static_cast<std::uint32_t>(starts.size());
    nodes_.resize(nodes_.size() + starts.size());
    for (const Range start : starts) {
        first_octets_.push_back(start->text[depth]);
    }
    starts.push_back(last);
    for (std::uint32_t i = 0; i + 1 < starts.size(); ++i) {
        fill(children + i, starts[i], starts[i + 1], depth);
    }
}

// The label is what all entries share behind `depth`.
void PrefixTrie::take_label(std::uint32_t node, Range first, Range last,
                            std::size_t depth) {
    const std::string& low = first->text;
    const std::string& high = (last - 1)->text;
    std::size_t end = depth;
    while (end < low.size() && end < high.size() && low[end] == high[end]) {
        ++end;
    }
    nodes_[node].label = static_cast<std::uint32_t>(labels_.size());
    nodes_[node].label_size = static_cast<std::uint32_t>(end - depth);
    labels_.append(low, depth, end - depth);
}

const PrefixTrie::Node* PrefixTrie::child(const Node& node, char octet) const {
    const char* octets = first_octets_.data() + node.children;
    const void* at = std::memchr(octets, octet, node.child_count);
    return at == nullptr ? nullptr
                         : &nodes_[node.children +
                                   static_cast<std::size_t>(
                                       static_cast<const char*>(at) - octets)];
}

Rank PrefixTrie::find(std::string_view target) const {
    Rank best = kNoRank;
    for (const Node* node = nodes_.data(); node != nullptr;) {
        const std::string_view label(labels_.data() + node->label,
                                     node->label_size);
        if (target.substr(0, label.size()) != label) {
            break;
        }
        target.remove_prefix(label.size());
        best = std::min(best, node->prefix);
        if (target.empty()) {
            return std::min(best, node->whole);
        }
        node = child(*node, target[0]);
    }
    return best;
}

}  // namespace robots
