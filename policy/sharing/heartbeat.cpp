#include "policy/sharing/heartbeat.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace robots {

// Values: the node and its text (both empty: only read), and how long a field
// is kept. Answers name, milliseconds of silence and text of each node.
const std::string_view kHeartbeatScript = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1],
             string.format('%.0f ', now) .. ARGV[2])
end
local fields = redis.call('HGETALL', KEYS[1])
local answer = {}
for i = 1, #fields, 2 do
  local seen, text = string.match(fields[i + 1], '^(%d+) (.*)$')
  local silent = seen and math.max(0, now - tonumber(seen))
  if not silent or silent > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    table.insert(answer, fields[i])
    table.insert(answer, string.format('%.0f', silent))
    table.insert(answer, text)
  end
end
return answer
)lua";

namespace {

constexpr std::size_t kMaxName = 96;
constexpr std::size_t kMaxWord = 64;

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size()
               ? std::optional(value)
               : std::nullopt;
}

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char octet) {
        return octet > ' ' && octet < '\x7f';
    });
}

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
    const auto milliseconds = number(silent);
    node.name = name;
    node.version = take_word(text);
    node.revision = take_word(text);
    if (name.empty() || name.size() > kMaxName || !is_printable(name) ||
        !milliseconds || node.version.size() > kMaxWord ||
        node.revision.size() > kMaxWord || !is_printable(node.version) ||
        !is_printable(node.revision)) {
        return std::nullopt;
    }
    node.silent = Milliseconds(*milliseconds);
    for (std::uint64_t* count :
         {&node.counts.robots_txt, &node.counts.judged, &node.counts.logged,
          &node.counts.delayed, &node.counts.refused}) {
        const auto value = number(take_word(text));
        if (!value) {
            return std::nullopt;
        }
        *count = *value;
    }
    return node;
}

}  // namespace

std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode* self) {
    return {"1", prefix + ":nodes", self != nullptr ? self->name : "",
            self != nullptr ? text_of(*self) : "",
            std::to_string(kNodeKept.count())};
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
