#include "cli/options/url_option.hpp"

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

std::optional<robots::Url> url_from_option(const std::string& text) {
    auto url = robots::parse_url(text);
    if (!url) {
        complain("--url: " + robots::quoted(text) +
                 " is not an absolute URL; write it as https://example.com/");
    }
    return url;
}

}  // namespace robotsctl
