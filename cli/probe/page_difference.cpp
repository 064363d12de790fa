#include <algorithm>
#include <set>
#include <string_view>

#include "cli/judging/judging.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/probe/difference.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

namespace {

// Returns the directives of all X-Robots-Tag headers. A list may be in one
// header or spread over several headers (RFC 9110 5.3).
std::set<std::string> directives_of(const std::vector<std::string>& values) {
    std::set<std::string> out;
    for (const std::string& value : values) {
        std::string_view rest = value;
        while (!rest.empty()) {
            const auto item = robots::trim(robots::take_until(',', rest));
            if (!item.empty()) {
                out.insert(robots::fold(item));
            }
        }
    }
    return out;
}

void compare_tags(const ExpectedPage& expected, const Served& served,
                  std::vector<Difference>& out) {
    std::vector<std::string> values;
    for (const auto& [name, value] : served.headers) {
        if (name == "x-robots-tag") {
            values.push_back(value);
        }
    }
    const std::set<std::string> sent = directives_of(values);
    const std::set<std::string> wanted = directives_of(expected.tags);
    for (const std::string& each : wanted) {
        if (sent.count(each) == 0) {
            out.push_back({"missing-tag",
                           "it has no X-Robots-Tag " + robots::cited(each)});
        }
    }
    for (const std::string& each : sent) {
        if (wanted.count(each) == 0) {
            out.push_back(
                {"extra-tag", "it has an X-Robots-Tag " + robots::cited(each) +
                                  ", which the policy does not have"});
        }
    }
}

// Returns the difference if the policy refuses the probe, although it would not
// refuse the crawler itself: the address is not the operator's, or the requests
// came too fast.
std::optional<Difference> of_probe(const ExpectedPage& expected, long status) {
    const std::string what = "the status is " + std::to_string(status);
    if (status == expected.of_impostor) {
        return Difference{"impostor",
                          what +
                              ": this machine has no address of that "
                              "crawler, and the policy refuses impostors",
                          {},
                          true};
    }
    const auto& pace = expected.of_pace;
    if (std::find(pace.begin(), pace.end(), status) != pace.end()) {
        return Difference{"too-fast",
                          what +
                              ": requests of that name came too fast, those "
                              "of probe among them",
                          {},
                          true};
    }
    return std::nullopt;
}

}  // namespace

ExpectedPage expected_page(const robots::Policy& policy,
                           const robots::Site& site,
                           const robots::Sighting& crawler,
                           const std::string& target) {
    ExpectedPage out;
    const robots::TaggedResponse response(target, robots::Slashes::merge,
                                          crawler, policy.crawlers());
    for (const auto& tag : site.robots->settings->x_robots_tags) {
        if (response.takes(tag)) {
            out.tags.push_back(tag.value);
        }
    }
    if (!crawler) {
        return out;
    }
    robots::Request request;
    request.target = target;
    request.utc = utc_now();
    request.method = robots::Method::get;
    request.has_fetched = true;
    const auto judged_as = [&](robots::Identity identity) {
        request.identity = identity;
        MemoryBudgets budgets(MemoryBudgets::kRequest);
        return robots::judge(policy, &site, crawler, request,
                             robots::Milliseconds{0}, budgets,
                             robots::Action::reject);
    };
    const robots::Verdict as_anybody =
        judged_as(robots::Identity::unverifiable);
    const robots::Verdict as_impostor = judged_as(robots::Identity::impostor);
    out.refusal = refusal_status(as_anybody);
    out.refused_for = to_string(as_anybody.acted_on);
    out.of_impostor = refusal_status(as_impostor);
    if (as_anybody.group != nullptr) {
        const robots::Enforcement& settings = *as_anybody.group->enforcement;
        for (const auto pace : {robots::Violation::crawl_delay,
                                robots::Violation::request_rate}) {
            if (has_lines(*as_anybody.group, pace) &&
                settings.action_for(pace) >= robots::Action::throttle) {
                out.of_pace.push_back(settings.status_for(pace));
            }
        }
    }
    return out;
}

std::vector<Difference> compare(const ExpectedPage& expected,
                                const robots::Url& asked,
                                const Served& served) {
    const bool has_answer =
        served.ended == Ended::whole || served.ended == Ended::too_long;
    if (has_answer && served.status / 100 != 2) {
        if (expected.refusal != 0 && served.status == expected.refusal) {
            return {};
        }
        auto wrong = wrong_answer(served, PageKind::page, asked);
        if (wrong && wrong->kind != "challenge") {
            if (auto note = of_probe(expected, served.status)) {
                return {std::move(*note)};
            }
        }
        return {std::move(*wrong)};
    }
    if (auto wrong = wrong_answer(served, PageKind::page, asked)) {
        return {std::move(*wrong)};
    }
    std::vector<Difference> out;
    if (expected.refusal != 0) {
        out.push_back({"not-refused", "the status is " +
                                          std::to_string(served.status) +
                                          "; the policy refuses it with " +
                                          std::to_string(expected.refusal) +
                                          " (" + expected.refused_for + ")"});
    }
    compare_tags(expected, served, out);
    return out;
}

}  // namespace robotsctl
