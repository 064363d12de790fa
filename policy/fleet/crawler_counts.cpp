#include "policy/fleet/crawler_counts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxName = 128;

template <typename Counts>
auto counts_in(Counts& counts) {
    return std::array{&counts.fetches, &counts.judged,  &counts.logged,
                      &counts.delayed, &counts.refused, &counts.octets};
}

void sort_by_use(std::vector<CrawlerCounts>& counts) {
    std::sort(counts.begin(), counts.end(),
              [](const CrawlerCounts& a, const CrawlerCounts& b) {
                  return a.judged != b.judged ? a.judged > b.judged
                                              : a.crawler < b.crawler;
              });
}

// Parses a line, such as "GPTBot 3 120 0 12 5 7340032"; nullopt if malformed.
std::optional<CrawlerCounts> read_line(std::string_view line) {
    CrawlerCounts counts;
    counts.crawler = take_until(' ', line);
    if (counts.crawler.empty() || counts.crawler.size() > kMaxName ||
        !is_printable(counts.crawler)) {
        return std::nullopt;
    }
    for (std::uint64_t* count : counts_in(counts)) {
        const auto value = number_from(take_until(' ', line));
        if (!value) {
            return std::nullopt;
        }
        *count = *value;
    }
    return line.empty() ? std::optional(std::move(counts)) : std::nullopt;
}

}  // namespace

std::string ledger_key(const std::string& prefix, const std::string& node) {
    return prefix + ":ledger:" + node;
}

std::string ledger_text(std::vector<CrawlerCounts> counts) {
    sort_by_use(counts);
    counts.resize(std::min(counts.size(), kMaxCrawlerCounts));
    std::string text;
    for (const CrawlerCounts& each : counts) {
        text += each.crawler;
        for (const std::uint64_t* count : counts_in(each)) {
            text += ' ' + std::to_string(*count);
        }
        text += '\n';
    }
    return text;
}

void CrawlerSums::add(std::string_view text) {
    for (std::size_t line = 0; line < kMaxCrawlerCounts && !text.empty();
         ++line) {
        if (const auto counts = read_line(take_until('\n', text))) {
            add(*counts);
        }
    }
}

void CrawlerSums::add(const CrawlerCounts& counts) {
    const auto found = places_.find(counts.crawler);
    if (found == places_.end()) {
        if (sums_.size() < kMost) {
            places_.emplace(counts.crawler, sums_.size());
            sums_.push_back(counts);
        }
        return;
    }
    const auto sums = counts_in(sums_[found->second]);
    const auto more = counts_in(counts);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        *sums[i] += *more[i];
    }
}

std::vector<CrawlerCounts> CrawlerSums::take() {
    places_.clear();
    std::vector<CrawlerCounts> sums = std::move(sums_);
    sums_.clear();
    sort_by_use(sums);
    return sums;
}

}  // namespace robots
