#include "policy/sharing/node_fields.hpp"

#include <utility>

namespace robots {

namespace {

constexpr std::string_view kWrite = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1],
             string.format('%.0f ', now) .. ARGV[2])
end
)lua";

constexpr std::string_view kNodes = R"lua(
local fields = redis.call('HGETALL', KEYS[1])
local nodes = {}
for i = 1, #fields, 2 do
  local seen, text = string.match(fields[i + 1], '^(%d+) (.*)$')
  local silent = seen and math.max(0, now - tonumber(seen))
  if not silent or silent > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    table.insert(nodes, {name = fields[i], silent = silent, text = text})
  end
end
)lua";

}  // namespace

std::string node_script(std::string_view answer) {
    return std::string(kWrite).append(kNodes).append(answer);
}

std::string node_write_script() {
    return std::string(kWrite);
}

std::vector<std::string> node_arguments(std::string key, std::string node,
                                        std::string text) {
    return {"1", std::move(key), std::move(node), std::move(text),
            std::to_string(kNodeKept.count())};
}

}  // namespace robots
