// Which content management system a site runs, told by the paths that its
// robots.txt names.

#ifndef ROBOTS_CLI_SURVEY_CMS_HPP
#define ROBOTS_CLI_SURVEY_CMS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace robotsctl {

constexpr std::size_t kCmses = 25;

// "WordPress", in the order in which guesses name them.
const std::array<std::string_view, kCmses>& cms_names();

// Looks at the lines of one robots.txt. A path that only one system has is
// enough (`/wp-admin/`); of those that others might have, two are needed
// (`/administrator/` and `/components/`).
class CmsGuess {
  public:
    // The path of a rule, as written.
    void see_path(std::string_view path);
    // The value of a Sitemap line.
    void see_sitemap(std::string_view url);

    // A place in cms_names(): the system that most was seen of.
    std::optional<std::size_t> best() const;

  private:
    void count(std::size_t tell);

    std::array<std::uint8_t, kCmses> points_{};
    std::array<bool, 128> seen_{};  // of the table of paths
};

}  // namespace robotsctl

#endif
