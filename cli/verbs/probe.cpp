// robotsctl probe: what a site really serves, compared with its policy.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/explain/explain.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/probe/probing.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kMostUrls = 100;
constexpr int kMostTimeouts = 12;  // limit for all requests, in timeouts

struct ProbeOptions {
    PolicyOption policy;
    std::vector<std::string> urls;
    std::vector<std::string> crawlers;
    std::vector<std::string> connect_to;  // HOST=ADDRESS[:PORT]
    std::string ca_file;
    robots::Milliseconds timeout{10000};
    bool quiet = false;
    bool json = false;
};

// Returns the address for CURLOPT_CONNECT_TO: "192.0.2.1" or
// "[2001:db8::1]:8443".
std::string address_to_ask(const std::string& option, std::string_view text) {
    const bool has_brackets = robots::starts_with(text, "[");
    const bool is_bare_ipv6 =
        !has_brackets && text.find(':') != text.rfind(':');
    const std::size_t colon =
        is_bare_ipv6 ? std::string_view::npos
                     : text.find(':', has_brackets ? text.find(']') : 0);
    std::string_view host = text.substr(0, colon);
    if (has_brackets && robots::ends_with(host, "]")) {
        host = host.substr(1, host.size() - 2);
    }
    const bool has_port = colon < text.size();
    const auto port =
        has_port ? robots::number_from(text.substr(colon + 1)) : 1;
    const std::string address = robots::address_from(host);
    if (address.empty() || !port || *port == 0 || *port > 65535) {
        throw Unusable("--connect-to", option,
                       "is not an address for a host; write "
                       "`HOST=ADDRESS` or `HOST=ADDRESS:PORT`");
    }
    return (address.size() == 16 ? '[' + std::string(host) + ']'
                                 : std::string(host)) +
           (has_port ? ':' + std::to_string(*port) : ":");
}

AskSettings settings_of(const ProbeOptions& options, const Origin& origin,
                        bool is_own_site) {
    AskSettings out;
    out.ca_file = options.ca_file;
    out.timeout = options.timeout;
    out.end = std::chrono::steady_clock::now() + kMostTimeouts * out.timeout;
    // An address in a URL is allowed even if it is private, because the user
    // wrote it.
    const std::string_view host = robots::trim(origin.url.host, "[]");
    out.only_public = !is_own_site && robots::address_from(host).empty();
    for (const std::string& option : options.connect_to) {
        std::string_view rest = option;
        const auto name = robots::canonical_host(robots::take_until('=', rest));
        std::string to = address_to_ask(option, rest);
        if (name == origin.url.host) {
            out.connect_to = std::move(to);
        }
    }
    return out;
}

std::vector<Asker> askers_of(const ProbeOptions& options,
                             const robots::Crawlers& crawlers, Origin& origin) {
    std::vector<std::string> tokens = options.crawlers;
    if (tokens.empty()) {
        tokens = crawlers_of(*origin.site, crawlers);
        origin.left_out =
            tokens.size() - std::min(tokens.size(), kMostCrawlers);
        tokens.resize(tokens.size() - origin.left_out);
    }
    std::vector<Asker> out{browser()};
    for (const std::string& token : tokens) {
        const robots::Crawler* entry = crawlers.find(token);
        if (!robots::is_product_token(token)) {
            throw Unusable("--crawler", token, "is not a product token");
        }
        if (entry != nullptr && !entry->in_user_agent) {
            throw Unusable("--crawler", token,
                           "is only for robots.txt; no crawler sends it");
        }
        out.push_back(crawler_asker(token, crawlers));
    }
    return out;
}

// Throws Unusable if --connect-to has a host that is not in any URL.
void refuse_unused(const ProbeOptions& options,
                   const std::vector<Origin>& origins) {
    for (const std::string& option : options.connect_to) {
        std::string_view rest = option;
        const auto name = robots::canonical_host(robots::take_until('=', rest));
        if (std::none_of(origins.begin(), origins.end(),
                         [&name](const Origin& each) {
                             return each.url.host == name;
                         })) {
            throw Unusable("--connect-to", option,
                           "is for a host that no URL has");
        }
    }
}

// Reads the origins of the URLs. Throws Unusable.
std::vector<Origin> origins_of(const ProbeOptions& options,
                               const robots::Policy& policy) {
    if (options.urls.size() > kMostUrls) {
        throw Unusable("more than " + std::to_string(kMostUrls) +
                       " URLs; ask in several runs");
    }
    std::vector<Origin> out;
    for (const std::string& text : options.urls) {
        const robots::Url url = absolute_url("URL", text);
        const robots::Authority authority{url.host, url.port, url.scheme};
        const std::string name = origin(authority);
        auto it = std::find_if(out.begin(), out.end(), [&](const Origin& each) {
            return each.text == name;
        });
        if (it == out.end()) {
            Origin added{url, name, policy.find(authority), {}, {}, {}, {}, 0,
                         {},  {}};
            if (added.site == nullptr) {
                throw Unusable("no site for " + name +
                               " and no default: nginx answers as without a "
                               "policy");
            }
            added.robots_txt = expected_robots_txt(policy, authority);
            added.settings = settings_of(options, added,
                                         added.site != policy.default_site());
            added.askers = askers_of(options, policy.crawlers(), added);
            added.pages.push_back({name + "/robots.txt", "/robots.txt", {}});
            it = out.insert(out.end(), std::move(added));
        }
        const std::string target = url.target.substr(0, url.target.find('#'));
        const bool is_page =
            text.find('/', text.find("://") + 3) != std::string::npos;
        const bool is_known = std::any_of(
            it->pages.begin(), it->pages.end(),
            [&target](const Page& page) { return page.target == target; });
        if (is_page && !is_known) {
            it->pages.push_back({name + target, target, {}});
        }
    }
    refuse_unused(options, out);
    return out;
}

// Returns "a browser, GPTBot and 3 more".
std::string asker_names(std::vector<std::string> askers) {
    constexpr std::size_t kMost = 4;
    std::replace(askers.begin(), askers.end(), std::string("browser"),
                 std::string("a browser"));
    if (askers.size() > kMost + 1) {
        const std::size_t more = askers.size() - kMost;
        askers.resize(kMost);
        askers.push_back(std::to_string(more) + " more");
    }
    return listed(askers, askers.size());
}

PageKind asked_at(const Page& page) {
    return page.target == "/robots.txt" ? PageKind::robots_txt : PageKind::page;
}

void print_page(const Page& page, bool quiet) {
    for (const Observation& each : page.findings) {
        const Difference& difference = each.difference;
        if (quiet && difference.as_policy_says) {
            continue;
        }
        std::cout << styled(robots::printable(page.url), Look::bold) << " as "
                  << robots::printable(asker_names(each.askers)) << '\n'
                  << "  "
                  << styled(difference.kind,
                            difference.as_policy_says ? Look::good : Look::bad)
                  << ": " << robots::printable(difference.what) << '\n';
        const auto advice = advice_on(difference.kind, asked_at(page));
        std::cout << (advice.empty() ? "" : "  ") << advice
                  << (advice.empty() ? "" : "\n");
        if (!difference.diff.empty()) {
            std::cout << "    --- policy\n    +++ served\n";
        }
        for (const std::string& line : difference.diff) {
            std::cout << "    " << line << '\n';
        }
    }
}

// Returns why some pages were not requested; empty if all pages were requested.
std::string why_not_asked(const Origin& origin) {
    return origin.cut_off.empty()
               ? origin.problem
               : "not all is asked for as " + asker_names(origin.cut_off) +
                     ": " + origin.out_of_time;
}

void print_page_json(const Origin& origin, const Page& page) {
    Json out{{"url", page.url},
             {"site", origin.site->name},
             {"revision", origin.site->robots->revision.text()},
             {"asked_as", Json::array()},
             {"differences", Json::array()},
             {"explained", Json::array()},
             {"problem", json_or_null(why_not_asked(origin))}};
    const auto index = static_cast<std::size_t>(&page - origin.pages.data());
    for (std::size_t i = 0; i < origin.askers.size(); ++i) {
        if (origin.problem.empty() && index < origin.asked[i]) {
            out["asked_as"].push_back(origin.askers[i].name);
        }
    }
    for (const Observation& each : page.findings) {
        const Difference& difference = each.difference;
        Json one{{"kind", difference.kind},
                 {"asked_as", each.askers},
                 {"what", difference.what}};
        if (difference.as_policy_says) {
            out["explained"].push_back(std::move(one));
            continue;
        }
        one["advice"] = advice_on(difference.kind, asked_at(page));
        one["diff"] = difference.diff;
        out["differences"].push_back(std::move(one));
    }
    print(out);
}

void print_origin_notes(const Origin& origin) {
    if (origin.left_out != 0) {
        std::cout << origin.text << ": not asked as "
                  << counted(origin.left_out, "more crawler")
                  << "; write `--crawler TOKEN` for each that matters\n";
    }
    std::vector<std::string> slow;
    for (std::size_t i = 0; i < origin.askers.size(); ++i) {
        const std::string& name = origin.askers[i].name;
        const bool is_cut_off =
            std::count(origin.cut_off.begin(), origin.cut_off.end(), name) > 0;
        if (origin.asked[i] < origin.pages.size() && !is_cut_off) {
            slow.push_back(name);
        }
    }
    if (!slow.empty()) {
        std::cout << origin.text << ": not all pages are asked for as "
                  << robots::printable(asker_names(slow))
                  << ", which may not come so fast\n";
    }
}

int show_probe(const ProbeOptions& options,
               const std::vector<Origin>& origins) {
    std::size_t differences = 0;
    std::size_t urls = 0;
    std::size_t failed = 0;
    bool is_complete = true;
    std::set<std::string> names;
    for (const Origin& origin : origins) {
        failed += origin.problem.empty() ? 0 : 1;
        urls += origin.pages.size();
        for (std::size_t i = 1; i < origin.askers.size(); ++i) {
            names.insert(origin.askers[i].name);
        }
        for (const Page& page : origin.pages) {
            for (const Observation& each : page.findings) {
                differences += each.difference.as_policy_says ? 0 : 1;
            }
            if (options.json) {
                print_page_json(origin, page);
            } else {
                print_page(page, options.quiet);
            }
        }
        if (!options.quiet && !options.json) {
            print_origin_notes(origin);
        }
        const std::string problem = why_not_asked(origin);
        if (!problem.empty()) {
            complain(origin.text + ": " + problem);
        }
        is_complete = is_complete && problem.empty();
    }
    if (!options.quiet && !options.json && failed < origins.size()) {
        std::cout << counted(urls, "URL") << ", asked as a browser and "
                  << counted(names.size(), "crawler") << ": "
                  << counted(differences, "difference") << '\n';
    }
    return differences != 0 ? kNo : is_complete ? kFine : kUnusable;
}

int probe(const ProbeOptions& options) {
    const auto policy = options.policy.load();
    std::vector<Origin> origins = origins_of(options, *policy);
    ask_all(*policy, origins);
    return show_probe(options, origins);
}

}  // namespace

void add_probe(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<ProbeOptions>(
        app, run, "probe",
        "compare what a site really serves with what its policy says", probe);
    options.policy.add_to(verb)->required();
    verb.add_option("URL", options.urls,
                    "a site (https://example.com) or a page of it")
        ->type_name("URL")
        ->required();
    verb.add_option("--crawler", options.crawlers,
                    "ask as this crawler, instead of those that the policy "
                    "names; repeats")
        ->type_name("TOKEN")
        ->allow_extra_args(false);
    verb.add_option("--connect-to", options.connect_to,
                    "ask this address for that host, whatever DNS says: "
                    "HOST=ADDRESS or HOST=ADDRESS:PORT; repeats")
        ->type_name("HOST=ADDRESS")
        ->allow_extra_args(false);
    add_duration(verb, "--timeout", options.timeout, robots::Milliseconds{1},
                 std::chrono::minutes(10), "how long each answer may take");
    verb.add_option("--ca-file", options.ca_file,
                    "certificates to trust instead of the system's")
        ->type_name("FILE")
        ->check(readable_file());
    verb.add_flag("--quiet", options.quiet, "print only differences");
    verb.add_flag("--json", options.json, "print JSON Lines");
}

}  // namespace robotsctl
