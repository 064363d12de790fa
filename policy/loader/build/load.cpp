#include "policy/loader/build/load.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/document.hpp"
#include "policy/loader/build/policy_entry.hpp"
#include "policy/loader/build/site_builder.hpp"
#include "policy/loader/build/site_lint.hpp"
#include "policy/loader/entries/crawler_checks.hpp"
#include "policy/loader/entries/keys_file.hpp"
#include "policy/loader/entries/ranges_file.hpp"

namespace robots {

namespace {

using namespace loader;

// `crawlers` with the tokens that groups name and it lacks: what a policy names
// is a crawler.
std::shared_ptr<const Crawlers> with_named(
    std::shared_ptr<const Crawlers> crawlers, const std::vector<Text>& named) {
    std::vector<Crawler> lacking;
    std::unordered_set<std::string> met;
    for (const Text& token : named) {
        if (crawlers->find(token.value) == nullptr &&
            met.insert(fold(token.value)).second) {
            Crawler crawler;
            crawler.token = token.value;
            crawler.catalogued = false;
            lacking.push_back(std::move(crawler));
        }
    }
    if (lacking.empty()) {
        return crawlers;
    }
    std::vector<Crawler> all = crawlers->entries();
    std::move(lacking.begin(), lacking.end(), std::back_inserter(all));
    return std::make_shared<const Crawlers>(std::move(all),
                                            built_in_not_crawlers());
}

void warn_of_browser_words(const std::vector<Text>& named,
                           const Crawlers& crawlers, Findings& findings) {
    for (const Text& token : named) {
        if (crawlers.is_browser_word(token.value)) {
            findings.warning(
                token.place, "token-is-a-browser-word",
                quoted(token.value) +
                    " is part of browser headers, so it identifies no crawler, "
                    "and nothing is enforced for it");
        }
    }
}

// Nearly no policy has any: one warning says it for all of them.
void warn_of_left_out(const std::vector<Text>& named, const Crawlers& crawlers,
                      Findings& findings) {
    std::unordered_set<std::string_view> left_out;
    for (const std::uint32_t entry : crawlers.left_out()) {
        left_out.insert(crawlers.entries()[entry].token);
    }
    const auto first = std::find_if(
        named.begin(), named.end(),
        [&](const Text& token) { return left_out.count(token.value) != 0; });
    if (first != named.end()) {
        findings.warning(first->place, "tokens-alike",
                         "headers are not searched for " +
                             quoted(first->value) + " and " +
                             std::to_string(left_out.size() - 1) +
                             " other tokens: more than " +
                             std::to_string(NeedleIndex::kMostAlike) +
                             " tokens start with the same eight characters; "
                             "name fewer crawlers");
    }
}

std::shared_ptr<const Policy> compile(PolicyEntry& entry, SiteLists& sites,
                                      const Reader& reader,
                                      PolicyFiles& files) {
    Findings& findings = reader.findings();
    auto crawlers = std::make_shared<const Crawlers>(
        merge_crawlers(built_in_crawlers(), entry.crawlers, findings),
        built_in_not_crawlers());
    check_crawlers(entry.crawlers, *crawlers, files.all().front()->index,
                   findings);
    const CatalogueTokens catalogue(crawlers->entries());
    BodyCompiler bodies(entry.enforce, catalogue, entry.templates, files,
                        findings);
    Findings warnings(findings.listing());
    SiteLint lint(entry.enforce, *crawlers, files, warnings);
    auto policy = std::make_shared<Policy>();
    {
        SiteBuilder builder(*policy, bodies, lint, findings);
        builder.build(sites, reader);
        if (entry.default_site) {
            builder.build_default(*entry.default_site);
        }
    }
    entry.templates.report_unused(findings);
    const std::vector<Text> named = bodies.named_tokens();
    crawlers = with_named(std::move(crawlers), named);
    warn_of_browser_words(named, *crawlers, findings);
    warn_of_left_out(named, *crawlers, findings);
    if (findings.errors() > 0) {
        return nullptr;
    }
    policy->set_crawlers(std::move(crawlers));
    policy->shrink_to_fit();
    policy->files = findings.files();
    policy->modified = files.modified();
    policy->ignored_warnings = entry.ignored;
    for (const TestEntry& test : entry.tests) {
        run_test(test, *policy, findings);
    }
    if (findings.errors() == 0) {
        findings.take_warnings(warnings);
    }
    return policy;
}

Loaded finish(std::shared_ptr<const Policy> policy, const Findings& findings,
              const Inputs& inputs) {
    if (findings.errors() > 0) {
        policy = nullptr;
    }
    return {std::move(policy), findings.diagnostics(), inputs};
}

}  // namespace

Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots, const std::string& share,
                   const Listing& listing) {
    Findings findings(listing);
    PolicyFiles files(findings, roots, share);
    if (!files.read_main(file)) {
        return finish(nullptr, findings, files.inputs());
    }
    const PolicyFile& main = *files.all().front();
    const VariableSet set =
        read_variables(main.document.root(), main.index, variables, findings);
    const Reader reader(findings, set);
    PolicyEntry entry = read_policy(reader, files);
    for (const std::string& code : entry.ignored) {
        findings.ignore(code);
    }
    SiteLists sites(std::move(entry.site_lists));
    sites.read_hosts_files(reader, files);
    read_ranges_files(entry.crawlers, files, findings);
    read_keys_files(entry.crawlers, files, findings);
    if (files.incomplete()) {
        while (sites.next(reader)) {
        }
        return finish(nullptr, findings, files.inputs());
    }
    files.forget_documents();
    auto policy = compile(entry, sites, reader, files);
    if (findings.errors() == 0) {
        set.report_unused(findings);
    }
    return finish(std::move(policy), findings, files.inputs());
}

Loaded load_robots_txt(const std::string& file) {
    Findings findings;
    const std::uint32_t index = findings.add_file(file);
    const Source source = read_source(open_file(file), kMaxRobotsTxt);
    Inputs inputs;
    inputs.add_file(Input::Kind::own_file, file, source);
    if (!source.problem.empty()) {
        findings.error({index, 0, 0}, "unreadable-file",
                       "cannot open this file: " + source.problem);
        return finish(nullptr, findings, inputs);
    }
    const Place place{index, 1, 1};
    const auto robots =
        verbatim_robots(source.text, place, Enforcement{}, findings);
    if (robots == nullptr) {
        return finish(nullptr, findings, inputs);
    }
    std::vector<Text> named;
    for (const auto& group : robots->groups.all()) {
        if (group->name != "*") {
            named.push_back({group->name, place});
        }
    }
    auto policy = std::make_shared<Policy>(
        with_named(std::make_shared<const Crawlers>(built_in_crawlers(),
                                                    built_in_not_crawlers()),
                   named));
    policy->set_default(policy->add("default", robots, place));
    policy->files = findings.files();
    policy->modified = source.modified;
    return finish(std::move(policy), findings, inputs);
}

}  // namespace robots
