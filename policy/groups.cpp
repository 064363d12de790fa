#include "groups.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "product_token.hpp"

namespace robots {

namespace {

using Indices = std::vector<std::size_t>;

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

// Compiles groups, each distinct set of rules once: a group may name hundreds
// of crawlers.
class Compiler {
  public:
    Compiler(const RobotsTxt& document,
             const std::vector<Enforcement>& enforcement)
        : document_(document), enforcement_(enforcement) {}

    // The groups at `indices`, merged.
    Group merge(const Indices& indices, const std::string& name) {
        Group merged;
        merged.name = name;
        for (const std::size_t i : indices) {
            const RobotsGroup& group = document_.groups[i];
            if (group.crawl_delay) {
                merged.crawl_delay =
                    std::max(merged.crawl_delay.value_or(Milliseconds{0}),
                             *group.crawl_delay);
            }
            append(merged.request_rates, group.request_rates);
            append(merged.visit_times, group.visit_times);
            merged.enforcement = enforcement_[i];
        }
        merged.rules = rules(indices);
        return merged;
    }

  private:
    RuleSet rules(const Indices& indices) {
        const auto [it, added] = compiled_.try_emplace(indices);
        if (added) {
            std::vector<Rule> rules;
            for (const std::size_t i : indices) {
                for (const RuleLine& line : document_.groups[i].rules) {
                    rules.push_back(
                        {line.allow, Pattern(line.path), line.place});
                }
            }
            it->second = RuleSet(std::move(rules));
        }
        return it->second;
    }

    const RobotsTxt& document_;
    const std::vector<Enforcement>& enforcement_;
    std::map<Indices, RuleSet> compiled_;
};

// A product token and the groups that name it.
struct Mention {
    std::string token;  // as first written
    Indices groups;
};

std::vector<Mention> mentions(const RobotsTxt& document) {
    std::vector<Mention> all;
    std::unordered_map<std::string, std::size_t> by_token;
    for (std::size_t i = 0; i < document.groups.size(); ++i) {
        for (const std::string& token : document.groups[i].user_agents) {
            const auto [it, added] = by_token.emplace(fold(token), all.size());
            if (added) {
                all.push_back({token, {}});
            }
            Indices& groups = all[it->second].groups;
            if (groups.empty() || groups.back() != i) {
                groups.push_back(i);
            }
        }
    }
    return all;
}

}  // namespace

Groups::Groups(const RobotsTxt& document,
               const std::vector<Enforcement>& enforcement) {
    Compiler compiler(document, enforcement);
    for (const Mention& mention : mentions(document)) {
        groups_.push_back(std::make_unique<const Group>(
            compiler.merge(mention.groups, mention.token)));
        by_token_.emplace(fold(mention.token), groups_.back().get());
    }
}

const Group* Groups::named(std::string_view token) const {
    const auto it = by_token_.find(fold(token));
    return it == by_token_.end() ? nullptr : it->second;
}

const Group* Groups::through_fallbacks(const Crawler* crawler,
                                       const Crawlers& crawlers) const {
    // No chain of a sane catalogue is longer, and none may be endless.
    for (int step = 0; crawler != nullptr && step < 8; ++step) {
        if (crawler->falls_back_to.empty()) {
            return nullptr;
        }
        if (const Group* group = named(crawler->falls_back_to)) {
            return group;
        }
        crawler = crawlers.find(crawler->falls_back_to);
    }
    return nullptr;
}

const Group* Groups::select(const Sighting& sighting,
                            const Crawlers& crawlers) const {
    if (const Group* group = named(sighting.token)) {
        return group;
    }
    if (const Group* group = through_fallbacks(sighting.crawler, crawlers)) {
        return group;
    }
    const bool ignores_wildcard =
        sighting.crawler != nullptr && sighting.crawler->wildcard == Obeys::no;
    return ignores_wildcard ? nullptr : named("*");
}

}  // namespace robots
