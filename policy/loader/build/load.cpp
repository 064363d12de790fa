#include "policy/loader/build/load.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/document.hpp"
#include "policy/loader/build/named_crawlers.hpp"
#include "policy/loader/build/policy_entry.hpp"
#include "policy/loader/build/site_builder.hpp"
#include "policy/loader/build/site_lint.hpp"
#include "policy/loader/entries/crawler_checks.hpp"
#include "policy/loader/entries/identity_entry.hpp"
#include "policy/loader/entries/keys_file.hpp"
#include "policy/loader/entries/ranges_file.hpp"

namespace robots {

namespace {

using namespace loader;

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
    std::vector<Crawler> merged =
        merge_crawlers(built_in_crawlers(), entry.crawlers, findings);
    entry.identity.folder =
        read_identity_folder(entry.identity, merged, files, findings);
    auto crawlers = std::make_shared<const Crawlers>(std::move(merged),
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
    return {std::move(policy), findings.diagnostics(), inputs, {}};
}

}  // namespace

Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots, const std::string& share,
                   const Listing& listing, const PolicyCopy* copy) {
    Findings findings(listing);
    PolicyFiles files(findings, roots, share, copy);
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
    Loaded loaded = finish(std::move(policy), findings, files.inputs());
    loaded.identity_folder = std::move(entry.identity.folder);
    return loaded;
}

}  // namespace robots
