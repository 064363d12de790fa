#include "several_crawlers.hpp"

#include <iterator>
#include <tuple>

namespace robots {

namespace {

// What budgets would answer, with nothing charged.
class Quotes : public BudgetStore {
  public:
    explicit Quotes(BudgetStore& budgets) : budgets_(budgets) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        return budgets_.quote(key, now, rate);
    }

    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override {
        return budgets_.quote(key, now, rate);
    }

  private:
    BudgetStore& budgets_;
};

bool is_stricter(const Verdict& a, const Verdict& b) {
    const auto weight = [](const Verdict& verdict) {
        return std::make_tuple(verdict.action,
                               verdict.violation != Violation::none,
                               verdict.wait, verdict.judged);
    };
    return weight(a) > weight(b);
}

}  // namespace

const NamedCrawler& strictest(const Policy& policy, const Site* site,
                              const std::vector<NamedCrawler>& crawlers,
                              const Request& request, Milliseconds now,
                              BudgetStore& budgets) {
    Quotes quotes(budgets);
    const auto judged = [&](const NamedCrawler& named) {
        Request asked = request;
        asked.identity = named.identity;
        return judge(policy, site, named.crawler, asked, now, quotes,
                     Action::reject);
    };
    auto found = crawlers.begin();
    Verdict verdict = judged(*found);
    for (auto it = std::next(found); it != crawlers.end(); ++it) {
        const Verdict other = judged(*it);
        if (is_stricter(other, verdict)) {
            verdict = other;
            found = it;
        }
    }
    return *found;
}

}  // namespace robots
