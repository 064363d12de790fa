#include "policy/sharing/heartbeat.hpp"

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

namespace {

constexpr std::size_t kMaxNodeName = 96;
constexpr std::size_t kMaxWord = 64;

bool is_short(std::string_view word) {
    return word.size() <= kMaxWord && is_printable(word);
}

// "0.1.0 8f14e45fceea167a 12 3400 0 12 5 51d9f0c3a4e2b617"
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

std::optional<Milliseconds> read_time(const std::vector<std::string>& time) {
    constexpr std::uint64_t kLastSecond = std::uint64_t{1} << 40;
    if (time.size() != 2) {
        return std::nullopt;
    }
    const auto seconds = number_from(time[0]);
    const auto micros = number_from(time[1]);
    if (!seconds || *seconds > kLastSecond || !micros || *micros >= 1'000'000) {
        return std::nullopt;
    }
    return Milliseconds(*seconds * 1000 + *micros / 1000);
}

// How long ago the field was written whose time is the first word of `text`;
// nullopt: nobody knows, or the server's clock has gone back since. Who lives
// writes anew.
std::optional<Milliseconds> take_silence(std::string_view& text,
                                         Milliseconds now) {
    const auto written = number_from(take_until(' ', text));
    return written && *written <= static_cast<std::uint64_t>(now.count())
               ? std::optional(now - Milliseconds(*written))
               : std::nullopt;
}

bool by_name(const FleetNode& a, const FleetNode& b) {
    return a.name < b.name;
}

bool was_replaced_by(const FleetNode& node, const FleetNode& self) {
    return !node.is_alive() && node.name != self.name && !node.place.empty() &&
           node.place == self.place;
}

}  // namespace

std::string nodes_key(const std::string& prefix) {
    return prefix + ":nodes";
}

std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode& self) {
    return {"1", nodes_key(prefix), self.name, text_of(self)};
}

std::optional<HeardNodes> read_nodes(const std::vector<std::string>& fields,
                                     const std::vector<std::string>& time,
                                     const FleetNode& self) {
    const auto now = read_time(time);
    if (fields.size() % 2 != 0 || !now) {
        return std::nullopt;
    }
    HeardNodes heard;
    for (std::size_t i = 0; i < fields.size(); i += 2) {
        std::string_view text = fields[i + 1];
        const auto silent = take_silence(text, *now);
        auto node = read_node(fields[i], text);
        if (node) {
            node->silent = silent.value_or(Milliseconds{0});
        }
        if (!silent || *silent > kNodeKept ||
            (node && was_replaced_by(*node, self))) {
            heard.gone.push_back(fields[i]);
        } else if (node && heard.nodes.size() < kMaxNodes) {
            heard.nodes.push_back(std::move(*node));
        }
    }
    std::sort(heard.nodes.begin(), heard.nodes.end(), by_name);
    return heard;
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
