#include "policy/loader/build/verbatim.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "policy/loader/build/read_back.hpp"
#include "policy/loader/build/site_settings.hpp"
#include "policy/robots_txt/shared_reading.hpp"

namespace robots::loader {

namespace {

// Sets robots.groups to the groups of `document`, the result of
// shared_reading() for a text at `place`. Returns false after an error.
bool compile_verbatim(const std::optional<RobotsTxt>& document,
                      const Place& place, const Enforcement& enforcement,
                      Robots& robots, Findings& findings) {
    if (document) {
        const std::vector<Shared<Enforcement>> each(document->groups.size(),
                                                    enforcement);
        robots.groups = Groups(*document, each);
    }
    return rules_fit(document && !robots.groups.too_large(), place, findings);
}

// Returns whether `a` and `b` have the same groups, with the same lines that
// are enforced.
bool binds_alike(const RobotsTxt& a, const RobotsTxt& b) {
    return std::equal(
        a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
        [](const RobotsGroup& one, const RobotsGroup& other) {
            return one.user_agents == other.user_agents &&
                   std::equal(one.rules.begin(), one.rules.end(),
                              other.rules.begin(), other.rules.end(),
                              [](const RuleLine& x, const RuleLine& y) {
                                  return x.allow == y.allow && x.path == y.path;
                              }) &&
                   one.crawl_delay == other.crawl_delay &&
                   one.request_rates == other.request_rates &&
                   one.visit_times == other.visit_times;
        });
}

// Returns false after an error: a per-request variable changes a rule or a
// group. Rules are compiled once, so they must be the same for all requests.
bool check_slots(const Body& body, const std::optional<RobotsTxt>& document,
                 const Place& place, Findings& findings) {
    if (!body.has_slots() || !document) {
        return true;
    }
    const auto other =
        shared_reading(body.render({"b.example", 80, Scheme::http}));
    if (!other || !binds_alike(*document, *other)) {
        findings.error(place, "per-request-variable",
                       "a rule or a group of this text has a variable that is "
                       "known only per request; such variables work only in "
                       "lines for all crawlers, such as `Sitemap`");
        return false;
    }
    return true;
}

}  // namespace

bool rules_fit(bool fit, const Place& place, Findings& findings) {
    if (!fit) {
        findings.error(place, "body-too-large",
                       "merging the groups for each crawler makes more than 32 "
                       "MiB of rules; name each crawler in only one group");
    }
    return fit;
}

std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings) {
    auto robots = std::make_shared<Robots>();
    const auto document = shared_reading(text, place.file);
    if (!compile_verbatim(document, place, enforcement, *robots, findings)) {
        return nullptr;
    }
    robots->body = Body::verbatim(text);
    robots->revision = revision_of(*robots, text);
    return robots;
}

std::shared_ptr<Robots> text_robots(const std::string& text, const Place& place,
                                    const Enforcement& enforcement,
                                    std::string& rendered, Findings& findings) {
    auto robots = std::make_shared<Robots>();
    robots->body = Body(text);
    rendered = robots->body.render(sample_authority());
    if (rendered.size() > kMaxRobotsTxt) {
        findings.error(place, "body-too-large",
                       "this robots.txt is larger than 500 KiB, and crawlers "
                       "read no further");
        return nullptr;
    }
    // All lines get the place of the text in the policy.
    auto document = shared_reading(rendered);
    if (!check_slots(robots->body, document, place, findings)) {
        return nullptr;
    }
    if (document) {
        move_to(place, *document);
    }
    return compile_verbatim(document, place, enforcement, *robots, findings)
               ? robots
               : nullptr;
}

}  // namespace robots::loader
