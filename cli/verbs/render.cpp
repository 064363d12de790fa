// robotsctl render: prints the robots.txt of a URL's site, as the module serves
// it, or writes the robots.txt of all sites into a folder.

#include <iostream>
#include <string>

#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/render/annotated.hpp"
#include "cli/render/golden_folder.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct RenderOptions {
    PolicyOption policy;
    std::string url;
    std::string folder;
    bool check = false;
    bool annotate = false;
    bool json = false;
};

// `lines` are the annotated lines of the text, or null if the user did not ask
// for them.
void print_json(const robots::Site& site, const robots::Authority& authority,
                const Json& lines) {
    using robots::Publisher;
    const robots::Robots& robots = *site.robots;
    const Publisher publisher = robots.settings->publisher;
    Json out{{"site", site.name},
             {"revision", robots.revision.text()},
             {"status", 200}};
    if (robots.settings->suspend) {
        out["status"] = 503;
        out["retry_after"] = robots.settings->suspend->count();
    } else if (publisher == Publisher::application) {
        out["status"] = nullptr;
        out["enforced"] = robots.body.render(authority);
    } else if (publisher == Publisher::nobody) {
        out["status"] = 404;
    } else {
        const robots::ETag etag = robots::etag(robots.body.hash(authority));
        out["etag"] = std::string(etag.begin(), etag.end());
        out["max_age"] = robots.settings->max_age.count();
        out["robots_txt"] = robots.body.render(authority);
    }
    if (!lines.is_null()) {
        out["lines"] = lines;
    }
    print(out);
}

int print_text(const robots::Site& site, const robots::Authority& authority,
               const Json& lines) {
    const std::string instead = instead_of(site);
    if (!instead.empty()) {
        complain(instead);
    }
    if (!site.robots->settings->suspend) {
        std::cout << (lines.is_null() ? site.robots->body.render(authority)
                                      : annotated_text(lines));
    }
    return instead.empty() ? kFine : kNo;
}

int render_all(const RenderOptions& options) {
    const auto policy = options.policy.load();
    if (options.check) {
        return check_golden(*policy, options.folder) ? kFine : kNo;
    }
    write_golden(*policy, options.folder);
    return kFine;
}

int render(const RenderOptions& options) {
    if (!options.folder.empty()) {
        return render_all(options);
    }
    if (options.url.empty()) {
        throw Unusable(
            "`--url` is missing; write `--url URL`, or `--output-dir DIR` for "
            "the files of all sites");
    }
    const robots::Url url = absolute_url("--url", options.url);
    const auto policy = options.policy.load();
    const robots::Authority authority{url.host, url.port, url.scheme};
    const robots::Site* site = policy->find(authority);
    if (site == nullptr) {
        complain("no site for " + origin(authority) +
                 " and no default: nginx answers as without a policy");
        return kNo;
    }
    const Json lines =
        options.annotate && !site->robots->settings->suspend
            ? annotate(*policy, *site, authority, options.policy.variables())
            : Json();
    if (options.json) {
        print_json(*site, authority, lines);
        return kFine;
    }
    return print_text(*site, authority, lines);
}

}  // namespace

void add_render(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<RenderOptions>(
        app, run, "render",
        "print the robots.txt of a site as the module serves it", render);
    options.policy.add_to(verb)->required();
    CLI::Option* url =
        verb.add_option("--url", options.url, "any URL of the site")
            ->type_name("URL");
    CLI::Option* folder =
        verb.add_option("--output-dir", options.folder,
                        "write the files of all sites into this folder")
            ->type_name("DIR")
            ->excludes(url);
    verb.add_flag("--check", options.check,
                  "write nothing; print what would change in the folder, and "
                  "exit with 1 if anything would")
        ->needs(folder);
    verb.add_flag("--annotate", options.annotate,
                  "say of each line where it is written, and which template "
                  "and variables it is from")
        ->excludes(folder);
    verb.add_flag("--json", options.json, "print one JSON object")
        ->excludes(folder);
}

}  // namespace robotsctl
