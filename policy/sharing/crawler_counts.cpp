#include "policy/sharing/crawler_counts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "policy/sharing/node_fields.hpp"
#include "policy/sharing/plain_text.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxName = 128;
constexpr std::size_t kCounts = 6;

// Name and six counts of each crawler.
constexpr std::string_view kAnswer = R"lua(
local sums, names = {}, {}
local line = '(%S+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)\n'
for _, node in ipairs(nodes) do
  for name, a, b, c, d, e, f in string.gmatch(node.text, line) do
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
local answer = {}
for _, name in ipairs(names) do
  table.insert(answer, name)
  for _, count in ipairs(sums[name]) do
    table.insert(answer, string.format('%.0f', count))
  end
end
return answer
)lua";

std::array<std::uint64_t*, kCounts> counts_in(CrawlerCounts& counts) {
    return {&counts.fetches, &counts.judged,  &counts.logged,
            &counts.delayed, &counts.refused, &counts.octets};
}

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= kMaxName && is_printable(text);
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

}  // namespace

std::string ledger_script() {
    return node_script(kAnswer);
}

std::vector<std::string> ledger_arguments(const std::string& prefix,
                                          const std::string& node,
                                          std::vector<CrawlerCounts> counts) {
    return node_arguments(prefix + ":ledger", node, text_of(std::move(counts)));
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
            const auto value = number_from(answer[++at]);
            if (!value) {
                return std::nullopt;
            }
            *count = *value;
        }
        if (!is_name(counts.crawler)) {
            return std::nullopt;
        }
    }
    sort_by_use(all);
    return all;
}

}  // namespace robots
