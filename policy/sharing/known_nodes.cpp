#include "policy/sharing/known_nodes.hpp"

#include <algorithm>
#include <utility>

namespace robots {

void KnownNodes::hear(std::vector<FleetNode> answer) {
    std::vector<FleetNode> nodes;
    std::vector<std::size_t> misses;
    nodes.reserve(nodes_.size() + answer.size());
    misses.reserve(nodes_.size() + answer.size());
    std::size_t known = 0;
    const auto keep_before = [&](const std::string* name) {
        while (known < nodes_.size() &&
               (name == nullptr || nodes_[known].name < *name)) {
            if (nodes_[known].is_alive() && misses_[known] < kMostMisses) {
                nodes.push_back(std::move(nodes_[known]));
                misses.push_back(misses_[known] + 1);
            }
            ++known;
        }
    };
    for (FleetNode& node : answer) {
        keep_before(&node.name);
        known += known < nodes_.size() && nodes_[known].name == node.name;
        nodes.push_back(std::move(node));
        misses.push_back(0);
    }
    keep_before(nullptr);
    nodes_ = std::move(nodes);
    misses_ = std::move(misses);
}

std::size_t KnownNodes::alive() const {
    return static_cast<std::size_t>(
        std::count_if(nodes_.begin(), nodes_.end(),
                      [](const FleetNode& node) { return node.is_alive(); }));
}

}  // namespace robots
