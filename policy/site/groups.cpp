#include "policy/site/groups.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <utility>

#include "policy/robots_txt/mentions.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/site/refusal.hpp"

namespace robots {

namespace {

void append_number(std::string& out, std::uint64_t number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append_place(std::string& out, const Place& place) {
    append_number(out, place.file);
    append_number(out, place.line);
    append_number(out, place.column);
}

// Returns a hash of 16 octets.
std::string short_hash(const std::string& octets) {
    const XXH128_hash_t hash = XXH3_128bits(octets.data(), octets.size());
    std::string out;
    append_number(out, hash.low64);
    append_number(out, hash.high64);
    return out;
}

std::string rules_hash(const RobotsGroup& group) {
    std::string all;
    for (const RuleLine& rule : group.rules) {
        all += rule.allow ? "\nA" : "\nD";
        all += rule.path + '\n';
        append_place(all, rule.place);
    }
    return short_hash(all);
}

// Calls `found` with the value of each License line of the group.
template <typename Found>
void for_each_license(const RobotsGroup& group, Found found) {
    for (const auto& [name, value] : group.other) {
        if (name == "License") {
            found(value);
        }
    }
}

// Returns a hash of everything that a group sets for a crawler except its
// rules.
std::string terms_hash(const RobotsGroup& group,
                       const Enforcement& enforcement) {
    std::string all;
    append_fingerprint(all, enforcement);
    append_number(all, group.is_private ? 1 : 0);
    append_number(all, group.crawl_delay ? static_cast<std::uint64_t>(
                                               group.crawl_delay->count())
                                         : UINT64_MAX);
    for (const RequestRate& rate : group.request_rates) {
        all += rate.text() + '\n';
    }
    for (const DayWindow& window : group.visit_times) {
        all += window.text() + '\n';
    }
    for_each_license(
        group, [&all](const std::string& license) { all += license + '\n'; });
    append_place(all, group.pace_places.crawl_delay);
    append_place(all, group.pace_places.request_rates);
    append_place(all, group.pace_places.visit_times);
    return short_hash(all);
}

struct Hashes {
    std::string rules;
    std::string terms;
};

// The approximate octets of memory of one request rate or visit time.
constexpr std::size_t kPaceLine = 64;

// Compiles groups. Compiles each distinct set of rules only once, because a
// group may name hundreds of crawlers.
class Compiler {
  public:
    Compiler(const RobotsTxt& document,
             const std::vector<Shared<Enforcement>>& enforcement,
             GroupPool* pool)
        : document_(document),
          enforcement_(enforcement),
          pool_(pool),
          hashes_(document.groups.size()) {}

    // Merges the groups at `indices` into one group for the token `name`. Takes
    // the merged group from the pool if the pool has it.
    std::shared_ptr<const Group> merged(const GroupIndices& indices,
                                        const std::string& name) {
        const auto make = [&] {
            return std::make_shared<const Group>(merge(indices, name));
        };
        return pool_ == nullptr
                   ? make()
                   : pool_->groups.at(key(indices, name, true), make);
    }

    // Returns the octets of memory of all that was merged so far.
    std::size_t octets() const { return octets_; }

  private:
    // Returns a key that is equal for equal groups. The key has a hash of 128
    // bits for the rules of each group and, with `terms`, another hash for the
    // other settings of the group. The hashes include the places of the lines.
    std::string key(const GroupIndices& indices, const std::string& name,
                    bool terms) {
        std::string out = name + '\n';
        for (const std::size_t i : indices) {
            Hashes& hashes = hashes_[i];
            if (hashes.rules.empty()) {
                const RobotsGroup& group = document_.groups[i];
                hashes.rules = rules_hash(group);
                hashes.terms = terms_hash(group, *enforcement_[i]);
            }
            out += hashes.rules;
            out += terms ? hashes.terms : "";
        }
        return out;
    }

    Group merge(const GroupIndices& indices, const std::string& name) {
        Group merged;
        merged.name = name;
        merged.key = token_key(name);
        merged.is_private = document_.groups[indices.back()].is_private;
        merged.rules = rules(indices);
        merged.pace = pace(indices);
        merged.enforcement = enforcement_[indices.back()];
        for (const std::size_t i : indices) {
            for_each_license(document_.groups[i],
                             [&merged](const std::string& license) {
                                 add_license(license, merged.licenses);
                             });
        }
        return merged;
    }

    // Returns the merged pace of the groups at `indices`. Crawlers with the
    // same groups share one Pace.
    const Shared<Pace>& pace(const GroupIndices& indices) {
        const auto [it, added] = paces_.try_emplace(indices);
        if (added) {
            it->second = merged_pace(indices);
            octets_ += kPaceLine * (it->second->request_rates.size() +
                                    it->second->visit_times.size());
        }
        return it->second;
    }

    Shared<Pace> merged_pace(const GroupIndices& indices) const {
        RobotsGroup all;
        for (const std::size_t i : indices) {
            add_pace(all, document_.groups[i]);
        }
        Pace pace;
        pace.crawl_delay = all.crawl_delay;
        pace.request_rates = std::move(all.request_rates);
        pace.visit_times = std::move(all.visit_times);
        pace.places = all.pace_places;
        if (pace.request_rates.size() > kMaxRequestRates) {
            pace.rates_not_enforced =
                pace.request_rates.size() - kMaxRequestRates;
            pace.request_rates.resize(kMaxRequestRates);
        }
        const bool any = pace.crawl_delay || !pace.request_rates.empty() ||
                         !pace.visit_times.empty();
        return any ? Shared(std::move(pace)) : Shared<Pace>();
    }

    // Returns the merged rules of the groups at `indices`. Merged groups with
    // the same rules share one RuleSet, even if their other lines differ.
    RuleSet rules(const GroupIndices& indices) {
        GroupIndices with_rules;
        std::size_t count = 0;
        for (const std::size_t i : indices) {
            if (!document_.groups[i].rules.empty()) {
                with_rules.push_back(i);
                count += document_.groups[i].rules.size();
            }
        }
        const auto [it, added] = compiled_.try_emplace(with_rules);
        if (added) {
            const auto make = [&] { return compile(with_rules, count); };
            it->second =
                pool_ == nullptr
                    ? make()
                    : pool_->rules.at(key(with_rules, "", false), make);
            octets_ += it->second.octets();
        }
        return it->second;
    }

    RuleSet compile(const GroupIndices& indices, std::size_t count) const {
        std::vector<NewRule> rules;
        rules.reserve(count);
        for (const std::size_t i : indices) {
            for (const RuleLine& line : document_.groups[i].rules) {
                Pattern pattern(line.path);
                const auto folder = implied_by_index(pattern.text());
                rules.push_back({line.allow, std::move(pattern), line.place});
                if (line.allow && folder) {
                    rules.push_back({true, Pattern(*folder), line.place, true});
                }
            }
        }
        return RuleSet(std::move(rules));
    }

    const RobotsTxt& document_;
    const std::vector<Shared<Enforcement>>& enforcement_;
    GroupPool* pool_;             // or nullptr
    std::vector<Hashes> hashes_;  // one per group; empty until needed
    std::map<GroupIndices, RuleSet> compiled_;
    std::map<GroupIndices, Shared<Pace>> paces_;
    std::size_t octets_ = 0;
};

}  // namespace

bool has_lines(const Group& group, Violation violation) {
    switch (violation) {
        case Violation::none:
        case Violation::impostor:
        case Violation::unverifiable:
        case Violation::budget:
            break;
        case Violation::disallow:
            return !group.rules.rules().empty();
        case Violation::crawl_delay:
            return group.pace->crawl_delay.has_value();
        case Violation::request_rate:
            return !group.pace->request_rates.empty();
        case Violation::visit_time:
            return !group.pace->visit_times.empty();
    }
    return false;
}

Groups::Groups(const RobotsTxt& document,
               const std::vector<Shared<Enforcement>>& enforcement,
               GroupPool* pool) {
    Compiler compiler(document, enforcement, pool);
    const std::vector<Mention> all = mentions(document);
    groups_.reset(new std::shared_ptr<const Group>[all.size()]);
    for (const Mention& mention : all) {
        groups_[size_++] = compiler.merged(mention.groups, mention.token);
        if (compiler.octets() > kMostMerged) {
            *this = Groups();
            too_large_ = true;
            return;
        }
    }
    make_findable();
}

Groups Groups::with(const std::vector<Shared<Enforcement>>& each) const {
    Groups out = *this;
    auto* const copies = new std::shared_ptr<const Group>[size_];
    out.groups_.reset(copies);
    for (std::size_t i = 0; i < size_; ++i) {
        auto copy = std::make_shared<Group>(*groups_.get()[i]);
        copy->enforcement = each[i];
        copies[i] = std::move(copy);
    }
    out.everyones_ = out.named("*");
    return out;
}

Groups Groups::enforced(const EnforcementOverride& level) const {
    std::vector<Shared<Enforcement>> each;
    for (const auto& group : all()) {
        each.emplace_back(level.over(*group->enforcement));
    }
    return with(each);
}

void Groups::make_findable() {
    if (size_ > 1) {
        sort_keys();
    }
    everyones_ = named("*");
}

void Groups::sort_keys() {
    keys_.reset(new Key[size_]);
    for (std::uint32_t i = 0; i < size_; ++i) {
        keys_[i] = {groups_[i]->key, i};
    }
    std::sort(keys_.get(), keys_.get() + size_,
              [](const Key& a, const Key& b) { return a.key < b.key; });
}

// A binary search with conditional moves instead of branches, which a CPU could
// not predict.
inline const Group* Groups::keyed(std::uint64_t key) const {
    if (keys_ == nullptr) {
        return size_ == 1 && groups_[0]->key == key ? groups_[0].get()
                                                    : nullptr;
    }
    const Key* from = keys_.get();
    for (std::size_t left = size_; left > 1;) {
        const std::size_t half = left / 2;
        from += from[half].key <= key ? half : 0;
        left -= half;
    }
    return from->key == key ? groups_[from->group].get() : nullptr;
}

const Group* Groups::named(std::string_view token) const {
    return keyed(token_key(token));
}

const Group* Groups::through_fallbacks(const Crawler& first,
                                       const Crawlers& crawlers) const {
    // The fallbacks of real crawlers form chains of at most 8 steps. The limit
    // also ends a cycle.
    const Crawler* crawler = &first;
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
    const Crawler* crawler = sighting.crawler;
    if (crawler == nullptr) {
        const Group* group = named(sighting.token);
        return group != nullptr ? group : everyones_;
    }
    if (const Group* group = keyed(crawler->key)) {
        return group;
    }
    if (!crawler->falls_back_to.empty()) {
        if (const Group* group = through_fallbacks(*crawler, crawlers)) {
            return group;
        }
    }
    return crawler->wildcard == Obeys::no ? nullptr : everyones_;
}

}  // namespace robots
