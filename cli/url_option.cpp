#include "url_option.hpp"

#include <iostream>

namespace robotsctl {

std::optional<robots::Url> url_from_option(const std::string& text) {
    auto url = robots::parse_url(text);
    if (!url) {
        std::cerr << "robotsctl: --url \"" << text
                  << "\" is no absolute URL, such as https://example.com/\n";
    }
    return url;
}

}  // namespace robotsctl
