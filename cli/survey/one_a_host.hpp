// Of several records of one host, one counts.

#ifndef ROBOTS_CLI_SURVEY_ONE_A_HOST_HPP
#define ROBOTS_CLI_SURVEY_ONE_A_HOST_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "cli/survey/counts.hpp"

namespace robotsctl {

// In each archive the first record with a file counts; of a host without one,
// the first of all. Crawls have a redirect and then what it leads to.
//
// The last kMost hosts of an archive are remembered, by a hash of their names.
// Nothing is carried from one archive to the next: so it makes no difference
// which of them are surveyed together.
class OneAHost {
  public:
    static constexpr std::size_t kMost = 65'536;

    enum class Which {
        first,   // of its host
        better,  // than the one that counted so far; see replaced()
        repeated,
    };

    // `archive` is the same for records of one archive.
    Which take(std::uint64_t archive, std::string_view host,
               const std::optional<Answered>& without_file);

    // The record that does not count any more.
    const Answered& replaced() const { return replaced_; }

  private:
    std::uint64_t archive_ = 0;
    // What was counted; nullopt: a file.
    std::unordered_map<std::uint64_t, std::optional<Answered>> hosts_;
    std::deque<std::uint64_t> order_;
    Answered replaced_;
};

}  // namespace robotsctl

#endif
