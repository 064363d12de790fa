// A reload takes over the files that are as they were, and gives what a load
// of everything gives.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>

#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/revision_of.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

// All that a load gives, except where it is in memory.
std::string described(const Loaded& loaded) {
    std::ostringstream out;
    for (const Diagnostic& each : loaded.diagnostics) {
        out << to_string(each) << (each.fix ? " (fix)" : "") << '\n';
    }
    std::set<std::string> inputs;
    for (const loader::Input& input : loaded.inputs.all()) {
        inputs.insert(input.name + ' ' + std::to_string(input.digest));
    }
    for (const std::string& input : inputs) {
        out << "input " << input << '\n';
    }
    if (loaded.policy == nullptr) {
        return out.str();
    }
    const Policy& policy = *loaded.policy;
    out << loaded.kept_files << ' ' << policy.modified << '\n';
    for (const Rule* rule : loaded.tested_rules) {
        out << "tested " << policy.where(rule->place) << '\n';
    }
    std::set<std::string> tokens;
    for (const Crawler& crawler : policy.crawlers().entries()) {
        tokens.insert(crawler.token);
    }
    for (const std::string& token : tokens) {
        out << token << ' ';
    }
    std::set<std::string> claims;
    for (const Policy::HostClaim& claim : policy.claims()) {
        const Site* site = policy.find({claim.host, claim.port.value_or(443),
                                        claim.scheme.value_or(Scheme::https)});
        claims.insert(claim.host + ' ' +
                      std::string(site != nullptr ? site->name : "-"));
    }
    for (const std::string& claim : claims) {
        out << "\nclaim " << claim;
    }
    const auto put_groups = [&](const Groups& groups) {
        for (const auto& group : groups.all()) {
            std::string enforcement;
            append_fingerprint(enforcement, *group->enforcement);
            out << "\n  " << group->name << group->is_private << ' '
                << std::hash<std::string>()(enforcement) << ' '
                << policy.where(group->pace->places.crawl_delay);
            for (const Rule& rule : group->rules.rules()) {
                out << "\n    " << rule.text() << ' '
                    << policy.where(rule.place);
            }
        }
    };
    for (const Site& site : policy.sites()) {
        const SiteSettings& settings = *site.robots->settings;
        std::string enforcement;
        append_fingerprint(enforcement, settings.enforcement);
        out << '\n'
            << site.name << ' ' << site.key << ' ' << policy.where(site.place)
            << ' ' << site.robots->revision.text() << ' '
            << settings.max_age.count() << ' ' << settings.verbatim << ' '
            << std::hash<std::string>()(enforcement) << '\n'
            << site.robots->body.render({"a.example", 443, Scheme::https});
        for (const auto& budget : settings.budgets) {
            out << "\n  " << budget->name << ' ' << policy.where(budget->place);
        }
        put_groups(site.robots->groups);
    }
    return out.str();
}

class LoaderReload : public PolicyFixture {
  protected:
    struct Both {
        std::string reloaded;
        std::string anew;
        std::size_t taken_over = 0;  // files
        bool loaded = false;
    };

    // Loads policy.yaml as a reload of nginx does, and as its start does.
    Both load_both() {
        const std::string main = path("policy.yaml");
        loader::KnownGood known;
        known.running = &running_;
        const auto load = [&] {
            return load_policy(main, {}, {}, loader::share_folder(), {},
                               nullptr, loader::kLanguageMinor, known);
        };
        const Loaded anew = load();
        known.compiled = compiled_;
        const Loaded reloaded = load();
        Both out{described(reloaded), described(anew)};
        out.loaded = reloaded.policy != nullptr;
        if (out.loaded) {
            out.taken_over = reloaded.compiled->taken_over;
            compiled_ = reloaded.compiled;
            running_ = reloaded.inputs.good_files();
        }
        return out;
    }

    // The same, where both must be equal. How many files were taken over.
    std::size_t reload() {
        const Both both = load_both();
        EXPECT_EQ(both.reloaded, both.anew);
        EXPECT_TRUE(both.loaded) << both.reloaded;
        return both.taken_over;
    }

    void customer(const std::string& name, const std::string& site) const {
        write("t/" + name + ".yaml", "version: 1.1\nsites: [{host: " + name +
                                         ".example, " + site + "}]\n");
    }

    std::shared_ptr<const loader::CompiledFiles> compiled_;
    loader::GoodFiles running_;
};

constexpr const char* kMain =
    "version: 1.1\n"
    "include: t/*.yaml\n"
    "templates: {shop: {groups: [{user_agent: '*', disallow: /cart}]}}\n"
    "sites: [{host: main.example, template: shop}]\n";

TEST_F(LoaderReload, TakesOverWhatDidNotChange) {
    write("policy.yaml", kMain);
    for (const char* name : {"a", "b", "c"}) {
        customer(name, "template: shop");
    }
    EXPECT_EQ(reload(), 0U);
    EXPECT_EQ(reload(), 3U);
    customer("b", "groups: []");
    EXPECT_EQ(reload(), 2U);
    EXPECT_EQ(reload(), 3U);
}

TEST_F(LoaderReload, TakesOverTheFilesBehindANewOrARemovedOne) {
    write("policy.yaml", kMain);
    for (const char* name : {"b", "c", "d", "e"}) {
        customer(name, "groups: [{user_agent: '*', disallow: /" +
                           std::string(name) + "}]");
    }
    reload();
    customer("a", "groups: [{user_agent: '*', disallow: /a}]");
    EXPECT_EQ(reload(), 4U);
    std::filesystem::remove(path("t/b.yaml"));
    EXPECT_EQ(reload(), 4U);
    customer("b", "groups: []");
    EXPECT_EQ(reload(), 4U);
}

// What each of them is compiled to depends on these.
TEST_F(LoaderReload, TakesNothingOverIfTheMainFileOrATemplateChanges) {
    const std::string main = std::string(kMain) + "variables: {team: ops}\n";
    const std::string include = "include: [templates.yaml, 't/*.yaml']\n";
    const auto write_main = [&](const std::string& text) {
        write("policy.yaml", std::string(text).replace(
                                 text.find("include:"),
                                 text.find('\n', text.find("include:")) + 1 -
                                     text.find("include:"),
                                 include));
    };
    write("templates.yaml", "templates: {blog: {comment: '${team}'}}\n");
    customer("a", "template: shop");
    customer("b", "template: blog");
    customer("c", "template: blog");
    write_main(main);
    reload();
    EXPECT_EQ(reload(), 2U);  // not the first of `blog`
    write("templates.yaml", "templates: {blog: {comment: 'of ${team}'}}\n");
    EXPECT_EQ(reload(), 0U);
    EXPECT_EQ(reload(), 2U);
    write_main(std::string(kMain) + "variables: {team: sales}\n");
    EXPECT_EQ(reload(), 0U);
}

TEST_F(LoaderReload, TakesOverFilesBesideOneThatStaysBroken) {
    write("policy.yaml",
          "version: 1.1\n"
          "include: {files: t/*.yaml, on_error: keep}\n"
          "sites: [{host: main.example, groups: []}]\n");
    for (const char* name : {"a", "b", "c"}) {
        customer(name, "groups: []");
    }
    reload();
    customer("b", "grups: []");
    EXPECT_EQ(reload(), 3U);
    customer("c", "comment: new");
    EXPECT_EQ(reload(), 2U);
}

TEST_F(LoaderReload, ForgetsTheNumbersOfFilesThatAreGone) {
    write("policy.yaml", kMain);
    const auto add = [&](int first) {
        for (int i = first; i < first + 10; ++i) {
            customer("a" + std::to_string(i), "groups: []");
        }
    };
    add(0);
    reload();
    for (int i = 0; i < 10; ++i) {
        std::filesystem::remove(path("t/a" + std::to_string(i) + ".yaml"));
    }
    add(100);
    reload();
    EXPECT_EQ(compiled_->numbers.size(), 11U);
}

// ---- Random edits -----------------------------------------------------------

// What sites say; `H` is the host.
constexpr const char* kSites[] = {
    "{host: H, template: shop}",
    "{host: H, template: shop}",
    "{host: H, template: blog}",
    "{host: H, template: deep, max_age: 2h}",
    "{host: H, template: '${kind}'}",
    "{host: H, template: shop, enforce: {crawl_delay: reject}}",
    "{host: H, template: shop, enforce: {rules: throttle}}",
    "{host: H, template: blog, sitemap: 'https://other.example/s.xml'}",
    "{host: H, template: shop, groups: [{user_agent: GPTBot, disallow: /x}]}",
    "{host: H, template: blog, groups: [{user_agent: Own H, disallow: [/x, "
    "/x/y, '/*.pdf$']}]}",
    "{host: H, groups: [{user_agent: '*', disallow: /a, crawl_delay: 5s}, "
    "{user_agent: OwnBot, private: true, disallow: []}]}",
    "{host: H, groups: [{category: ai-training, disallow: /}, {user_agent: "
    "'*', disallow: /search}]}",
    "{host: H, groups: [{user_agent: Chrome, disallow: /}]}",
    "{host: H, groups: [{user_agent: SiteBot, disallow: x/*/y}]}",
    "{host: H}",
    "{host: H, comment: '${team} of ${host}'}",
    "{host: [H, '*.H'], comment: wild}",
    "{host: H, port: 8080, groups: []}",
    "{host: H, scheme: http, groups: []}",
    "{host: H, robots_txt: {text: \"User-agent: *\\nDisalow: /z\\n\"}}",
    "{host: H, budgets: {own: {user_agent: GPTBot, request_rate: 1/5}}, "
    "groups: []}",
    "{host: H, template: shop, expect: open}",
    "{host: H, x_robots_tag: noindex, groups: []}",
    "{host: H, usage: {train-ai: n}, groups: []}",
    "{host: H, lint: {ignore: [empty-site]}}",
};

// What not every policy allows.
constexpr const char* kMistakes[] = {
    "{host: H, template: shop, expect: closed}",
    "{host: H, template: nothing}",
    "{host: H, grups: []}",
    "{host: H, robots_txt: {file: own.txt}}",
    "{host: H, groups: [{user_agent: OwnBot, private: true, disallow: /}]}",
    "{host: contested.example, groups: []}",
};

constexpr const char* kExtra[] = {
    "templates: {T: {comment: mine}}\n",
    "tests: [{url: 'https://main.example/', crawler: GPTBot, expect: allow}]\n",
    "crawlers: {NewBot: {category: seo}}\n",
    "# nothing but a comment\n",
};

constexpr const char* kMains[] = {
    "include: [common.yaml, 't/*.yaml']\n",
    "include: [common.yaml, {files: 't/*.yaml', scope: file}]\n",
    "include: [common.yaml, {files: 't/*.yaml', scope: file, on_error: keep}]\n",
};

constexpr const char* kTemplates[] = {
    "groups: [{user_agent: '*', disallow: [/cart, /cart/x]}]",
    "groups: [{user_agent: '*', disallow: /cart}, {user_agent: GPTBot, "
    "disallow: /}]",
    "groups: [{user_agent: '*', allow: /, crawl_delay: 90s}]",
    "comment: empty",
    "groups: [{user_agent: '*', disallow: /}, {user_agent: MyBot, private: "
    "true, disallow: /a}]",
    "robots_txt: {file: shared.txt}",
};

class Editor {
  public:
    explicit Editor(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }

    template <std::size_t kCount>
    std::string one_of(const char* const (&all)[kCount]) {
        return all[below(kCount)];
    }

    // The sites of customer `name`, whose hosts hardly ever are another's.
    std::string customer(const std::string& name) {
        std::string out = below(2) == 0 ? "version: 1.1\n" : "";
        if (below(8) == 0) {
            out += replaced(one_of(kExtra), "T", "own_" + name);
        }
        out += "sites:\n";
        for (std::size_t i = 1 + below(3); i > 0; --i) {
            const std::string host =
                std::to_string(i) + "." + name + ".example";
            const std::string site =
                below(30) == 0 ? one_of(kMistakes) : one_of(kSites);
            out += "  - " + replaced(site, "H", host) + "\n";
        }
        return out;
    }

    std::string main() {
        return "version: 1.1\n" + one_of(kMains) + "variables: {team: t" +
               std::to_string(below(2)) +
               ", kind: shop, unused: x}\n"
               "sites: [{host: main.example, template: deep}]\n" +
               (below(2) == 0 ? "enforce: {rules: reject}\n" : "") +
               (below(3) == 0 ? "default: {template: blog}\n" : "");
    }

    std::string common() {
        return "templates:\n  shop: {" + one_of(kTemplates) + "}\n  blog: {" +
               one_of(kTemplates) +
               "}\n  deep: {template: shop, comment: deep}\n"
               "  idle: {comment: '${team}'}\n";
    }

  private:
    static std::string replaced(std::string text, const std::string& what,
                                const std::string& by) {
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + by.size())) {
            const bool word =
                (at == 0 || std::isalnum(text[at - 1]) == 0) &&
                (at + 1 == text.size() || std::isalnum(text[at + 1]) == 0);
            if (word) {
                text.replace(at, what.size(), by);
            }
        }
        return text;
    }

    std::mt19937 random_;
};

// One seed is for a run of edits, each of which keeps most files.
class LoaderReloadEdits : public LoaderReload,
                          public ::testing::WithParamInterface<unsigned> {};

constexpr std::size_t kFiles = 12;

// ROBOTS_RELOAD_EDITS: more of them.
int edits() {
    const char* text = std::getenv("ROBOTS_RELOAD_EDITS");
    return text != nullptr ? std::atoi(text) : 30;
}

TEST_P(LoaderReloadEdits, AreAsIfEverythingWasLoaded) {
    Editor editor(GetParam());
    const auto write_main = [&] { write("policy.yaml", editor.main()); };
    const auto write_common = [&] { write("common.yaml", editor.common()); };
    const auto name_of = [](std::size_t i) {
        return std::string(1, static_cast<char>('a' + i));
    };
    write("t/own.txt", "User-agent: *\nDisallow: /own\n");
    write("shared.txt", "User-agent: *\nDisallow: /shared\n");
    write_main();
    write_common();
    for (std::size_t i = 0; i < kFiles; ++i) {
        write("t/" + name_of(i) + ".yaml", editor.customer(name_of(i)));
    }
    std::size_t loaded = 0;
    std::size_t taken_over = 0;
    for (int i = 0; i < edits(); ++i) {
        const std::string name = name_of(editor.below(kFiles));
        switch (editor.below(20)) {
            case 0:
                write_main();
                break;
            case 1:
                write_common();
                break;
            case 2:
                write("shared.txt", "User-agent: *\nDisallow: /" +
                                        std::to_string(i) + "\n");
                break;
            case 3:
            case 4:
                std::filesystem::remove(path("t/" + name + ".yaml"));
                break;
            default:
                write("t/" + name + ".yaml", editor.customer(name));
        }
        Both both = load_both();
        ASSERT_EQ(both.reloaded, both.anew) << "edit " << i;
        // Somebody corrects what is broken.
        while (!both.loaded) {
            for (std::size_t k = 0; k < kFiles; ++k) {
                const std::string file = path("t/" + name_of(k) + ".yaml");
                const std::string now = name_of(k) + ".yaml";
                if (both.anew.find("t/" + now + ":") != std::string::npos) {
                    std::filesystem::remove(file);
                }
            }
            if (both.anew.find("policy.yaml:") != std::string::npos) {
                write_main();
            }
            if (both.anew.find("common.yaml:") != std::string::npos) {
                write_common();
            }
            both = load_both();
            ASSERT_EQ(both.reloaded, both.anew) << "edit " << i;
        }
        ++loaded;
        taken_over += both.taken_over;
    }
    EXPECT_GT(taken_over, loaded);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LoaderReloadEdits,
                         ::testing::Range(0U, 4U));

}  // namespace
}  // namespace robots
