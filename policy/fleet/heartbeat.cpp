#include "policy/fleet/heartbeat.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "policy/base/text.hpp"

namespace robots {

const std::string_view kHeartbeatScript = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f ', now) .. ARGV[2])
)lua";

const std::string_view kNodesScript = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept, alive = tonumber(ARGV[1]), tonumber(ARGV[2])
local most, most_silent = tonumber(ARGV[3]), tonumber(ARGV[4])
local name, place = ARGV[5], ' ' .. ARGV[6]
local list, silent = {string.format('%.0f', now)}, {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local age = now - (tonumber(string.match(fields[i + 1], '^%d+')) or 0)
  local replaced = age > alive and fields[i] ~= name
    and string.sub(fields[i + 1], -#place) == place
  if age < 0 or age > kept or replaced then
    redis.pcall('HDEL', KEYS[1], fields[i])
  else
    local those = age <= alive and list or silent
    local room = age <= alive and 1 + 2 * most or 2 * most_silent
    if #those < room then
      those[#those + 1] = fields[i]
      those[#those + 1] = fields[i + 1]
    end
  end
end
for i = 1, math.min(#silent, 1 + 2 * most - #list) do
  list[#list + 1] = silent[i]
end
return list
)lua";

namespace {

constexpr std::size_t kMaxNodeName = 96;
constexpr std::size_t kMaxWord = 64;

bool is_short(std::string_view word) {
    return word.size() <= kMaxWord && is_printable(word);
}

// Returns "0.1.0 8f14e45fceea167a 12 3400 0 12 5 51d9f0c3a4e2b617".
std::string text_of(const FleetNode& node) {
    std::string text = node.version + ' ' + node.revision;
    for (const std::uint64_t count :
         {node.counts.robots_txt, node.counts.judged, node.counts.logged,
          node.counts.delayed, node.counts.refused}) {
        text += ' ' + std::to_string(count);
    }
    return text + ' ' + node.place;
}

std::optional<FleetNode> read_node(std::string_view name,
                                   std::string_view text) {
    FleetNode node;
    node.name = name;
    node.version = take_until(' ', text);
    node.revision = take_until(' ', text);
    if (name.empty() || name.size() > kMaxNodeName || !is_printable(name) ||
        !is_short(node.version) || !is_short(node.revision)) {
        return std::nullopt;
    }
    for (std::uint64_t* count :
         {&node.counts.robots_txt, &node.counts.judged, &node.counts.logged,
          &node.counts.delayed, &node.counts.refused}) {
        const auto value = number_from(take_until(' ', text));
        if (!value) {
            return std::nullopt;
        }
        *count = *value;
    }
    node.place = take_until(' ', text);
    return is_short(node.place) ? std::optional(std::move(node)) : std::nullopt;
}

bool by_name(const FleetNode& a, const FleetNode& b) {
    return a.name < b.name;
}

}  // namespace

std::string nodes_key(const std::string& prefix) {
    return prefix + ":nodes";
}

std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode& self) {
    return {"1", nodes_key(prefix), self.name, text_of(self)};
}

std::vector<std::string> nodes_arguments(const std::string& prefix,
                                         const FleetNode& self) {
    return {"1",
            nodes_key(prefix),
            std::to_string(kNodeKept.count()),
            std::to_string(kNodeAlive.count()),
            std::to_string(kMaxNodes),
            std::to_string(kMaxMissing),
            self.name,
            self.place};
}

std::optional<std::vector<FleetNode>> read_nodes(
    const std::vector<std::string>& answer) {
    constexpr std::uint64_t kKept{kNodeKept.count()};
    const auto now =
        answer.size() % 2 == 1 ? number_from(answer.front()) : std::nullopt;
    if (!now || answer.size() > 1 + 2 * kMaxNodes) {
        return std::nullopt;
    }
    std::vector<FleetNode> nodes;
    for (std::size_t i = 1; i < answer.size(); i += 2) {
        std::string_view text = answer[i + 1];
        const auto written = number_from(take_until(' ', text));
        auto node = read_node(answer[i], text);
        if (node && written && *written <= *now && *now - *written <= kKept) {
            node->silent = Milliseconds(*now - *written);
            nodes.push_back(std::move(*node));
        }
    }
    std::sort(nodes.begin(), nodes.end(), by_name);
    return nodes;
}

void KnownNodes::hear(std::vector<FleetNode> listed, Milliseconds now) {
    const auto is_listed = [&](const FleetNode& node) {
        return std::binary_search(listed.begin(), listed.end(), node, by_name);
    };
    std::vector<FleetNode> missing;
    for (FleetNode& node : nodes_) {
        const Milliseconds since = node.missed_since.value_or(now);
        if (node.is_alive() && now - since < kMissed && !is_listed(node)) {
            node.missed_since = since;
            missing.push_back(std::move(node));
        }
    }
    nodes_.clear();
    std::merge(std::make_move_iterator(listed.begin()),
               std::make_move_iterator(listed.end()),
               std::make_move_iterator(missing.begin()),
               std::make_move_iterator(missing.end()),
               std::back_inserter(nodes_), by_name);
}

std::size_t KnownNodes::alive() const {
    return static_cast<std::size_t>(
        std::count_if(nodes_.begin(), nodes_.end(),
                      [](const FleetNode& node) { return node.is_alive(); }));
}

}  // namespace robots
