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

// Finds or adds a name. A name that is found is already printable.
SampledCounts::Name& SampledCounts::find(std::string_view name) {
    name = name.substr(0, kMaxName);
    name_.assign(name);
    if (const auto it = names_.find(name_); it != names_.end()) {
        return it->second;
    }
    if (!robots::is_line_of_text(name)) {
        name_ = robots::printable(name);
    }
    return names_[name_];
}

void SampledCounts::add(std::string_view name, unsigned level, std::size_t kind,
                        std::uint64_t count) {
    if (level >= level_ && count > 0) {
        add(find(name), level, kind, count);
    }
}

void SampledCounts::add_once(std::string_view name, unsigned level,
                             std::uint64_t host) {
    if (level < level_) {
        return;
    }
    Name& found = find(name);
    if (found.last_host != host) {
        found.last_host = host;
        add(found, level, 0, 1);
    }
}

void SampledCounts::add(Name& name, unsigned level, std::size_t kind,
                        std::uint64_t count) {
    Counts& counts = name.counts;
    if (counts.size() < (level + 1) * kinds_) {
        counts.resize((level + 1) * kinds_);
    }
    counts[level * kinds_ + kind] += count;
    while (names_.size() > most_) {
        raise_to(level_ + 1);
    }
}

void SampledCounts::raise_to(unsigned level) {
    if (level <= level_) {
        return;
    }
    level_ = std::min(level, kMaxLevel);
    for (auto it = names_.begin(); it != names_.end();) {
        Counts& counts = it->second.counts;
        const std::size_t below = std::min(counts.size(), level_ * kinds_);
        std::fill_n(counts.begin(), below, 0);
        it = below == counts.size() ? names_.erase(it) : std::next(it);
    }
}

std::vector<SampledCounts::Count> SampledCounts::ranked() const {
    std::vector<Count> out;
    out.reserve(names_.size());
    for (const auto& [name, found] : names_) {
        Count count{name, std::vector<std::uint64_t>(kinds_), 0};
        for (std::size_t i = 0; i < found.counts.size(); ++i) {
            count.kinds[i % kinds_] += found.counts[i];
            count.all += found.counts[i];
        }
        out.push_back(std::move(count));
    }
    std::sort(out.begin(), out.end(), [](const Count& a, const Count& b) {
        return a.all != b.all ? a.all > b.all : a.name < b.name;
    });
    return out;
}

}  // namespace robotsctl
