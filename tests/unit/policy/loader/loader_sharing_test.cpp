// What sites of one template have in common is there once.

#include <sys/resource.h>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

constexpr char kTemplate[] =
    "version: 1\n"
    "enforce: {crawl_delay: throttle, max_wait: 30s}\n"
    "templates:\n"
    "  t:\n"
    "    sitemap: \"${origin}/s.xml\"\n"
    "    groups:\n"
    "    - {user_agent: \"*\", disallow: [/a/, \"/*.pdf$\"], "
    "crawl_delay: 20s}\n"
    "    - {user_agent: a, inherit: \"*\", enforce: {max_wait: 25s}}\n"
    "default: {template: t}\n"
    "sites:\n";

class LoaderSharing : public PolicyFixture {
  protected:
    static const Robots& robots(const Policy& policy, const char* host) {
        return *site_of(policy, "http://" + std::string(host) + "/")->robots;
    }
    static const Rule* rules(const Robots& robots, const char* token) {
        return robots.groups.named(token)->rules.rules().begin();
    }
    static const char* text(const Robots& robots) {
        return robots.body.pieces().front().literal.data();
    }
    // Of memory that this process has taken at once, in MiB.
    static long most_memory() {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss / 1024;
    }
    static std::string many(int count, const std::string& end) {
        std::string out;
        for (int i = 0; i < count; ++i) {
            out += (i > 0 ? ", " : "") + ('/' + std::to_string(i)) + end;
        }
        return out;
    }
    // A group of ten thousand `lines`, and as many that inherit them.
    static std::string heirs(const std::string& lines) {
        std::string out =
            "version: 1\ndefault:\n  groups:\n"
            "  - {user_agent: \"*\", " +
            lines + "}\n";
        for (int i = 0; i < 10000; ++i) {
            std::string name = "b";
            for (const char digit : std::to_string(i)) {
                name += static_cast<char>(digit - '0' + 'a');
            }
            out += "  - {user_agent: " + name + ", inherit: \"*\"}\n";
        }
        return out;
    }
};

TEST_F(LoaderSharing, WhatIsNotInRobotsTxtLeavesTextAndRulesToTheTemplate) {
    const Loaded loaded =
        load(std::string(kTemplate) +
             "- {host: bare.example, template: t}\n"
             "- {host: tag.example, template: t, x_robots_tag: noindex}\n"
             "- {host: wait.example, template: t, enforce: {max_wait: 40s}}\n"
             "- {host: age.example, template: t, max_age: 5s}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Robots& bare = robots(*loaded.policy, "bare.example");
    for (const char* host : {"tag.example", "wait.example", "age.example"}) {
        const Robots& other = robots(*loaded.policy, host);
        EXPECT_NE(&other, &bare) << host;
        EXPECT_EQ(text(other), text(bare)) << host;
        EXPECT_EQ(rules(other, "*"), rules(bare, "*")) << host;
        EXPECT_EQ(rules(other, "a"), rules(bare, "a")) << host;
    }
    const Robots& tag = robots(*loaded.policy, "tag.example");
    EXPECT_EQ(tag.settings->x_robots_tags.size(), 1u);
    EXPECT_NE(tag.revision, bare.revision);
    EXPECT_EQ(robots(*loaded.policy, "age.example").revision, bare.revision);
    const Robots& wait = robots(*loaded.policy, "wait.example");
    EXPECT_EQ(wait.groups.named("*")->enforcement->max_wait,
              Milliseconds(40000));
    EXPECT_EQ(wait.groups.named("a")->enforcement->max_wait,
              Milliseconds(25000));
    EXPECT_EQ(bare.groups.named("*")->enforcement->max_wait,
              Milliseconds(30000));
}

TEST_F(LoaderSharing, AnotherPaceLeavesTheRulesToTheTemplate) {
    const std::string pace =
        ", template: t, groups: [{user_agent: \"*\", crawl_delay: ";
    const Loaded loaded =
        load(std::string(kTemplate) + "- {host: x.example" + pace + "1s}]}\n" +
             "- {host: y.example" + pace + "2s}]}\n" + "- {host: z.example" +
             pace + "2s}]}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Robots& x = robots(*loaded.policy, "x.example");
    const Robots& y = robots(*loaded.policy, "y.example");
    const Robots& z = robots(*loaded.policy, "z.example");
    EXPECT_EQ(rules(x, "*"), rules(y, "*"));
    EXPECT_EQ(rules(y, "a"), rules(z, "a"));
    EXPECT_NE(text(x), text(y));
    EXPECT_EQ(text(y), text(z));
    // Each says where its own delay is.
    EXPECT_EQ(
        loaded.policy->where(z.groups.named("*")->pace->places.crawl_delay),
        path("policy.yaml") + ":13:74");
}

TEST_F(LoaderSharing, ASiteIsTheSameAsWithoutItsTemplate) {
    const std::string all_keys =
        "sitemap: \"${origin}/s.xml\", groups: [{user_agent: \"*\", disallow: "
        "[/a/, \"/*.pdf$\"], crawl_delay: 20s}, {user_agent: a, inherit: "
        "\"*\", enforce: {max_wait: 25s}}]";
    const std::string own =
        ", x_robots_tag: noindex, enforce: {crawl_delay: reject}}\n";
    const Loaded loaded =
        load(std::string(kTemplate) + "- {host: x.example, template: t" + own +
             "- {host: y.example, " + all_keys + own);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Robots& x = robots(*loaded.policy, "x.example");
    const Robots& y = robots(*loaded.policy, "y.example");
    EXPECT_EQ(x.revision, y.revision);
    EXPECT_EQ(render(*loaded.policy, "http://x.example/"),
              "User-agent: a\nDisallow: /*.pdf$\nDisallow: /a/\n"
              "Crawl-delay: 20\n\nUser-agent: *\nDisallow: /*.pdf$\n"
              "Disallow: /a/\nCrawl-delay: 20\n\n"
              "Sitemap: http://x.example/s.xml\n");
}

// The template's own findings come once, those of another enforcement with it.
TEST_F(LoaderSharing, EachEnforcementOfATemplateIsLinted) {
    const std::string sites =
        "- {host: x.example, template: t, x_robots_tag: noindex}\n"
        "- {host: y.example, template: t, enforce: {max_wait: 3s}}\n";
    const Loaded fine =
        load(std::string(kTemplate) + sites.substr(0, sites.find('\n') + 1));
    EXPECT_EQ(all(fine.diagnostics).find("max-wait"), std::string::npos);
    const Loaded loaded = load(std::string(kTemplate) + sites);
    std::size_t found = 0;
    for (const Diagnostic& each : loaded.diagnostics) {
        found += each.code == "max-wait-too-short" ? 1 : 0;
    }
    EXPECT_EQ(found, 1u) << all(loaded.diagnostics);
}

// Another value of the variable may choose the template that none uses now.
TEST_F(LoaderSharing, ATemplateThatAVariableChoosesIsResolvedToo) {
    const std::string yaml =
        "version: 1\nvariables: {which: t}\ntemplates:\n"
        "  t: {groups: []}\n  u: {groups: []}\n"
        "sites: [{host: a.example, template: t}, {host: b.example, template: ";
    EXPECT_NE(all(load(yaml + "t, max_age: 5s}]\n").diagnostics)
                  .find("unused-template"),
              std::string::npos);
    EXPECT_EQ(all(load(yaml + "\"${which}\", max_age: 5s}]\n").diagnostics)
                  .find("unused-template"),
              std::string::npos);
}

// 485 KB took 5.5 GB: what is inherited was copied, and counted afterwards.
TEST_F(LoaderSharing, WhatIsInheritedIsCountedBeforeItIsCopied) {
    std::string windows;
    for (int i = 0; i < 10000; ++i) {
        windows += "0600-0845,";
    }
    for (const std::string& lines : {"disallow: [" + many(10000, "") + ']',
                                     "visit_time: [" + windows + ']'}) {
        const long before = most_memory();
        const Loaded loaded = load(heirs(lines));
        EXPECT_LT(most_memory(), before + 300);
        ASSERT_EQ(loaded.diagnostics.size(), 1u);
        EXPECT_EQ(loaded.diagnostics[0].code, "body-too-large");
    }
}

// A template of 25,000 rules and 1,000 sites took 2.2 GB.
TEST_F(LoaderSharing, SitesOfALargeTemplateCostLittle) {
    std::string yaml =
        "version: 1\ntemplates:\n  t:\n    groups:\n    - user_agent: \"*\"\n"
        "      disallow: [" +
        many(25000, "/") + "]\nsites:\n";
    const char* keys[] = {"x_robots_tag: a", "enforce: {max_wait: 1"};
    for (int i = 0; i < 1000; ++i) {
        yaml += "- {host: h" + std::to_string(i) + ".example, template: t, " +
                keys[i % 2] + std::to_string(i) +
                (i % 2 == 0 ? "}\n" : "ms}}\n");
    }
    const long before = most_memory();
    const Loaded loaded = load(yaml);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_LT(most_memory(), before + 300);
}

}  // namespace
}  // namespace robots
