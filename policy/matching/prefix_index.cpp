#include "policy/matching/prefix_index.hpp"

#include <algorithm>

#include "policy/base/text.hpp"

namespace robots {

PrefixIndex::PrefixIndex(std::vector<Entry> entries) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.text < b.text; });
    nodes_.reserve(entries.size());
    for (const Entry& entry : entries) {
        if (nodes_.empty() || nodes_.back().text != entry.text) {
            auto parent = static_cast<std::uint32_t>(nodes_.size()) - 1;
            while (parent != kNone &&
                   !starts_with(entry.text, nodes_[parent].text)) {
                parent = nodes_[parent].parent;
            }
            const Rank above =
                parent == kNone ? kNoRank : nodes_[parent].prefix;
            nodes_.push_back({entry.text, above, kNoRank, parent});
        }
        Node& node = nodes_.back();
        Rank& rank = entry.whole ? node.whole : node.prefix;
        rank = std::min(rank, entry.rank);
    }
}

Rank PrefixIndex::find(std::string_view target) const {
    const auto behind =
        std::upper_bound(nodes_.begin(), nodes_.end(), target,
                         [](std::string_view text, const Node& node) {
                             return text < node.text;
                         });
    auto at = static_cast<std::uint32_t>(behind - nodes_.begin()) - 1;
    while (at != kNone && !starts_with(target, nodes_[at].text)) {
        at = nodes_[at].parent;
    }
    if (at == kNone) {
        return kNoRank;
    }
    const Node& node = nodes_[at];
    return node.text.size() == target.size() ? std::min(node.prefix, node.whole)
                                             : node.prefix;
}

}  // namespace robots
