#include "policy/loader/entries/policy_tests.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "policy/lint/overlap.hpp"
#include "policy/loader/entries/rows.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "policy/verdict/terms.hpp"

namespace robots::loader {

namespace {

std::vector<Text> read_targets(const Reader& reader, const Value& value) {
    std::vector<Text> out;
    for (Text& text : reader.texts(value)) {
        if (text.value.empty() || text.value.front() != '/') {
            reader.error(text.place, "bad-path",
                         "expected a path that starts with `/`, got " +
                             cited(text.value));
        } else {
            out.push_back(std::move(text));
        }
    }
    return out;
}

std::optional<Url> read_url(const Reader& reader, const Value& value) {
    const auto text = reader.text(value);
    auto url = text ? parse_url(*text) : std::nullopt;
    if (text && !url) {
        reader.error(value.place(), "bad-url",
                     "invalid URL " + cited(*text) +
                         "; write an absolute URL such as "
                         "`https://example.com/`");
    }
    return url;
}

constexpr Key<TestEntry> kTestKeys[] = {
    {"url", read_as<&TestEntry::url, read_url>},
    {"user_agent", read_placed<&TestEntry::user_agent, read_text>},
    {"crawler", read_placed<&TestEntry::crawler, read_text>},
    {"allow", read_as<&TestEntry::allow, read_targets>},
    {"disallow", read_as<&TestEntry::disallow, read_targets>},
};

void check_keys(const Reader& reader, const Value& item) {
    if (find_key(*item.node, "url") == nullptr) {
        reader.error(item.place(), "missing-key", "missing `url` in a test");
    }
    const bool user_agent = find_key(*item.node, "user_agent") != nullptr;
    const bool crawler = find_key(*item.node, "crawler") != nullptr;
    if (user_agent == crawler) {
        reader.error(item.place(), "missing-key",
                     "a test needs either `user_agent` or `crawler`");
    }
    if (find_key(*item.node, "allow") == nullptr &&
        find_key(*item.node, "disallow") == nullptr) {
        reader.error(item.place(), "missing-key",
                     "missing `allow` or `disallow` in a test");
    }
}

// Returns the crawler of a test. If the text of the test is a token, searches
// for this token. Otherwise the text is a User-Agent header, which some authors
// write in the key `crawler`.
Sighting sighting_of(const TestEntry& test, const Crawlers& crawlers,
                     NamedAt is_named) {
    const std::string& text =
        test.crawler ? test.crawler->value : test.user_agent->value;
    if (text != "*" && !is_product_token(text)) {
        return crawlers.identify(text, is_named);
    }
    Sighting sighting = crawlers.named(text, is_named);
    sighting.token = text;
    return sighting;
}

// The result for one request target of a test.
struct Answer {
    bool allowed = true;
    std::string because;  // ": ..."
    const Rule* rule = nullptr;
};

class Examination {
  public:
    Examination(const TestEntry& test, const Policy& policy)
        : policy_(policy),
          site_(
              policy.find({test.url->host, test.url->port, test.url->scheme})),
          sighting_(sighting_of(test, policy.crawlers(), NamedAt{site_})) {}

    Answer ask(const std::string& target) const {
        if (site_ == nullptr) {
            return {true,
                    "no site answers for this URL, and there is no `default`"};
        }
        const Robots& robots = *site_->robots;
        if (robots.settings->suspend) {
            return {false, "the site is suspended"};
        }
        if (SentTarget(target, Slashes::merge).is_robots_txt()) {
            return {true, "robots.txt itself is always allowed"};
        }
        if (!sighting_) {
            return {true, "this User-Agent is not a known crawler"};
        }
        const Group* group =
            binding_group(robots.groups, sighting_, policy_.crawlers());
        if (group == nullptr) {
            return {true, is_no_crawler(sighting_.category)
                              ? "no group names it, and `*` does not bind "
                                "libraries and clients"
                              : "no group applies to this crawler"};
        }
        return by_rule(*group, target);
    }

    std::string who() const {
        return sighting_ ? cited(sighting_.token) : "this User-Agent";
    }

  private:
    Answer by_rule(const Group& group, const std::string& target) const {
        const std::string of_group = " of group " + cited(group.name);
        const Rule* rule = SentTarget(target, Slashes::merge).rule_of(group);
        if (rule == nullptr) {
            return {true, "no rule" + of_group + " matches"};
        }
        const std::string where = policy_.where(rule->place);
        return {rule->allow,
                "rule " + cited(rule->text()) + of_group +
                    (where.empty() ? "" : " at " + where),
                rule};
    }

    const Policy& policy_;
    const Site* site_;
    Sighting sighting_;
};

void expect(bool allowed, const std::vector<Text>& targets,
            const Examination& examination, Findings& findings,
            std::vector<const Rule*>& tested) {
    for (const Text& target : targets) {
        const Answer answer = examination.ask(target.value);
        if (answer.rule != nullptr) {
            tested.push_back(answer.rule);
        }
        if (answer.allowed != allowed) {
            findings.error(target.place, "test-failed",
                           "expected " + cited(target.value) + " to be " +
                               (answer.allowed ? "disallowed" : "allowed") +
                               " for " + examination.who() + ", got " +
                               (answer.allowed ? "allowed" : "disallowed") +
                               ": " + answer.because);
        }
    }
}

// ---- `expect` ---------------------------------------------------------------

bool opens_root(const Group& group) {
    const Rule* rule = SentTarget("/", Slashes::merge).rule_of(group);
    return rule == nullptr || rule->allow;
}

void check_closed(const Place& place, const Robots& robots,
                  Findings& findings) {
    if (robots.settings->suspend) {
        return;
    }
    if (robots.groups.named("*") == nullptr) {
        findings.error(place, "expected-closed",
                       "`expect` is `closed`, but there is no group for `*`: "
                       "crawlers that no group names may fetch everything");
        return;
    }
    for (const auto& group : robots.groups.all()) {
        if (lint::closing_rule(*group) == nullptr) {
            findings.error(place, "expected-closed",
                           "`expect` is `closed`, but group " +
                               cited(group->name) +
                               " leaves something open; it needs `disallow: /` "
                               "and no `allow`");
            return;
        }
    }
}

void check_open(const Place& place, const Robots& robots, Findings& findings) {
    if (robots.settings->suspend) {
        findings.error(place, "expected-open",
                       "`expect` is `open`, but `suspend` closes the site "
                       "to every crawler");
        return;
    }
    const auto& groups = robots.groups.all();
    const bool some =
        robots.groups.named("*") == nullptr ||
        std::any_of(groups.begin(), groups.end(),
                    [](const auto& group) { return opens_root(*group); });
    if (!some) {
        findings.error(
            place, "expected-open",
            "`expect` is `open`, but `/` is closed to every crawler");
    }
}

}  // namespace

std::vector<TestEntry> read_test_entries(const Reader& reader,
                                         const Value& value) {
    std::vector<TestEntry> out;
    for (const Value& item : reader.list(value)) {
        TestEntry test;
        test.place = item.place();
        if (!read_map(reader, item, "a test", kTestKeys, test)) {
            continue;
        }
        check_keys(reader, item);
        if (test.url && (test.user_agent || test.crawler)) {
            out.push_back(std::move(test));
        }
    }
    return out;
}

void run_test(const TestEntry& test, const Policy& policy, Findings& findings,
              std::vector<const Rule*>& tested) {
    const Examination examination(test, policy);
    expect(true, test.allow, examination, findings, tested);
    expect(false, test.disallow, examination, findings, tested);
}

void check_expectation(const ExpectationEntry& asserted, const Robots& robots,
                       Findings& findings) {
    if (asserted.value == Expectation::closed) {
        check_closed(asserted.place, robots, findings);
    } else {
        check_open(asserted.place, robots, findings);
    }
}

}  // namespace robots::loader
