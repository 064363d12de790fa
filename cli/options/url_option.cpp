#include "cli/options/url_option.hpp"

#include "cli/output/text.hpp"

namespace robotsctl {

std::optional<robots::Url> url_from_option(const std::string& text) {
    auto url = robots::parse_url(text);
    if (!url) {
        complain("--url \"" + text +
                 "\" is not an absolute URL, such as https://example.com/");
    }
    return url;
}

}  // namespace robotsctl
