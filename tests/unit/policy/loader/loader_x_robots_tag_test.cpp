// `x_robots_tag`: forms, templates and errors.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderXRobotsTag : public PolicyFixture {
  protected:
    static std::string with(const std::string& tag) {
        return "version: 1\ndefault: {x_robots_tag: " + tag + "}\n";
    }
    // "value paths... @crawlers...", one a line.
    std::string tags(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        if (loaded.policy == nullptr) {
            return all(loaded.diagnostics);
        }
        std::string out;
        for (const XRobotsTag& tag :
             loaded.policy->default_site()->robots->settings->x_robots_tags) {
            out += tag.value;
            for (const Pattern& path : tag.paths) {
                out += ' ';
                out += path.text();
            }
            for (const std::string& crawler : tag.crawlers) {
                out += " @" + crawler;
            }
            out += '\n';
        }
        return out;
    }
    std::string revision(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        return loaded.policy == nullptr
                   ? all(loaded.diagnostics)
                   : std::string(loaded.policy->default_site()
                                     ->robots->revision.text());
    }
    void expect_bad(const std::string& tag, const std::string& code,
                    std::uint32_t column) const {
        expect_error(with(tag), code, 2, column);
    }
};

TEST_F(LoaderXRobotsTag, ATextAppliesToAllResponses) {
    EXPECT_EQ(tags(with("'noindex, nofollow'")), "noindex, nofollow\n");
    EXPECT_EQ(tags(with("[noindex, noarchive]")), "noindex\nnoarchive\n");
    EXPECT_EQ(tags(with("[]")), "");
    EXPECT_EQ(tags("version: 1\ndefault: {}\n"), "");
}

TEST_F(LoaderXRobotsTag, AMapAppliesToSomeResponses) {
    EXPECT_EQ(tags(with("{path: /a, user_agent: Googlebot, value: noindex}")),
              "noindex /a @Googlebot\n");
    EXPECT_EQ(tags(with("[{path: [{extension: pdf}, {directory: /d}], value: "
                        "none}, {user_agent: [a, b], value: nofollow}, "
                        "noarchive]")),
              "none /*.pdf$ /*.pdf? /d$ /d/ /d?\nnofollow @a @b\nnoarchive\n");
}

TEST_F(LoaderXRobotsTag, ASitesTagsReplaceItsTemplates) {
    const std::string base =
        "version: 1\n"
        "variables: {tag: noindex}\n"
        "templates: {t: {x_robots_tag: '${tag}'}}\n"
        "default: {template: t";
    EXPECT_EQ(tags(base + "}\n"), "noindex\n");
    EXPECT_EQ(tags(base + ", x_robots_tag: none}\n"), "none\n");
    EXPECT_EQ(tags(base + ", x_robots_tag: []}\n"), "");
}

TEST_F(LoaderXRobotsTag, VerbatimAndSuspendedSitesHaveIt) {
    EXPECT_EQ(tags("version: 1\ndefault: {robots_txt: {text: 'x'}, suspend: "
                   "true, x_robots_tag: none}\n"),
              "none\n");
}

TEST_F(LoaderXRobotsTag, TheRevisionCoversIt) {
    const std::string none = revision("version: 1\ndefault: {}\n");
    const std::string plain = revision(with("noindex"));
    EXPECT_EQ(plain, revision(with("[noindex]")));
    EXPECT_NE(none, plain);
    EXPECT_NE(plain, revision(with("{path: /a, value: noindex}")));
    EXPECT_NE(plain, revision(with("{user_agent: a, value: noindex}")));
}

TEST_F(LoaderXRobotsTag, AnUnknownDirectiveIsAWarning) {
    expect_warnings(with("none"), {{"none-is-noindex", 2, 25}});
    expect_warnings(with("off"), {{"unknown-robots-directive", 2, 25}});
    expect_warnings(with("'noindex, nofollow'"), {});
    expect_warnings(with("noidex"), {{"unknown-robots-directive", 2, 25}});
    expect_warnings(with("{value: 'noindex, nofolow'}"),
                    {{"unknown-robots-directive", 2, 33}});
    expect_warnings(with("'googlebot: noindex'"), {});
}

TEST_F(LoaderXRobotsTag, InvalidTagsAreErrors) {
    expect_bad("", "empty-value", 11);
    expect_bad("''", "empty-value", 25);
    expect_bad("\"noindex\\nX: y\"", "control-octet", 25);
    expect_bad("\"no\\tindex\"", "control-octet", 25);
    expect_bad("é", "bad-value", 25);
    expect_bad("'${host}'", "per-request-variable", 25);
    expect_bad("[[noindex]]", "wrong-type", 26);
    expect_bad("{path: /a}", "missing-key", 25);
    expect_bad("{path: a, value: none}", "bad-path", 32);
    expect_bad("{path: [], value: none}", "empty-value", 32);
    expect_bad("{path: '', value: none}", "empty-value", 32);
    expect_bad("{path: [''], value: none}", "empty-value", 32);
    expect_error(
        "version: 1\nvariables: {closed: ''}\n"
        "default: {x_robots_tag: {path: '${closed}', value: none}}\n",
        "empty-value", 3, 32);
    expect_bad("{user_agent: [], value: none}", "empty-value", 38);
    expect_bad("{user_agent: '*', value: none}", "bad-token", 38);
    expect_bad("{user_agent: a/1, value: none}", "bad-token", 38);
    expect_bad("{pth: /a, value: none}", "unknown-key", 26);
    expect_error(
        "version: 1\ndefault: {groups: [{user_agent: a, x_robots_tag: "
        "none}]}\n",
        "unknown-key", 2, 36);
}

}  // namespace
}  // namespace robots
