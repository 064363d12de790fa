// What a file may make loading cost: each bound of SECURITY.md that a policy
// can meet.

#include <ctime>
#include <filesystem>

#include "policy/loader/entries/published_list.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

constexpr std::size_t kMib = std::size_t{1024} * 1024;

class LoaderBounds : public PolicyFixture {
  protected:
    // Crawlers' names have no digits.
    static std::string name(int number) {
        std::string out = "a";
        for (const char digit : std::to_string(number)) {
            out += static_cast<char>(digit - '0' + 'a');
        }
        return out;
    }
    // Groups that name each crawler again and again, each its own choice of
    // them.
    static std::string crossed_groups(int crawlers, int rules) {
        std::string out;
        for (int group = 0; group < 13; ++group) {
            for (int i = 0; i < crawlers; ++i) {
                if (((i * 40503) >> group & 1) != 0) {
                    out += "User-agent: " + name(i) + '\n';
                }
            }
            for (int i = 0; i < rules; ++i) {
                out += "Disallow: /" + std::to_string(group * rules + i) + '\n';
            }
        }
        return out;
    }
    Loaded load_body(const std::string& text) const {
        write("robots.txt", text);
        return load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    }
};

TEST_F(LoaderBounds, GroupsThatMultiplyTheirRulesAreRefused) {
    const std::string text = crossed_groups(1800, 1000);
    ASSERT_LT(text.size(), kMaxRobotsTxt);
    const Loaded loaded = load_body(text);
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "body-too-large");
    EXPECT_EQ(loaded.diagnostics[0].file, path("robots.txt"));
    EXPECT_EQ(loaded.diagnostics[0].line, 1u);
    const Loaded alone = load_robots_txt(path("robots.txt"));
    EXPECT_EQ(alone.policy, nullptr);
    ASSERT_EQ(alone.diagnostics.size(), 1u);
    EXPECT_EQ(alone.diagnostics[0].code, "body-too-large");
}

TEST_F(LoaderBounds, ManyCrawlersWithTheSameRulesAreFine) {
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text += "User-agent: " + name(i) + '\n';
    }
    for (int i = 0; i < 5000; ++i) {
        text += "Disallow: /" + std::to_string(i) + "/\n";
    }
    EXPECT_NE(load_body(text).policy, nullptr);
    EXPECT_NE(load_body(crossed_groups(20, 500)).policy, nullptr);
}

TEST_F(LoaderBounds, TheNestingOfAnAddressListIsLimited) {
    const auto problem = [](const std::string& json) {
        return loader::read_published_list(json).problem;
    };
    const auto nested = [](int levels) {
        const auto count = static_cast<std::size_t>(levels - 1);
        return "{\"a\": " + std::string(count, '[') + std::string(count, ']') +
               ", \"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/24\"}]}";
    };
    EXPECT_EQ(problem(nested(16)), "");
    EXPECT_EQ(problem(nested(17)), "it is nested more than 16 levels deep");
    EXPECT_EQ(problem(std::string(4 * kMib, '[')),
              "it is nested more than 16 levels deep");
}

TEST_F(LoaderBounds, TheSizeOfFilesIsLimited) {
    write("large.yaml", std::string(32 * kMib + 1, '#'));
    const Loaded main = load_policy(path("large.yaml"), {});
    ASSERT_EQ(main.diagnostics.size(), 1u);
    EXPECT_EQ(main.diagnostics[0].code, "unreadable-file");
    EXPECT_NE(main.diagnostics[0].text.find("larger than 32 MiB"),
              std::string::npos);
    std::filesystem::resize_file(write("hosts.txt", ""), 256 * kMib + 1);
    const Loaded hosts = load("version: 1\nsites: [{hosts_file: hosts.txt}]\n");
    ASSERT_EQ(hosts.diagnostics.size(), 1u);
    EXPECT_NE(hosts.diagnostics[0].text.find("larger than 256 MiB"),
              std::string::npos);
    // Of one that is alone, the start is read, whatever its size.
    std::filesystem::resize_file(
        write("large.txt", "User-agent: *\n" + std::string(kMaxRobotsTxt, '#')),
        256 * kMib + 1);
    const Loaded body = load_robots_txt(path("large.txt"));
    ASSERT_EQ(body.diagnostics.size(), 1u);
    EXPECT_NE(body.diagnostics[0].text.find("larger than 500 KiB"),
              std::string::npos);
    EXPECT_EQ(body.diagnostics[0].severity, Severity::warning);
    EXPECT_NE(body.policy, nullptr);
}

// It would multiply what a file holds.
TEST_F(LoaderBounds, TheSizeAfterSubstitutionIsLimited) {
    std::string uses;
    for (std::size_t i = 0; i < 4 * kMib / 1000 + 1; ++i) {
        uses += "${v}";
    }
    const Loaded loaded =
        load("version: 1\nvariables: {v: " + std::string(1000, 'a') +
             "}\ndefault: {comment: \"" + uses + "\"}\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "yaml-too-long");
}

// A header of an unknown crawler was searched for a quarter of a second, and a
// load took ten.
TEST_F(LoaderBounds, TheNumberOfMatchTextsIsLimited) {
    std::string list;
    for (int i = 0; i < 10000; ++i) {
        list += "xexamplebot" + name(i) + ',';
    }
    const auto policy = [](const std::string& texts) {
        return "version: 1\ncrawlers: [{token: Example, category: other, "
               "match: [" +
               texts + "]}]\ndefault: {}\n";
    };
    EXPECT_NE(load(policy(list)).policy, nullptr);
    const Loaded loaded = load(policy(list + "yexamplebot"));
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "too-many-crawlers");
}

// A hundred thousand kept a worker busy for a minute with each response.
TEST_F(LoaderBounds, TheNumberOfRobotsTagsIsLimited) {
    const auto code = [this](int items, int paths, std::size_t octets) {
        std::string list;
        for (int i = 0; i < items; ++i) {
            list += "{path: [/a";
            for (int k = 1; k < paths; ++k) {
                list += ",/a";
            }
            list += "], value: '" + std::string(octets - 1, ' ') + "a'},";
        }
        const Loaded loaded =
            load("version: 1\ndefault: {x_robots_tag: [" + list + "]}\n");
        return loaded.policy != nullptr ? "" : loaded.diagnostics[0].code;
    };
    EXPECT_EQ(code(100, 10, 40), "");
    EXPECT_EQ(code(101, 1, 1), "too-many-tags");
    EXPECT_EQ(code(1, 1000, 1), "");
    EXPECT_EQ(code(1, 1001, 1), "too-many-tags");
    EXPECT_EQ(code(2, 1, 2048), "");
    EXPECT_EQ(code(2, 1, 2049), "too-many-tags");
}

// The parser would take 240 times their size.
TEST_F(LoaderBounds, ALongYamlValueIsAnError) {
    const std::size_t large = 6 * kMib;
    std::string lines;
    while (lines.size() < large) {
        lines += "[\n";
    }
    const std::string head = "version: 1\ndefault: ";
    for (const std::string& yaml :
         {std::string(large, '['), lines,
          head + "{comment: \"" + std::string(large, 'a') + "\"}\n",
          head + "{}\n#" + std::string(large, '#') + "\n"}) {
        const Loaded loaded = load(yaml);
        EXPECT_EQ(loaded.policy, nullptr);
        ASSERT_EQ(loaded.diagnostics.size(), 1u);
        EXPECT_EQ(loaded.diagnostics[0].code, "yaml-too-long");
    }
    std::string sites = head + "{}\nsites:\n";
    for (int i = 0; sites.size() < large; ++i) {
        sites += "- {host: [a" + std::to_string(i) +
                 ".example], comment: 'a text of some length'}  # and more\n";
    }
    EXPECT_NE(load(sites).policy, nullptr);
}

// A million groups in 32 MiB took 2.7 GB.
TEST_F(LoaderBounds, TheNumberOfGroupsIsLimited) {
    const auto policy = [](int groups) {
        std::string out =
            "version: 1\ndefault:\n  robots_txt: pass\n  groups:\n";
        for (int i = 0; i < groups; ++i) {
            out += "  - {user_agent: [b" + name(i) + "], disallow: /}\n";
        }
        return out;
    };
    // Which are more than fit into 500 KiB.
    EXPECT_EQ(load(policy(20000)).diagnostics[0].code, "body-too-large");
    const Loaded loaded = load(policy(20001));
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "too-many-groups");
    EXPECT_EQ(loaded.diagnostics[0].line, 20005u);
    EXPECT_EQ(loaded.diagnostics[0].column, 5u);
}

// Groups of categories name thousands of crawlers in a few octets.
TEST_F(LoaderBounds, TheNumberOfNamesInGroupsIsLimited) {
    std::string groups;
    for (int i = 0; i < 15000; ++i) {
        groups += "  - {category: [search, ai-training, seo], disallow: /}\n";
    }
    const Loaded loaded = load("version: 1\ndefault:\n  groups:\n" + groups);
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "too-many-groups");
}

// 17,000 groups of a template, each enforced in 1,000 ways, took gigabytes.
TEST_F(LoaderBounds, TheGroupsOfTemplatesThatSitesEnforceAreLimited) {
    std::string yaml = "version: 1\ntemplates:\n  t:\n    groups:\n";
    for (int i = 0; i < 10000; ++i) {
        yaml += "    - {user_agent: " + name(i) + ", disallow: /}\n";
    }
    yaml += "sites:\n";
    for (int i = 0; i < 201; ++i) {
        yaml += "- {host: h" + std::to_string(i) +
                ".example, template: t, enforce: {max_wait: " +
                std::to_string(1000 + i) + "ms}}\n";
    }
    const Loaded loaded = load(yaml);
    EXPECT_EQ(loaded.policy, nullptr);
    EXPECT_EQ(loaded.diagnostics[0].code, "too-many-groups");
    EXPECT_EQ(loaded.diagnostics[0].line, 10206u);
}

// Sixteen million of them, in 32 MiB, took 1.6 GB before any was read.
TEST_F(LoaderBounds, TheNumberOfValuesIsLimited) {
    const auto list = [](int items) {
        std::string out = "[";
        for (int i = 0; i < items; ++i) {
            out += "a,\n";
        }
        return out + "]\n";
    };
    const auto problem = [this](const std::string& text) {
        const Loaded loaded = load(text);
        return loaded.diagnostics.empty()
                   ? std::string()
                   : loaded.diagnostics[0].code + ':' +
                         std::to_string(loaded.diagnostics[0].line);
    };
    const std::string head = "version: 1\nfoo: ";
    // The map, its keys and values and the list take five.
    EXPECT_EQ(problem(head + list(999995)), "unknown-key:2");
    EXPECT_EQ(problem(head + list(1000001)), "too-many-values:999999");
    // Files count together.
    write("half.yaml", "foo: " + list(600000));
    const Loaded both =
        load("version: 1\ninclude: [half.yaml]\nbar: " + list(600000));
    EXPECT_NE(
        all(both.diagnostics).find("half.yaml:399992:1: error: the files"),
        std::string::npos)
        << all(both.diagnostics);
}

// Whoever writes an included file would decide what a request costs everybody.
TEST_F(LoaderBounds, AnIncludedFileCannotMakeRequestsCostly) {
    const auto rules = [](int count) {
        std::string out = "[/a/";
        for (int i = 0; i < count; ++i) {
            out += ", \"/*/" + std::to_string(i) + "/\"";
        }
        return out + ']';
    };
    const std::string head = "version: 1\ninclude: [in.yaml]\n";
    const std::string site =
        "sites:\n- host: a.example\n  groups: [{user_agent: \"*\", disallow: ";
    write("in.yaml", site + rules(1000) + "}]\n");
    EXPECT_NE(load(head).policy, nullptr);
    write("in.yaml", site + rules(1001) + "}]\n");
    const Loaded loaded = load(head);
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "costly-wildcards");
    EXPECT_EQ(loaded.diagnostics[0].file, path("in.yaml"));
    EXPECT_EQ(loaded.diagnostics[0].line, 3u);
    EXPECT_EQ(loaded.diagnostics[0].text.substr(0, 111),
              "1001 rules with `*` apply to `*`, so a request of 8 KiB that is "
              "made for them can cost about 5 ms of CPU time; ");
    // Of rules of the main file, it is a warning, whoever uses them.
    write("in.yaml", "sites: [{host: a.example, template: t}]\n");
    const Loaded trusted =
        load(head + "templates: {t: {groups: [{user_agent: \"*\", disallow: " +
             rules(1001) + "}]}}\n");
    EXPECT_NE(trusted.policy, nullptr);
    EXPECT_NE(all(trusted.diagnostics).find("costly-wildcards"),
              std::string::npos);
    // A robots.txt is as trusted as the file that names it.
    std::string text = "User-agent: *\n";
    for (int i = 0; i < 1001; ++i) {
        text += "Disallow: /*/" + std::to_string(i) + "/\n";
    }
    write("robots.txt", text);
    const std::string verbatim = "robots_txt: {file: robots.txt}";
    EXPECT_NE(load("version: 1\ndefault: {" + verbatim + "}\n").policy,
              nullptr);
    write("in.yaml", "sites: [{host: a.example, " + verbatim + "}]\n");
    EXPECT_EQ(load(head).diagnostics[0].code, "costly-wildcards");
}

// They are read one by one, so that there may be any number of them.
TEST_F(LoaderBounds, EachSiteMayHaveAMillionValues) {
    std::string sites = "version: 1\nsites:\n";
    for (int i = 0; i < 5; ++i) {
        sites += "- host: a" + std::to_string(i) + ".example\n  foo: [";
        for (int k = 0; k < 300000; ++k) {
            sites += "a,\n";
        }
        sites += "]\n";
    }
    const Loaded loaded = load(sites);
    ASSERT_FALSE(loaded.diagnostics.empty());
    EXPECT_EQ(loaded.diagnostics[0].code, "unknown-key");
}

// What is in them is wrong from the first octet on, and takes no time.
TEST_F(LoaderBounds, TheFilesOfAPolicyAreLimitedInTotal) {
    const std::string text(31 * kMib, '\x01');
    for (int i = 1; i <= 10; ++i) {
        write("d/" + std::to_string(i % 10) + ".yaml", text);
    }
    std::vector<Told> errors{{"policy-too-large", 3, 10}};
    for (int i = 0; i < 8; ++i) {
        errors.push_back(
            {"not-text", 1, 1, "d/" + std::to_string(i) + ".yaml"});
    }
    expect_errors("version: 1\ndefault: {}\ninclude: d/*.yaml\n", errors);
}

TEST_F(LoaderBounds, APatternMatchesTenThousandFilesAtMost) {
    for (int i = 0; i <= 10000; ++i) {
        write("d/" + std::to_string(i) + ".yaml", "");
    }
    expect_error("version: 1\ndefault: {}\ninclude: d/*.yaml\n", "bad-include",
                 3, 10);
}

// Each rule was compared with each host.
TEST_F(LoaderBounds, ManyRulesOfManyHostsAreLintedInSeconds) {
    std::string hosts;
    for (int i = 0; i < 300000; ++i) {
        hosts += "a" + std::to_string(i) + ".example\n";
    }
    write("hosts.txt", hosts);
    std::string rules = "User-agent: *\n";
    for (int i = 0; i < 25000; ++i) {
        rules += "Disallow: /" + std::to_string(i) + "/\n";
    }
    write("robots.txt", rules);
    const std::clock_t start = std::clock();  // of the processor
    EXPECT_NE(load("version: 1\nsites: [{hosts_file: hosts.txt, robots_txt: "
                   "{file: robots.txt}}]\n")
                  .policy,
              nullptr);
    EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 10);
}

}  // namespace
}  // namespace robots
