// Counts names that are not known in advance, for example rules, in bounded
// memory.
//
// There may be millions of names. As long as they fit, all hosts are counted.
// After that, only one host in 2, then one in 4, and so on, is counted: the
// hosts with enough zero bits at the end of their hash. So a name on many hosts
// is always kept with a nearly correct count, while rare names are dropped.
// Whether a host is counted depends only on level() and the host, so the counts
// of parts add up exactly.
// The words used here:
//
//     level of a host   the number of zero bits at the end of its hash
//     counts of a name  hosts of level 0, of level 1, ...
//     level()           hosts of lower levels are not counted; 0: all are

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace robotsctl {

// The level is 0 to 40. Of n hosts, about n/2 have level 0, n/4 level 1.
unsigned level_of_host(std::string_view host);

class SampledCounts {
  public:
    // Counts `kinds` different things for each name. Keeps at most `most`
    // names.
    SampledCounts(std::size_t most, std::size_t kinds)
        : most_(most), kinds_(kinds) {}

    // Names are cut to this many octets. Octets that are not UTF-8 or not
    // printable become "?", so that JSON can contain any name.
    static constexpr std::size_t kMaxName = 200;

    void add(std::string_view name, unsigned level, std::size_t kind,
             std::uint64_t count = 1);

    // Counts a name once for each host; `kinds` must be 1. All names of one
    // host must be added before the names of the next host. `host` is a
    // different number for each host, and not 0.
    void add_once(std::string_view name, unsigned level, std::uint64_t host);

    // Drops the counts of hosts with a level below `level`.
    void raise_to(unsigned level);

    unsigned level() const { return level_; }
    // Only one of this many hosts is counted.
    std::uint64_t one_in() const { return std::uint64_t{1} << level_; }
    std::size_t kinds() const { return kinds_; }

    struct Count {
        std::string_view name;
        // The counts of each kind on the counted hosts. The estimate for all
        // hosts is one_in() times as high.
        std::vector<std::uint64_t> kinds;
        std::uint64_t all = 0;
    };

    // Returns the most frequent names first. Names with equal counts are in
    // alphabetical order.
    std::vector<Count> ranked() const;

    // The counts of a name: counts[level * kinds + kind].
    using Counts = std::vector<std::uint64_t>;
    struct Name {
        Counts counts;
        std::uint64_t last_host = 0;  // last host that add_once() counted
    };
    const std::unordered_map<std::string, Name>& by_name() const {
        return names_;
    }

  private:
    Name& find(std::string_view name);
    void add(Name& name, unsigned level, std::size_t kind, std::uint64_t count);

    std::size_t most_;
    std::size_t kinds_;
    unsigned level_ = 0;
    std::unordered_map<std::string, Name> names_;
    std::string name_;  // a buffer for lookups
};

}  // namespace robotsctl
