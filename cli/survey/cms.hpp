// Which content management system a site runs, told by the paths that its
// robots.txt names.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace robotsctl {

constexpr std::size_t kCmses = 25;

// "WordPress"; `cms` is less than kCmses.
std::string_view cms_name(std::size_t cms);

// Looks at the lines of one robots.txt. A path that only one system has is
// enough (`/wp-admin/`); of those that others might have, two are needed
// (`/administrator/` and `/components/`).
class CmsGuess {
  public:
    // The path of a rule, as written.
    void see_path(std::string_view path);
    // The value of a Sitemap line.
    void see_sitemap(std::string_view url);

    // The system that most was seen of, for cms_name().
    std::optional<std::size_t> best() const;

  private:
    void add(std::size_t system, std::uint8_t points);
    void count(std::size_t tell);

    std::array<std::uint8_t, kCmses> points_{};
    std::array<bool, 128> seen_{};  // of the table of paths
};

}  // namespace robotsctl
