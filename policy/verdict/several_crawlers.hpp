// A request with several User-Agent headers that mention different crawlers.
//
// An honest crawler mentions only itself. If a request mentions several
// crawlers, it is judged as a request of the crawler for which the policy is
// strictest. So a client gains nothing by mentioning more crawlers.

#pragma once

#include <cstddef>

#include "policy/base/short_list.hpp"
#include "policy/verdict/judge.hpp"

namespace robots {

// One of the crawlers that a request mentions.
struct NamedCrawler {
    Sighting crawler;
    Identity identity = Identity::unverifiable;
    bool has_fetched = false;  // as Request::has_fetched
};

// The crawlers that a request mentions, each once, in the order of the headers.
class NamedCrawlers : private ShortList<NamedCrawler, 8> {
  public:
    static constexpr std::size_t kMost = 8;

    // Does nothing if `crawler` is empty or was added before, or if the list is
    // full.
    void add(const Sighting& crawler,
             Identity identity = Identity::unverifiable);

    using ShortList::begin;
    using ShortList::end;
    using ShortList::size;
};

// Returns the crawler for which judge() (judge.hpp) gives the strictest
// verdict, without charging any budget. `crawlers` must not be empty. Verdicts
// are compared first by their action, then by whether they have a violation,
// then by their wait, and then by whether they are judged. If verdicts are
// equal, returns the first crawler. The identity and `has_fetched` are taken
// from `crawlers`, not from `request`.
const NamedCrawler& strictest(const Policy& policy, const Site* site,
                              const NamedCrawlers& crawlers,
                              const Request& request, Milliseconds now,
                              BudgetStore& budgets);

}  // namespace robots
