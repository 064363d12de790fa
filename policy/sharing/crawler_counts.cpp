#include "policy/sharing/crawler_counts.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "policy/sharing/heartbeat.hpp"

namespace robots {

// Values: the node and its lines (both empty: only read), and how long a field
// is kept. Answers name and six counts of each crawler.
const std::string_view kLedgerScript = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1],
             string.format('%.0f ', now) .. ARGV[2])
end
local fields = redis.call('HGETALL', KEYS[1])
local sums, names = {}, {}
local line = '(%S+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)\n'
for i = 1, #fields, 2 do
  local seen, text = string.match(fields[i + 1], '^(%d+) (.*)$')
  if not seen or now - tonumber(seen) > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    for name, a, b, c, d, e, f in string.gmatch(text, line) do
      local sum = sums[name]
      if not sum and #names < 512 then
        sum = {0, 0, 0, 0, 0, 0}
        sums[name] = sum
        table.insert(names, name)
      end
      if sum then
        for place, count in ipairs({a, b, c, d, e, f}) do
          sum[place] = sum[place] + tonumber(count)
        end
      end
    end
  end
end
local answer = {}
for _, name in ipairs(names) do
  table.insert(answer, name)
  for _, count in ipairs(sums[name]) do
    table.insert(answer, string.format('%.0f', count))
  end
end
return answer
)lua";

namespace {

constexpr std::size_t kMaxName = 128;
constexpr std::size_t kCounts = 6;

std::array<std::uint64_t*, kCounts> counts_in(CrawlerCounts& counts) {
    return {&counts.fetches, &counts.judged,  &counts.logged,
            &counts.delayed, &counts.refused, &counts.octets};
}

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= kMaxName &&
           std::all_of(text.begin(), text.end(), [](char octet) {
               return octet > ' ' && octet < '\x7f';
           });
}

void sort_by_use(std::vector<CrawlerCounts>& counts) {
    std::sort(counts.begin(), counts.end(),
              [](const CrawlerCounts& a, const CrawlerCounts& b) {
                  return a.judged != b.judged ? a.judged > b.judged
                                              : a.crawler < b.crawler;
              });
}

std::string text_of(std::vector<CrawlerCounts> counts) {
    sort_by_use(counts);
    counts.resize(std::min(counts.size(), kMaxCrawlerCounts));
    std::string text;
    for (CrawlerCounts& each : counts) {
        text += each.crawler;
        for (const std::uint64_t* count : counts_in(each)) {
            text += ' ' + std::to_string(*count);
        }
        text += '\n';
    }
    return text;
}

bool read_count(std::string_view text, std::uint64_t& count) {
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), count);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<std::string> ledger_arguments(const std::string& prefix,
                                          const std::string& node,
                                          std::vector<CrawlerCounts> counts) {
    return {"1", prefix + ":ledger", node, text_of(std::move(counts)),
            std::to_string(kNodeKept.count())};
}

std::optional<std::vector<CrawlerCounts>> read_ledger(
    const std::vector<std::string>& answer) {
    if (answer.size() % (1 + kCounts) != 0) {
        return std::nullopt;
    }
    std::vector<CrawlerCounts> all;
    for (std::size_t i = 0; i < answer.size(); i += 1 + kCounts) {
        CrawlerCounts& counts = all.emplace_back();
        counts.crawler = answer[i];
        std::size_t at = i;
        for (std::uint64_t* count : counts_in(counts)) {
            if (!read_count(answer[++at], *count)) {
                return std::nullopt;
            }
        }
        if (!is_name(counts.crawler)) {
            return std::nullopt;
        }
    }
    sort_by_use(all);
    return all;
}

}  // namespace robots
