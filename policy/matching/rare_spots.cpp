#include "policy/matching/rare_spots.hpp"

#include <algorithm>

#include "policy/base/octets.hpp"
#include "policy/base/power_of_two.hpp"

namespace robots {

namespace {

constexpr std::size_t kInARow = 4;
constexpr std::size_t kShortestRun = 3;
constexpr std::size_t kMostSpots = 256;
constexpr std::size_t kLongestRun = 60000;
constexpr std::size_t kMostCounts = std::size_t{1} << 18;

}  // namespace

RareSpots::RareSpots(const ArrayView<Rule>& rules) {
    std::size_t octets = 0;
    for (const Rule& rule : rules) {
        octets += rule.pattern.length();
    }
    in_a_row_.resize(
        power_of_two(std::clamp<std::size_t>(octets, 16, kMostCounts)));
    for (const Rule& rule : rules) {
        for (std::size_t i = 0; i < rule.pattern.run_count(); ++i) {
            count(rule.pattern.run(i));
        }
    }
}

void RareSpots::count(std::string_view run) {
    for (std::size_t at = 0; at + kInARow <= run.size(); ++at) {
        ++in_a_row_[place(run, at)];
    }
    for (const char octet : run) {
        ++alone_[static_cast<unsigned char>(octet)];
    }
}

std::size_t RareSpots::place(std::string_view run, std::size_t at) const {
    return hash(four_octets(run.data() + at)) & (in_a_row_.size() - 1);
}

std::optional<RareSpots::Spot> RareSpots::rarest_spot(
    const PatternView& pattern) const {
    std::optional<Spot> rarest;
    std::uint32_t least = 0;
    Spot longest{0, 0};
    std::size_t size = 0;
    const std::size_t runs = std::min(pattern.run_count(), kMostSpots);
    for (std::size_t i = 0; i < runs; ++i) {
        const std::string_view run = pattern.run(i).substr(0, kLongestRun);
        if (run.size() >= size) {
            longest = {i, 0};
            size = run.size();
        }
        for (std::size_t at = 0; at + kInARow < run.size(); ++at) {
            const std::uint32_t here =
                in_a_row_[place(run, at)] + in_a_row_[place(run, at + 1)];
            if (!rarest || here < least) {
                least = here;
                rarest = Spot{i, at};
            }
        }
    }
    if (!rarest && size >= kShortestRun) {
        rarest = longest;
    }
    return rarest;
}

char RareSpots::rarest_octet(const PatternView& pattern) const {
    char rarest = '/';
    std::uint32_t least = UINT32_MAX;
    for (std::size_t i = 0; i < pattern.run_count(); ++i) {
        for (const char octet : pattern.run(i)) {
            const std::uint32_t here =
                alone_[static_cast<unsigned char>(octet)];
            if (here < least) {
                least = here;
                rarest = octet;
            }
        }
    }
    return rarest;
}

}  // namespace robots
