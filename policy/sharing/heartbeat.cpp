#include "policy/sharing/heartbeat.hpp"

#include <algorithm>
#include <utility>

#include "policy/sharing/node_fields.hpp"
#include "policy/sharing/plain_text.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxNodeName = 96;
constexpr std::size_t kMaxWord = 64;

// Name, milliseconds of silence and text of each node.
constexpr std::string_view kHeartbeatAnswer = R"lua(
local answer = {}
for _, node in ipairs(nodes) do
  table.insert(answer, node.name)
  table.insert(answer, string.format('%.0f', node.silent))
  table.insert(answer, node.text)
end
return answer
)lua";

// The next word of `rest`; empty at the end.
std::string_view take_word(std::string_view& rest) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    return word;
}

// "0.1.0 8f14e45fceea167a 12 3400 0 12 5"
std::string text_of(const FleetNode& node) {
    std::string text = node.version + ' ' + node.revision;
    for (const std::uint64_t count :
         {node.counts.robots_txt, node.counts.judged, node.counts.logged,
          node.counts.delayed, node.counts.refused}) {
        text += ' ' + std::to_string(count);
    }
    return text;
}

std::optional<FleetNode> read_node(std::string_view name,
                                   std::string_view silent,
                                   std::string_view text) {
    FleetNode node;
    const auto milliseconds = number_from(silent);
    node.name = name;
    node.version = take_word(text);
    node.revision = take_word(text);
    if (name.empty() || name.size() > kMaxNodeName || !is_printable(name) ||
        !milliseconds || node.version.size() > kMaxWord ||
        node.revision.size() > kMaxWord || !is_printable(node.version) ||
        !is_printable(node.revision)) {
        return std::nullopt;
    }
    node.silent = Milliseconds(*milliseconds);
    for (std::uint64_t* count :
         {&node.counts.robots_txt, &node.counts.judged, &node.counts.logged,
          &node.counts.delayed, &node.counts.refused}) {
        const auto value = number_from(take_word(text));
        if (!value) {
            return std::nullopt;
        }
        *count = *value;
    }
    return node;
}

}  // namespace

std::string heartbeat_script() {
    return node_script(kHeartbeatAnswer);
}

std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode* self) {
    return node_arguments(prefix + ":nodes", self != nullptr ? self->name : "",
                          self != nullptr ? text_of(*self) : "");
}

std::optional<std::vector<FleetNode>> read_heartbeat(
    const std::vector<std::string>& answer) {
    if (answer.size() % 3 != 0) {
        return std::nullopt;
    }
    std::vector<FleetNode> nodes;
    for (std::size_t i = 0; i < answer.size() && nodes.size() < kMaxNodes;
         i += 3) {
        if (auto node = read_node(answer[i], answer[i + 1], answer[i + 2])) {
            nodes.push_back(std::move(*node));
        }
    }
    std::sort(
        nodes.begin(), nodes.end(),
        [](const FleetNode& a, const FleetNode& b) { return a.name < b.name; });
    return nodes;
}

}  // namespace robots
