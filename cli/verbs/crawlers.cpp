// robotsctl crawlers: lists the built-in catalogue.

#include "policy/crawlers/crawlers.hpp"
#include "policy/base/near_word.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kAnyCategory = robots::kCategories;

struct CrawlersOptions {
    std::size_t category = kAnyCategory;  // otherwise a robots::Category
    std::string operator_name;
    bool json = false;
};

void print_crawler_json(const robots::Crawler& crawler) {
    print({{"token", crawler.token},
           {"category", to_string(crawler.category)},
           {"operator", json_or_null(crawler.operator_name)},
           {"docs", json_or_null(crawler.docs)},
           {"in_user_agent", crawler.in_user_agent},
           {"self_hosted", crawler.self_hosted},
           {"falls_back_to", json_or_null(crawler.falls_back_to)},
           {"rdns", crawler.rdns},
           {"ranges_url", crawler.ranges_urls},
           {"keys_url", crawler.keys_urls},
           {"obeys", obeys_json(crawler)}});
}

std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

// Explains an empty result. Every category has crawlers, so the reason is the
// operator for which the user asked.
std::string why_none(const CrawlersOptions& options,
                     const std::vector<robots::Crawler>& all) {
    std::vector<std::string_view> known;
    for (const robots::Crawler& crawler : all) {
        if (!crawler.operator_name.empty()) {
            known.push_back(crawler.operator_name);
        }
    }
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&](std::string_view name) {
            return robots::equal_folded(name, options.operator_name);
        });
    const std::string name = robots::cited(options.operator_name);
    return is_known
               ? "the operator " + name + " has no crawler of the category " +
                     robots::cited(robots::kCategoryNames[options.category])
               : "the catalogue has no crawler of an operator " + name +
                     robots::did_you_mean(options.operator_name, known);
}

int list_crawlers(const CrawlersOptions& options) {
    std::vector<robots::Crawler> all = robots::built_in_crawlers();
    std::stable_sort(all.begin(), all.end(),
                     [](const robots::Crawler& a, const robots::Crawler& b) {
                         return robots::fold(a.token) < robots::fold(b.token);
                     });
    std::size_t listed = 0;
    Table table({{"Token"}, {"Category"}, {"Operator"}, {"Documentation"}});
    for (const robots::Crawler& crawler : all) {
        if ((options.category != kAnyCategory &&
             crawler.category !=
                 static_cast<robots::Category>(options.category)) ||
            (!options.operator_name.empty() &&
             !robots::equal_folded(crawler.operator_name,
                                   options.operator_name))) {
            continue;
        }
        if (options.json) {
            print_crawler_json(crawler);
        } else {
            table.add({crawler.token, std::string(to_string(crawler.category)),
                       or_dash(crawler.operator_name), or_dash(crawler.docs)});
        }
        ++listed;
    }
    if (listed == 0) {
        throw Unusable(why_none(options, all));
    }
    if (!options.json) {
        std::cout << table.text();
    }
    return kFine;
}

}  // namespace

void add_crawlers(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<CrawlersOptions>(
        app, run, "crawlers", "list the built-in catalogue of crawlers",
        list_crawlers);
    add_choice(verb, "--category",
               {robots::kCategoryNames.begin(), robots::kCategoryNames.end()},
               options.category, "only crawlers of this category")
        ->type_name("CATEGORY");
    verb.add_option("--operator", options.operator_name,
                    "only crawlers of this operator")
        ->type_name("NAME");
    verb.add_flag("--json", options.json, "print JSON Lines");
}

}  // namespace robotsctl
