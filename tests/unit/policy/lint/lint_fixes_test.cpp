// What the linter says to write, written: it neither opens what is closed nor
// closes what is open, unless it says that it does.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "policy/lint/lint.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/target.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {
namespace {

const Crawlers& catalogue() {
    static const Crawlers kCrawlers(built_in_crawlers(),
                                    built_in_not_crawlers());
    return kCrawlers;
}

// A robots.txt as crawlers read it.
struct ReadFix {
    explicit ReadFix(const std::string& text)
        : document(parse_robots_txt(text, Reading::lenient)),
          groups(document, std::vector<Shared<Enforcement>>(
                               document.groups.size(), Enforcement{})) {}

    bool allows(const std::string& token, const std::string& target) const {
        const Group* group = group_of(token);
        const Rule* rule =
            group == nullptr ? nullptr : group->rules.match(target);
        return rule == nullptr || rule->allow;
    }

    std::optional<Milliseconds> delay_of(const std::string& token) const {
        const Group* group = group_of(token);
        return group == nullptr ? std::nullopt : group->pace->crawl_delay;
    }

    const Group* group_of(const std::string& token) const {
        const Group* group = groups.named(token);
        return group == nullptr ? groups.named("*") : group;
    }

    RobotsTxt document;
    Groups groups;
};

// Targets that the rules of a document are about, and some beside them.
void add_targets(const RobotsTxt& document, std::set<std::string>& out) {
    for (const RobotsGroup& group : document.groups) {
        for (const RuleLine& rule : group.rules) {
            const std::string example = lint::example_of(Pattern(rule.path));
            if (example.empty() || example.size() > 200) {
                continue;
            }
            for (const char* more : {"", "x", "/", "/x.php", "?x=y", "-news"}) {
                out.insert(normalise_target(example + more));
            }
        }
    }
}

std::set<std::string> tokens_of(const RobotsTxt& document) {
    std::set<std::string> out{"*", "SomeOtherBot"};
    for (const RobotsGroup& group : document.groups) {
        out.insert(group.user_agents.begin(), group.user_agents.end());
    }
    return out;
}

// `text` with its line `number` replaced by `by`.
std::string with(std::string_view text, std::uint32_t number,
                 const std::vector<std::string>& by) {
    std::string out;
    for (std::uint32_t line = 1; !text.empty(); ++line) {
        const std::string_view old = take_line(text);
        if (line != number) {
            out += std::string(old) + '\n';
            continue;
        }
        for (const std::string& each : by) {
            out += each + '\n';
        }
    }
    return out;
}

std::string told(const CorpusFile& file, const lint::Remark& finding) {
    std::string out = file.name + ", line " +
                      std::to_string(finding.place.line) + ": " + finding.text +
                      '\n' + file.text + "\nby:\n";
    for (const std::string& line : finding.fix->by) {
        out += line + '\n';
    }
    return out;
}

// Of "/search", what its author means beyond doubt. The fix opens siblings
// alone.
void expect_to_stay(const CorpusFile& file, const lint::Remark& finding,
                    const ReadFix& before, const ReadFix& after) {
    for (const RobotsGroup& group : before.document.groups) {
        for (const RuleLine& rule : group.rules) {
            if (rule.place.line != finding.place.line) {
                continue;
            }
            const std::string path = lint::example_of(Pattern(rule.path));
            for (const char* more : {"", "/", "/x", "?x=y", "?"}) {
                const std::string target = normalise_target(path + more);
                for (const std::string& token : group.user_agents) {
                    ASSERT_EQ(before.allows(token, target),
                              after.allows(token, target))
                        << token << ' ' << target << '\n'
                        << told(file, finding);
                }
            }
        }
    }
}

// Which fixes were tried, by their codes.
using Tried = std::map<std::string, int>;

void try_fix(const CorpusFile& file, const lint::Remark& finding,
             Tried& tried) {
    ++tried[std::string(name_of(finding.code))];
    const ReadFix before(file.text);
    const ReadFix after(with(file.text, finding.place.line, finding.fix->by));
    if (finding.code == lint::Code::open_ended_path) {
        expect_to_stay(file, finding, before, after);
    }
    std::set<std::string> targets{"/"};
    add_targets(before.document, targets);
    add_targets(after.document, targets);
    std::set<std::string> tokens = tokens_of(before.document);
    tokens.merge(tokens_of(after.document));
    for (const std::string& token : tokens) {
        for (const std::string& target : targets) {
            const bool was_open = before.allows(token, target);
            const bool is_open = after.allows(token, target);
            if (was_open == is_open) {
                continue;
            }
            ASSERT_EQ(name_of(finding.fix->effect),
                      is_open ? "opens" : "closes")
                << token << ' ' << target << '\n'
                << told(file, finding);
        }
    }
}

void try_fixes(const CorpusFile& file, Tried& tried) {
    for (const lint::Remark& finding :
         lint::lint_robots_txt(file.text, catalogue())) {
        if (finding.fix) {
            try_fix(file, finding, tried);
            if (::testing::Test::HasFatalFailure()) {
                return;
            }
        }
    }
}

// Fixes that change nothing one by one change nothing together: of two rules
// that cover each other, one stays.
void try_all_at_once(const CorpusFile& file) {
    std::map<std::uint32_t, std::vector<std::string>> by_line;
    for (const lint::Remark& finding :
         lint::lint_robots_txt(file.text, catalogue())) {
        if (finding.fix && finding.fix->effect == Fix::Effect::none) {
            by_line.emplace(finding.place.line, finding.fix->by);
        }
    }
    std::string text = file.text;
    for (auto it = by_line.rbegin(); it != by_line.rend(); ++it) {
        text = with(text, it->first, it->second);
    }
    const ReadFix before(file.text);
    const ReadFix after(text);
    std::set<std::string> targets{"/"};
    add_targets(before.document, targets);
    for (const std::string& token : tokens_of(before.document)) {
        ASSERT_EQ(before.delay_of(token), after.delay_of(token))
            << token << '\n'
            << file.text << "\nbecomes\n"
            << text;
        for (const std::string& target : targets) {
            ASSERT_EQ(before.allows(token, target), after.allows(token, target))
                << token << ' ' << target << '\n'
                << file.text << "\nbecomes\n"
                << text;
        }
    }
}

// Rules that fixes exist for, and rules that they must not hurt.
CorpusFile made(std::uint32_t seed) {
    constexpr const char* kPaths[] = {
        "/a/*",      "/a/",          "/a",       "/test",    "/test*",
        "/test/",    "/*?sort=",     "/*&sort=", "*",        "/",
        "/*.php$",   "/a/*.php",     "/a/b",     "cart/",    ".css",
        "/cart/.*$", "^/a/.*",       "/a|b",     "/%zz/",    "/a/index.html",
        "/%41/",     "http://x/y/z", "/x$",      "/a/*/b/*", "//h.example/a/"};
    std::string text;
    std::uint32_t dice = seed * 2654435761U + 12345U;
    const auto roll = [&dice](std::uint32_t limit) {
        dice = dice * 1664525U + 1013904223U;
        return (dice >> 16) % limit;
    };
    for (std::uint32_t group = 0; group < 1 + roll(3); ++group) {
        const char* const kAgents[] = {"*", "Bingbot", "GPTBot"};
        text += "User-agent: " + std::string(kAgents[group]) + '\n';
        if (roll(5) == 0) {
            text += "Crawl-delay: " + std::to_string(roll(2)) + "\n\n";
            continue;
        }
        for (std::uint32_t rule = 0; rule < 1 + roll(6); ++rule) {
            const char* const kKeys[] = {"Disallow: ", "Allow: ", "Disallow ",
                                         "Dissallow: "};
            text += kKeys[roll(4)];
            text += kPaths[roll(std::size(kPaths))];
            text += '\n';
        }
    }
    return {"made of " + std::to_string(seed), text};
}

TEST(LintFixes, KeepTheirWordOnRealShapes) {
    Tried tried;
    for (const CorpusFile& file : real_shapes()) {
        try_fixes(file, tried);
    }
    EXPECT_GE(tried.size(), 8U);
}

TEST(LintFixes, KeepTheirWordOnDamagedShapes) {
    const auto shapes = real_shapes();
    Tried tried;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        try_fixes(mutated(shapes, seed), tried);
    }
    EXPECT_GE(tried.size(), 8U);
}

TEST(LintFixes, ChangeNothingTogether) {
    const auto shapes = real_shapes();
    for (const CorpusFile& file : shapes) {
        try_all_at_once(file);
    }
    for (std::uint32_t seed = 0; seed < 1000 && !HasFatalFailure(); ++seed) {
        try_all_at_once(mutated(shapes, seed));
        try_all_at_once(made(seed));
    }
}

TEST(LintFixes, KeepTheirWordOnWhatIsMadeForThem) {
    Tried tried;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        try_fixes(made(seed), tried);
    }
    for (const char* code :
         {"open-ended-path", "no-leading-slash", "useless-trailing-wildcard",
          "lone-wildcard", "unencoded-octets", "host-in-path",
          "regular-expression", "only-first-parameter", "dead-rule",
          "allow-disallow-tie", "group-without-rules", "zero-crawl-delay",
          "misspelt-key", "order-matters", "not-in-normal-form"}) {
        EXPECT_GT(tried[code], 5) << code;
    }
}

}  // namespace
}  // namespace robots
