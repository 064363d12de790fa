// A request that names several crawlers, in several User-Agent headers.
//
// Nothing that crawlers send looks like that, so it is no crawler's right to be
// judged by the name that suits it best: the request is taken for that of the
// crawler which the policy is strictest with.

#ifndef ROBOTS_POLICY_SEVERAL_CRAWLERS_HPP
#define ROBOTS_POLICY_SEVERAL_CRAWLERS_HPP

#include <vector>

#include "judge.hpp"

namespace robots {

// One of the crawlers that a request names.
struct NamedCrawler {
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// The one of `crawlers`, at least one, that judge (judge.hpp) is
// strictest with, charging nobody. A later action is stricter than an earlier
// one; of the same action a violation is stricter than none, and a longer wait
// than a shorter one. Of equals it is the first that is judged at all.
// `request` says nothing of the crawlers' identities.
const NamedCrawler& strictest(const Policy& policy, const Site* site,
                              const std::vector<NamedCrawler>& crawlers,
                              const Request& request, Milliseconds now,
                              BudgetStore& budgets);

}  // namespace robots

#endif
