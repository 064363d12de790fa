// What in archives could not be read, and where.

#ifndef ROBOTS_CLI_ARCHIVE_TROUBLE_HPP
#define ROBOTS_CLI_ARCHIVE_TROUBLE_HPP

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

class Trouble {
  public:
    // Of the places only the first by name are kept, so that it does not matter
    // in which order inputs are read.
    static constexpr std::size_t kSamples = 20;

    // A piece of an archive was skipped.
    void skipped(const std::string& where, std::string_view why);

    // Nothing more can be read of an input. `problem` is a whole message.
    void lost(const std::string& problem);

    // As if the troubles of `other` had happened here.
    void add(std::uint64_t skipped, const std::vector<std::string>& samples);

    std::uint64_t skips() const { return skips_; }
    const std::set<std::string>& samples() const { return samples_; }
    const std::vector<std::string>& lost() const { return lost_; }

  private:
    void keep(const std::string& sample);

    std::uint64_t skips_ = 0;
    std::set<std::string> samples_;
    std::vector<std::string> lost_;
};

}  // namespace robotsctl

#endif
