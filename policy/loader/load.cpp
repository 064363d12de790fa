#include "loader/load.hpp"

#include <unordered_set>

#include "loader/document.hpp"
#include "loader/hosts_file.hpp"
#include "loader/policy_entry.hpp"
#include "loader/ranges_file.hpp"
#include "loader/site_builder.hpp"
#include "loader/site_lint.hpp"
#include "product_token.hpp"

namespace robots {

namespace {

using namespace loader;

// A site whose robots.txt is compiled, and who claims it.
struct BuiltSite {
    const SiteEntry* entry = nullptr;
    std::shared_ptr<const Robots> robots;
};

Site site_of(const BuiltSite& built, std::string name) {
    Site site;
    site.name = std::move(name);
    site.robots = built.robots;
    site.place = built.entry->place;
    site.key = site_key(site.name);
    return site;
}

// The catalogue with the tokens that groups name and it lacks: what a policy
// names is a crawler.
std::vector<Crawler> with_named(std::vector<Crawler> catalogue,
                                const std::vector<Text>& named) {
    std::unordered_set<std::string> known;
    for (const Crawler& crawler : catalogue) {
        known.insert(fold(crawler.token));
    }
    for (const Text& token : named) {
        if (known.insert(fold(token.value)).second) {
            Crawler crawler;
            crawler.token = token.value;
            crawler.catalogued = false;
            catalogue.push_back(std::move(crawler));
        }
    }
    return catalogue;
}

void warn_of_browser_words(const std::vector<Text>& named,
                           const Crawlers& crawlers, Findings& findings) {
    for (const Text& token : named) {
        if (crawlers.is_browser_word(token.value)) {
            findings.warning(token.place, "token-is-a-browser-word",
                             quoted(token.value) +
                                 " stands in the headers of browsers, so it "
                                 "identifies no crawler and nothing is "
                                 "enforced on its account");
        }
    }
}

// Compiles all sites and checks what they claim; stops short of a policy, since
// the crawlers must be known first.
std::vector<BuiltSite> build_sites(const PolicyEntry& policy,
                                   SiteBuilder& builder, Findings& findings) {
    std::vector<BuiltSite> out;
    out.reserve(policy.sites.size() + 1);
    ClaimedHosts claims;
    for (const SiteEntry& site : policy.sites) {
        out.push_back({&site, builder.build(site.body)});
        claims.take(site, findings);
    }
    if (policy.default_site) {
        out.push_back(
            {&*policy.default_site, builder.build(policy.default_site->body)});
    }
    return out;
}

std::shared_ptr<Policy> assemble(const PolicyEntry& entry,
                                 const std::vector<BuiltSite>& sites,
                                 std::shared_ptr<const Crawlers> crawlers) {
    auto policy = std::make_shared<Policy>(std::move(crawlers));
    const std::vector<std::string> names = site_names(entry.sites);
    for (std::size_t i = 0; i < names.size(); ++i) {
        policy->add(site_of(sites[i], names[i]), claims_of(*sites[i].entry));
    }
    if (entry.default_site) {
        policy->set_default(site_of(sites.back(), "default"));
    }
    return policy;
}

std::shared_ptr<const Policy> compile(PolicyEntry& entry, PolicyFiles& files,
                                      Findings& findings) {
    std::vector<Crawler> catalogue =
        merge_crawlers(built_in_crawlers(), entry.crawlers, findings);
    const CategoryTokens categories(catalogue);
    SiteBuilder builder(entry.enforce, categories, entry.templates, files,
                        findings);
    const std::vector<BuiltSite> sites = build_sites(entry, builder, findings);
    entry.templates.report_unused(findings);
    const std::vector<Text> named = builder.named_tokens();
    auto crawlers = std::make_shared<const Crawlers>(
        with_named(std::move(catalogue), named), built_in_not_crawlers());
    warn_of_browser_words(named, *crawlers, findings);
    if (findings.errors() > 0) {
        return nullptr;
    }
    auto policy = assemble(entry, sites, std::move(crawlers));
    policy->files = findings.files();
    policy->modified = files.modified();
    for (const TestEntry& test : entry.tests) {
        run_test(test, *policy, findings);
    }
    if (findings.errors() == 0) {
        SiteLint lint(entry, categories, policy->crawlers(), files, findings);
        for (const BuiltSite& site : sites) {
            lint.run(*site.entry, *site.robots);
        }
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

Loaded load_policy(const std::string& file, const Variables& variables) {
    Findings findings;
    PolicyFiles files(findings);
    if (!files.read_main(file)) {
        return finish(nullptr, findings, files.inputs());
    }
    const PolicyFile& main = *files.all().front();
    const VariableSet set =
        read_variables(main.document.root(), main.index, variables, findings);
    const Reader reader(findings, set);
    PolicyEntry entry = read_policy(reader, files);
    for (SiteEntry& site : entry.sites) {
        read_hosts_files(site, files, findings);
    }
    read_ranges_files(entry.crawlers, files, findings);
    if (files.incomplete()) {
        return finish(nullptr, findings, files.inputs());
    }
    files.forget_documents();
    auto policy = compile(entry, files, findings);
    if (findings.errors() == 0) {
        set.report_unused(findings);
    }
    return finish(std::move(policy), findings, files.inputs());
}

Loaded load_robots_txt(const std::string& file) {
    Findings findings;
    const std::uint32_t index = findings.add_file(file);
    const Source source = read_source(file, kMaxRobotsTxt);
    Inputs inputs;
    inputs.add_file(file, source.text);
    if (!source.problem.empty()) {
        findings.error({index, 0, 0}, "unreadable-file", source.problem);
        return finish(nullptr, findings, inputs);
    }
    Site site;
    site.name = "default";
    site.key = site_key(site.name);
    site.robots = verbatim_robots(source.text, index, Enforcement{});
    site.place = {index, 1, 1};
    std::vector<Text> named;
    for (const auto& group : site.robots->groups.all()) {
        if (group->name != "*") {
            named.push_back({group->name, site.place});
        }
    }
    auto policy = std::make_shared<Policy>(std::make_shared<const Crawlers>(
        with_named(built_in_crawlers(), named), built_in_not_crawlers()));
    policy->set_default(std::move(site));
    policy->files = findings.files();
    policy->modified = source.modified;
    return finish(std::move(policy), findings, inputs);
}

}  // namespace robots
