#include "cli/render/instead.hpp"

namespace robotsctl {

std::optional<Instead> instead_of(const robots::Site& site) {
    const robots::SiteSettings& settings = *site.robots->settings;
    const std::string name = "site " + std::string(site.name);
    if (settings.suspend) {
        return Instead{503, name +
                                " is suspended: robots.txt answers 503 with "
                                "Retry-After: " +
                                std::to_string(settings.suspend->count())};
    }
    switch (settings.publisher) {
        case robots::Publisher::policy:
            break;
        case robots::Publisher::nobody:
            return Instead{404, name + " has no robots.txt: it answers 404"};
        case robots::Publisher::application:
            return Instead{nullptr, name +
                                        " serves the application's robots.txt; "
                                        "these groups are enforced:"};
    }
    return std::nullopt;
}

}  // namespace robotsctl
