// `null`, which undoes what is inherited.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderNull : public PolicyFixture {
  protected:
    // A policy with a template, in one line, and a site built on it.
    static std::string over(const std::string& base, const std::string& own) {
        return "version: 1.1\ntemplates: {t: {" + base +
               "}}\ndefault: {template: t, " + own + "}\n";
    }
    std::shared_ptr<const Robots> served(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return std::make_shared<const Robots>();
        }
        return loaded.policy->default_site()->robots;
    }
};

TEST_F(LoaderNull, OfABodyIsAsIfTheTemplateDidNotSayIt) {
    const std::string base =
        "comment: x, sitemap: 'http://a/s', max_age: 5m, x_robots_tag: "
        "noindex, suspend: true, refusal: {text: no, contact: us}, groups: "
        "[{user_agent: a, disallow: /}]";
    const auto robots = served(
        over(base,
             "comment: null, max_age: ~, x_robots_tag: null, suspend: null, "
             "refusal: {text: null}, groups: null"));
    const SiteSettings& settings = *robots->settings;
    EXPECT_EQ(settings.max_age, std::chrono::hours{1});
    EXPECT_TRUE(settings.x_robots_tags.empty());
    EXPECT_EQ(settings.refusal.text, "");
    EXPECT_EQ(settings.refusal.contact, "us");
    EXPECT_EQ(robots_txt(over(base,
                              "comment: null, suspend: null, groups: "
                              "null")),
              "Sitemap: http://a/s\n");
    EXPECT_EQ(served(over(base, "refusal: null"))->settings->refusal.contact,
              "");
}

TEST_F(LoaderNull, ComposedUndoesWhoElsePublishesIt) {
    for (const char* other : {"none", "pass", "{text: 'Disallow: /x'}"}) {
        const std::string base = "robots_txt: " + std::string(other);
        for (const char* undo : {"composed", "null"}) {
            EXPECT_EQ(robots_txt(over(base,
                                      "sitemap: 'http://a/s', "
                                      "robots_txt: " +
                                          std::string(undo))),
                      "Sitemap: http://a/s\n")
                << other;
        }
    }
    // What is undone does not compose.
    EXPECT_NE(
        load(over("comment: x", "comment: null, robots_txt: none")).policy,
        nullptr);
}

TEST_F(LoaderNull, OfExpectNeedsNoOtherKey) {
    EXPECT_NE(load(over("expect: closed", "expect: null")).policy, nullptr);
}

TEST_F(LoaderNull, UndoesAnOlderNameToo) {
    const std::string own =
        "comment: null, lines: null, robots_txt: {text: 'Disallow: /x'}";
    for (const char* base : {"comment: x, lines: 'Host: x.example'",
                             "header: x, host_line: x.example"}) {
        EXPECT_EQ(robots_txt(over(base, own)), "Disallow: /x") << base;
        EXPECT_EQ(load(over(base, "comment: null, robots_txt: none")).policy,
                  nullptr)
            << base;
    }
}

TEST_F(LoaderNull, OfAGroupKeepsItsOtherKeys) {
    const std::string base =
        "groups: [{user_agent: a, allow: /b, disallow: [/c, /d], crawl_delay: "
        "5s}]";
    EXPECT_EQ(robots_txt(over(base,
                              "groups: [{user_agent: a, crawl_delay: "
                              "null}]")),
              "User-agent: a\nAllow: /b\nDisallow: /c\nDisallow: /d\n");
    EXPECT_EQ(robots_txt(over(base,
                              "groups: [{user_agent: a, disallow: null, "
                              "allow: /e, crawl_delay: null}]")),
              "User-agent: a\nAllow: /b\nAllow: /e\n");
}

TEST_F(LoaderNull, OfEnforceIsTheDefaultWhateverLevelsSay) {
    const std::string policy =
        "version: 1.1\nenforce: {disallow: reject, burst: 5, grace: 1h, "
        "at_most: {unsupported: reject}}\n"
        "default: {groups: [{user_agent: a, enforce: ";
    const auto settings = [&](const std::string& own) {
        return *served(policy + own + "}]}\n")->groups.named("a")->enforcement;
    };
    EXPECT_EQ(settings("{}").burst, 5u);
    const Enforcement some = settings("{burst: null, grace: ~}");
    EXPECT_EQ(some.burst, std::nullopt);
    EXPECT_EQ(some.grace, std::nullopt);
    EXPECT_EQ(some.action_for(Violation::disallow), Action::reject);
    const Enforcement maps = settings("{at_most: null}");
    EXPECT_EQ(maps.unsupported, Action::log);
    EXPECT_EQ(maps.burst, 5u);
    std::string all_of_it;
    std::string defaults;
    append_fingerprint(all_of_it, settings("null"));
    append_fingerprint(defaults, Enforcement{});
    EXPECT_EQ(all_of_it, defaults);
}

TEST_F(LoaderNull, OfAStatusIsTheDefaultWhateverLevelsSay) {
    const std::string policy =
        "version: 1.1\nrefusal: {status: 404}\n"
        "templates: {t: {refusal: {status: {disallow: 410}}}}\n"
        "default: {template: t, groups: [{user_agent: a}], ";
    const auto status = [&](const std::string& own, Violation violation) {
        return served(policy + own + "}\n")
            ->groups.named("a")
            ->enforcement->status_for(violation);
    };
    EXPECT_EQ(status("comment: a", Violation::disallow), 410);
    EXPECT_EQ(status("comment: a", Violation::crawl_delay), 404);
    EXPECT_EQ(
        status("refusal: {status: {disallow: null}}", Violation::disallow),
        403);
    EXPECT_EQ(status("refusal: {status: null}", Violation::crawl_delay), 429);
    // What the template says is gone, and the file's counts.
    EXPECT_EQ(status("refusal: null", Violation::disallow), 404);
    EXPECT_EQ(status("enforce: null", Violation::disallow), 410);
}

TEST_F(LoaderNull, AMissingValueStaysAnError) {
    expect_error("version: 1\ndefault:\n  max_age:\n", "empty-value", 3, 3);
    expect_error("version: 1\ndefault: {max_age: , comment: x}\n",
                 "empty-value", 2, 11);
    expect_error("version: 1\ndefault: {template: null}\n", "empty-value", 2,
                 11);
    expect_error("version: 1\nsites: [{host: a, max_age: }]\ndefault: {}\n",
                 "empty-value", 2, 19);
    // A list of sites is packed, and has the word all the same.
    EXPECT_NE(load("version: 1\nsites: [{host: a, max_age: null}]\n").policy,
              nullptr);
}

}  // namespace
}  // namespace robots
