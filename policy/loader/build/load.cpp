#include "policy/loader/build/load.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/build_sites.hpp"
#include "policy/loader/build/document.hpp"
#include "policy/loader/build/host_rights.hpp"
#include "policy/loader/build/named_tokens.hpp"
#include "policy/loader/build/policy_entry.hpp"
#include "policy/loader/build/site_lint.hpp"
#include "policy/loader/build/verbatim.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/entries/published.hpp"
#include "policy/loader/entries/site_lists.hpp"
#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

using namespace loader;

// Returns `crawlers` with a new crawler for each token of `named` that
// `crawlers` lacks. Each token that a policy mentions counts as a crawler.
std::shared_ptr<const Crawlers> with_named(
    std::shared_ptr<const Crawlers> crawlers, const NamedTokens& named) {
    // If too many tokens start with the same characters, headers are searched
    // only for the first of them. The keys of `lacking` set the order: first
    // the tokens of the admin, then one token of each limited file, then a
    // second token of each limited file, and so on.
    std::multimap<std::uint32_t, Crawler> lacking;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> alike;
    for (const auto& [folded, each] : named.all()) {
        const std::string& token = each.token.value;
        if (crawlers->find(token) == nullptr) {
            Crawler crawler;
            crawler.token = token;
            crawler.catalogued = false;
            crawler.is_customers = each.is_customers;
            crawler.in_user_agent = !is_usage_token(token);
            const std::pair key(each.token.place.file,
                                folded.substr(0, NeedleIndex::kKey));
            lacking.emplace(each.is_customers ? ++alike[key] : 0,
                            std::move(crawler));
        }
    }
    if (lacking.empty()) {
        return crawlers;
    }
    std::vector<Crawler> all = crawlers->entries();
    for (auto& [rank, crawler] : lacking) {
        all.push_back(std::move(crawler));
    }
    return std::make_shared<const Crawlers>(std::move(all),
                                            built_in_not_crawlers());
}

void warn_of_browser_words(const NamedTokens& named, const Crawlers& crawlers,
                           Findings& findings) {
    for (const auto& [folded, each] : named.all()) {
        if (crawlers.is_browser_word(each.token.value)) {
            findings.warning(
                each.token.place, "token-is-a-browser-word",
                cited(each.token.value) +
                    " is part of browser headers, so it identifies no crawler, "
                    "and nothing is enforced for it");
        }
    }
}

// Warns about tokens for which headers are not searched. Few policies have
// these tokens, so there is only one warning: it names the first token and the
// number of the others.
void warn_of_left_out(const NamedTokens& named, const Crawlers& crawlers,
                      Findings& findings) {
    std::unordered_set<std::string_view> left_out;
    for (const std::uint32_t entry : crawlers.left_out()) {
        left_out.insert(crawlers.entries()[entry].token);
    }
    const auto first = std::find_if(
        named.all().begin(), named.all().end(), [&](const auto& each) {
            return left_out.count(each.second.token.value) != 0;
        });
    if (first != named.all().end()) {
        const Text& token = first->second.token;
        findings.warning(token.place, "tokens-alike",
                         "headers are not searched for " + cited(token.value) +
                             " and " + std::to_string(left_out.size() - 1) +
                             " other tokens: more than " +
                             std::to_string(NeedleIndex::kMostAlike) +
                             " tokens start with the same eight characters; "
                             "name fewer crawlers");
    }
}

// For files that have only sites: returns a text of everything on which these
// sites depend in addition to their own file.
std::string dependencies(const PolicyFiles& files, const Reader& reader,
                         const Variables& variables) {
    std::string out = std::to_string(reader.language()) + '\n';
    for (const auto& [name, value] : variables) {
        out.append(name).append("=").append(value).push_back('\n');
    }
    for (const std::string& root : files.inputs().roots()) {
        out.append(root).push_back('\n');
    }
    return out + files.others();
}

std::shared_ptr<const Policy> compile(PolicyEntry& entry, SiteLists& sites,
                                      const Reader& reader, PolicyFiles& files,
                                      const CompiledFiles* before,
                                      CompiledFiles& compiled,
                                      std::vector<const Rule*>& tested) {
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
    BodyCompiler bodies(entry.enforce, entry.budgets, catalogue, *crawlers,
                        entry.templates, files, findings);
    Findings warnings(findings.listing());
    SiteLint lint(entry.enforce, *crawlers, files, warnings);
    auto policy = std::make_shared<Policy>();
    SiteBuilder builder(*policy, bodies, lint, reader, files, before);
    builder.build(sites, std::move(entry.default_site));
    compiled = builder.take_compiled();
    entry.templates.report_unused(findings);
    const NamedTokens& named = bodies.named();
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
    const HostRights rights(files, *policy, findings);
    for (const TestEntry& test : entry.tests) {
        if (rights.allows(test)) {
            run_test(test, *policy, findings, tested);
        }
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
    Loaded out;
    out.policy = std::move(policy);
    out.diagnostics = findings.diagnostics();
    out.inputs = inputs;
    return out;
}

// Loads the policy once, with the versions of kept files that `files` chooses.
Loaded load_once(const std::string& file, const Variables& variables,
                 int language, const CompiledFiles* before, PolicyFiles& files,
                 Findings& findings) {
    if (!files.read_main(file)) {
        return finish(nullptr, findings, files.inputs());
    }
    const PolicyFile& main = *files.all().front();
    const VariableSet set =
        read_variables(main.document.root(), main.index, variables, findings);
    const Reader reader(findings, set, key_homes(), language);
    PolicyEntry entry = read_policy(reader, files);
    for (const std::string& code : entry.ignored) {
        findings.ignore(code);
    }
    SiteLists sites(std::move(entry.site_lists), entry.at_least);
    read_published_files(entry.crawlers, files, findings);
    if (findings.only_kept_files_failed()) {
        return finish(nullptr, findings, files.inputs());
    }
    if (files.incomplete()) {
        while (sites.next_file() != nullptr) {
            while (sites.next(reader, files)) {
            }
        }
        return finish(nullptr, findings, files.inputs());
    }
    files.forget_documents();
    std::vector<const Rule*> tested;
    auto compiled = std::make_shared<CompiledFiles>();
    auto policy =
        compile(entry, sites, reader, files, before, *compiled, tested);
    if (findings.errors() == 0) {
        set.report_unused(findings);
        for (const auto& each : files.all()) {
            if (each->variables) {
                each->variables->report_unused(findings);
            }
        }
    }
    Loaded loaded = finish(std::move(policy), findings, files.inputs());
    loaded.tested_rules = std::move(tested);
    compiled->others = dependencies(files, reader, variables);
    compiled->numbers = findings.files();
    loaded.compiled = std::move(compiled);
    loaded.identity_folder = std::move(entry.identity.folder);
    return loaded;
}

KnownTexts texts_of(const CompiledFiles* compiled) {
    KnownTexts out;
    if (compiled != nullptr) {
        for (const auto& [path, file] : compiled->by_path) {
            out.emplace(path, file->text);
        }
    }
    return out;
}

// Calls load_once() until it returns a policy, or until KeptFiles allows no
// further try.
Loaded load(const std::string& file, const Variables& variables,
            const PolicyRoots& roots, const std::string& share,
            const Listing& listing, const PolicyCopy* copy, int language,
            const KnownGood& known, const CompiledFiles* before) {
    KeptFiles kept(known);
    for (;;) {
        Findings findings(listing, before != nullptr
                                       ? before->numbers
                                       : std::vector<std::string>());
        PolicyFiles files(findings, kept, roots, share, copy, texts_of(before));
        Loaded loaded =
            load_once(file, variables, language, before, files, findings);
        if (loaded.policy == nullptr && kept.try_again(findings)) {
            continue;
        }
        Diagnostics errors = kept.errors(listing.all);
        for (auto& [path, own] : findings.kept_errors()) {
            std::move(own.begin(), own.end(), std::back_inserter(errors));
        }
        loaded.diagnostics.insert(loaded.diagnostics.begin(),
                                  std::make_move_iterator(errors.begin()),
                                  std::make_move_iterator(errors.end()));
        if (loaded.policy != nullptr) {
            loaded.kept_files = kept.count();
            loaded.inputs.set_good_files(kept.used());
        }
        return loaded;
    }
}

// Returns whether `loaded`, which took over results of `before`, can be used.
// Returns false if the load failed (its messages may be incomplete), if a file
// on which all results depend has changed, or if more than a quarter of the
// file numbers are unused. In these cases, load_policy() loads again without
// earlier results.
bool holds(const Loaded& loaded, const CompiledFiles& before) {
    if (loaded.policy == nullptr || loaded.compiled->others != before.others) {
        return false;
    }
    const auto& numbers = loaded.compiled->numbers;
    const auto gone = std::count(numbers.begin(), numbers.end(), "");
    return static_cast<std::size_t>(gone) <= numbers.size() / 4;
}

}  // namespace

Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots, const std::string& share,
                   const Listing& listing, const PolicyCopy* copy, int language,
                   const KnownGood& known) {
    const auto load_with = [&](const CompiledFiles* before) {
        return load(file, variables, roots, share, listing, copy, language,
                    known, before);
    };
    const CompiledFiles* before = known.compiled.get();
    if (before != nullptr && !before->by_path.empty()) {
        Loaded loaded = load_with(before);
        if (holds(loaded, *before)) {
            return loaded;
        }
    }
    return load_with(nullptr);
}

namespace {

std::shared_ptr<const Policy> policy_of(std::string& text, std::uint32_t index,
                                        std::time_t modified,
                                        Findings& findings) {
    if (text.size() > kMaxRobotsTxt) {
        text.resize(kMaxRobotsTxt);
        findings.warning({index, 0, 0}, "body-too-large",
                         "this robots.txt is larger than 500 KiB; only the "
                         "first 500 KiB count, since crawlers read no further");
    }
    const Place place{index, 1, 1};
    const auto robots = verbatim_robots(text, place, Enforcement{}, findings);
    if (robots == nullptr) {
        return nullptr;
    }
    NamedTokens named;
    for (const auto& group : robots->groups.all()) {
        named.add({{group->name, place}});
    }
    auto policy = std::make_shared<Policy>(
        with_named(std::make_shared<const Crawlers>(built_in_crawlers(),
                                                    built_in_not_crawlers()),
                   named));
    policy->set_default(policy->add("default", robots, place));
    policy->files = findings.files();
    policy->modified = modified;
    return policy;
}

}  // namespace

Loaded load_robots_txt_text(std::string text, const std::string& name) {
    Findings findings;
    const std::uint32_t index = findings.add_file(name);
    auto policy = policy_of(text, index, 0, findings);
    return finish(std::move(policy), findings, Inputs());
}

Loaded load_robots_txt(const std::string& file) {
    Findings findings;
    const std::uint32_t index = findings.add_file(file);
    // One octet more than the maximum, to detect a larger file.
    Source source = read_start(open_file(file), kMaxRobotsTxt + 1);
    std::shared_ptr<const Policy> policy;
    if (source.problem.empty()) {
        policy = policy_of(source.text, index, source.modified, findings);
    } else {
        findings.error({index, 0, 0}, "unreadable-file",
                       "cannot open this file: " + source.problem);
    }
    return finish(std::move(policy), findings, Inputs());
}

}  // namespace robots
