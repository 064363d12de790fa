#include "cli/survey/sampled_counts.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

constexpr unsigned kMaxLevel = 40;

}  // namespace

unsigned level_of_host(std::string_view host) {
    const std::uint64_t hash =
        XXH3_64bits(host.data(), host.size()) | std::uint64_t{1} << kMaxLevel;
    unsigned level = 0;
    while ((hash >> level & 1) == 0) {
        ++level;
    }
    return level;
}

SampledCounts::Counts& SampledCounts::counts_of(std::string_view name) {
    name = name.substr(0, kMaxName);
    if (robots::is_line_of_text(name)) {
        name_.assign(name);
    } else {
        name_ = robots::printable(name);
    }
    return counts_[name_];
}

void SampledCounts::add(std::string_view name, unsigned level, std::size_t kind,
                        std::uint64_t count) {
    if (level < level_ || count == 0) {
        return;
    }
    Counts& counts = counts_of(name);
    if (counts.size() < (level + 1) * kinds_) {
        counts.resize((level + 1) * kinds_);
    }
    counts[level * kinds_ + kind] += count;
    if (counts_.size() > most_) {
        keep_bound();
    }
}

void SampledCounts::add(const SampledCounts& other) {
    raise_to(other.level_);
    for (const auto& [name, counts] : other.counts_) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            add(name, static_cast<unsigned>(i / kinds_), i % kinds_, counts[i]);
        }
    }
}

void SampledCounts::keep_bound() {
    while (counts_.size() > most_) {
        raise_to(level_ + 1);
    }
}

void SampledCounts::raise_to(unsigned level) {
    if (level <= level_) {
        return;
    }
    level_ = std::min(level, kMaxLevel);
    for (auto it = counts_.begin(); it != counts_.end();) {
        Counts& counts = it->second;
        const std::size_t below = std::min(counts.size(), level_ * kinds_);
        std::fill_n(counts.begin(), below, 0);
        it = below == counts.size() ? counts_.erase(it) : std::next(it);
    }
}

std::vector<SampledCounts::Count> SampledCounts::ranked() const {
    std::vector<Count> out;
    out.reserve(counts_.size());
    for (const auto& [name, counts] : counts_) {
        Count count{name, std::vector<std::uint64_t>(kinds_), 0};
        for (std::size_t i = 0; i < counts.size(); ++i) {
            count.kinds[i % kinds_] += counts[i];
            count.all += counts[i];
        }
        out.push_back(std::move(count));
    }
    std::sort(out.begin(), out.end(), [](const Count& a, const Count& b) {
        return a.all != b.all ? a.all > b.all : a.name < b.name;
    });
    return out;
}

}  // namespace robotsctl
