// A request that names several crawlers, in several User-Agent headers.
//
// No honest crawler sends this. So that nobody benefits from it, the request is
// judged as a request of the crawler with which the policy is strictest.

#pragma once

#include <cstddef>

#include "policy/base/short_list.hpp"
#include "policy/verdict/judge.hpp"

namespace robots {

// One of the crawlers that a request names.
struct NamedCrawler {
    Sighting crawler;
    Identity identity = Identity::unverifiable;
    bool has_fetched = false;  // as in Request
};

// The crawlers that a request names, each once, in the order of the headers.
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

// Returns the crawler with which judge() (judge.hpp) is strictest, without
// charging any budget. `crawlers` is not empty. The stricter action decides,
// then whether the request has a violation, then the longer wait, then whether
// it is judged. Of equals, returns the first. Identities and has_fetched
// are those of `crawlers`, not of `request`.
const NamedCrawler& strictest(const Policy& policy, const Site* site,
                              const NamedCrawlers& crawlers,
                              const Request& request, Milliseconds now,
                              BudgetStore& budgets);

}  // namespace robots
