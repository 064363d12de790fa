// Counts of names that nobody knows beforehand, such as rules, in bounded
// memory.
//
// There may be millions. As long as all fit, all are counted. Beyond that, only
// one host in 2, then one in 4, and so on, is counted: those whose hash ends in
// enough zeros. So a name on many hosts is always there, and about right, while
// rare ones go. Which hosts are left depends on nothing but the hosts, so the
// counts of parts add up to exactly what one count of all would have given:
//
//     level of a host   the number of zeros at the end of its hash
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

// 0 to 40, and of n hosts about n/2 have level 0, n/4 level 1.
unsigned level_of_host(std::string_view host);

class SampledCounts {
  public:
    // Of each name `kinds` different things are counted. At most `most` names
    // are kept.
    SampledCounts(std::size_t most, std::size_t kinds)
        : most_(most), kinds_(kinds) {}

    // The first 200 octets of a name count. What is not UTF-8 or not printable
    // becomes "?", so that JSON can hold any name.
    static constexpr std::size_t kMaxName = 200;

    void add(std::string_view name, unsigned level, std::size_t kind,
             std::uint64_t count = 1);

    // Counts a name once of each host, of those whose names have one kind. The
    // names of a host are added without those of another between them; `host`
    // is a number of its own for each, and not 0.
    void add_once(std::string_view name, unsigned level, std::uint64_t host);

    // Leaves out hosts of levels below `level`.
    void raise_to(unsigned level);

    unsigned level() const { return level_; }
    // One of this many hosts is counted.
    std::uint64_t one_in() const { return std::uint64_t{1} << level_; }
    std::size_t kinds() const { return kinds_; }

    struct Count {
        std::string_view name;
        // What was counted of each kind; of all hosts, one_in() times as many.
        std::vector<std::uint64_t> kinds;
        std::uint64_t all = 0;
    };

    // The most frequent first; equal ones by name.
    std::vector<Count> ranked() const;

    // counts[level * kinds + kind], of each name.
    using Counts = std::vector<std::uint64_t>;
    struct Name {
        Counts counts;
        std::uint64_t last_host = 0;  // that add_once() counted
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
    std::string name_;  // for look-ups
};

}  // namespace robotsctl
