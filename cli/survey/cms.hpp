// Guesses from the paths in a robots.txt which content management system a site
// runs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace robotsctl {

constexpr std::size_t kCmses = 25;

// Returns a name like "WordPress". `cms` must be less than kCmses.
std::string_view cms_name(std::size_t cms);

// Looks at the lines of one robots.txt. A guess needs one path that only one
// system has (`/wp-admin/`), or two paths that this system has and other
// systems might have, too (`/administrator/` and `/components/`).
class CmsGuess {
  public:
    // Takes the path of a rule, as written.
    void see_path(std::string_view path);
    // Takes the value of a Sitemap line.
    void see_sitemap(std::string_view url);

    // The system with the most evidence, for cms_name(); nullopt if the
    // evidence is not enough.
    std::optional<std::size_t> best() const;

  private:
    void add(std::size_t system, std::uint8_t points);
    void count(std::size_t tell);

    std::array<std::uint8_t, kCmses> points_{};
    std::array<bool, 128> seen_{};  // by entry of the table of paths
};

}  // namespace robotsctl
