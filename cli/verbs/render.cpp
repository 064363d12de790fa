// robotsctl render: the robots.txt of a URL's site, as the module serves it.

#include <iostream>
#include <optional>
#include <string>

#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct RenderOptions {
    PolicyOption policy;
    std::string url;
    bool json = false;
};

// What is answered in place of a robots.txt of the policy.
struct Instead {
    Json status;
    std::string text;
};

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

void print_json(const robots::Site& site, const robots::Authority& authority) {
    const robots::Robots& robots = *site.robots;
    const auto instead = instead_of(site);
    Json out{{"site", site.name},
             {"revision", robots.revision.text()},
             {"status", instead ? instead->status : Json(200)}};
    if (robots.settings->suspend) {
        out["retry_after"] = robots.settings->suspend->count();
    } else if (robots.settings->publisher == robots::Publisher::application) {
        out["enforced"] = robots.body.render(authority);
    } else if (!instead) {
        const robots::ETag etag = robots::etag(robots.body.hash(authority));
        out["etag"] = std::string(etag.begin(), etag.end());
        out["max_age"] = robots.settings->max_age.count();
        out["robots_txt"] = robots.body.render(authority);
    }
    print(out);
}

int print_text(const robots::Site& site, const robots::Authority& authority) {
    const auto instead = instead_of(site);
    if (instead) {
        complain(instead->text);
    }
    if (!site.robots->settings->suspend) {
        std::cout << site.robots->body.render(authority);
    }
    return instead ? kNo : kFine;
}

int render(const RenderOptions& options) {
    const robots::Url url = absolute_url("--url", options.url);
    const auto policy = options.policy.load();
    const robots::Authority authority{url.host, url.port, url.scheme};
    const robots::Site* site = policy->find(authority);
    if (site == nullptr) {
        complain("no site for " + origin(authority) +
                 " and no default: nginx answers as without a policy");
        return kNo;
    }
    if (options.json) {
        print_json(*site, authority);
        return kFine;
    }
    return print_text(*site, authority);
}

}  // namespace

void add_render(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<RenderOptions>(
        app, run, "render",
        "print the robots.txt of a site as the module serves it", render);
    options.policy.add_to(verb)->required();
    verb.add_option("--url", options.url, "any URL of the site")
        ->type_name("URL")
        ->required();
    verb.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace robotsctl
