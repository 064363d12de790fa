#include "policy/verdict/several_crawlers.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "policy/base/ascii.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

namespace {

bool is_stricter(const Verdict& a, const Verdict& b) {
    const auto weight = [](const Verdict& verdict) {
        return std::make_tuple(verdict.action,
                               verdict.violation != Violation::none,
                               verdict.wait, verdict.judged);
    };
    return weight(a) > weight(b);
}

// Crawlers that have an entry are compared by the entry, because each entry has
// one token. Other crawlers are compared by their token.
bool is_same(const Sighting& a, const Sighting& b) {
    return a.crawler == b.crawler &&
           (a.crawler != nullptr || equal_folded(a.token, b.token));
}

}  // namespace

void NamedCrawlers::add(const Sighting& crawler, Identity identity) {
    const bool known =
        std::any_of(begin(), end(), [&crawler](const NamedCrawler& each) {
            return is_same(each.crawler, crawler);
        });
    if (crawler && !known) {
        ShortList::add({crawler, identity, false});
    }
}

const NamedCrawler& strictest(const Policy& policy, const Site* site,
                              const NamedCrawlers& crawlers,
                              const Request& request, Milliseconds now,
                              BudgetStore& budgets) {
    const SentTarget target(request.target, request.slashes);
    const auto judged = [&](const NamedCrawler& named) {
        Request asked = request;
        asked.read = &target;
        asked.identity = named.identity;
        asked.has_fetched = named.has_fetched;
        const Plan plan =
            plan_request(policy, site, named.crawler, asked, Action::reject);
        return settle(plan, quote(plan, now, budgets));
    };
    const auto* found = crawlers.begin();
    Verdict verdict = judged(*found);
    for (const auto* it = std::next(found); it != crawlers.end(); ++it) {
        const Verdict other = judged(*it);
        if (is_stricter(other, verdict)) {
            verdict = other;
            found = it;
        }
    }
    return *found;
}

}  // namespace robots
