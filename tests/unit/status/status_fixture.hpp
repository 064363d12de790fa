// A fixture with a policy and a ledger, for tests of the status.

#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "status/answer.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {

class StatusFixture : public PolicyFixture {
  protected:
    static constexpr status::model::Seconds kNow = 1800000000;

    StatusFixture()
        : memory_(std::aligned_alloc(Ledger::kAlignment, 2 * kOctets),
                  &std::free) {
        auto* start = static_cast<unsigned char*>(memory_.get());
        std::memset(start, 0, 2 * kOctets);
        ledger.emplace(start, kOctets);
        activity.emplace(start + kOctets, kOctets);
    }

    // Uses `yaml` as the policy from now on, as after a reload.
    void use(std::string_view yaml) {
        Loaded loaded = load(yaml);
        ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        policy = loaded.policy;
        for (const Site& site : policy->sites()) {
            ledger->in_effect(site, now);
        }
    }

    // Judges a request, and records it in the ledger and the activity.
    Verdict visit(std::string_view url, std::string_view agent,
                  Identity identity = Identity::unverifiable) {
        const auto parts = parse_url(url);
        Request request;
        request.target = parts->target;
        request.identity = identity;
        const Site* site = site_of(*policy, url);
        const Verdict verdict =
            judge(*policy, site, policy->crawlers().identify(agent), request,
                  now, budgets, cap);
        if (verdict.judged) {
            Ledger::Entry entry;
            ledger->judged(*site, verdict, now, entry);
            activity->judged(*site, verdict, now);
            ledger->ended(entry, 100, upstream);
        }
        return verdict;
    }

    void fetch(std::string_view url, std::string_view agent) {
        const Site* site = site_of(*policy, url);
        ledger->fetched({site->key, policy->crawlers().identify(agent)},
                        revision_tag(site->robots->revision.text()), now);
    }

    status::StatusSource source() const {
        status::StatusSource made{*policy, *ledger, *activity, {}, now};
        made.epoch = std::chrono::seconds(kNow) - now;
        made.zone_octets = kOctets;
        made.server.version = "1.2.3";
        made.server.policy_file = "policy.yaml";
        made.server.now = kNow;
        made.server.log_only = log_only;
        made.masks_addresses = masks_addresses;
        made.server.sites = policy->sites().size();
        made.server.crawlers = policy->crawlers().entries().size();
        return made;
    }

    // Returns the complete answer to a query string, and counts its steps.
    std::unique_ptr<status::Answer> ask(std::string_view arguments) {
        status::StatusRequest asked;
        asked.arguments = arguments;
        asked.authority = {"status.example", 80, Scheme::http};
        auto answer = std::make_unique<status::Answer>(
            source(), asked,
            [](const status::Question&, status::JsonWriter& json) {
                json.name("error").text("explained elsewhere");
            });
        steps = 1;
        while (!answer->step()) {
            ++steps;
        }
        return answer;
    }

    nlohmann::json json(const std::string& arguments = {}) {
        return nlohmann::json::parse(ask(arguments + "&format=json")->body());
    }

    std::string prometheus() {
        return std::string(ask("format=prometheus")->body());
    }

    std::shared_ptr<const Policy> policy;
    std::optional<Ledger> ledger;
    std::optional<Activity> activity;
    Milliseconds now{1000};
    Action cap = Action::reject;  // the value of robots_enforce
    Milliseconds upstream{0};     // the time of upstreams for each request
    status::model::LogOnly log_only = status::model::LogOnly::none;
    bool masks_addresses = false;
    MapBudgets budgets;
    std::size_t steps = 0;

  private:
    static constexpr std::size_t kOctets = std::size_t{1} << 20;

    std::unique_ptr<void, decltype(&std::free)> memory_;
};

// Returns the row of a list whose `member` has this value; null if there is
// none.
inline nlohmann::json row_with(const nlohmann::json& rows,
                               const std::string& member,
                               const std::string& value) {
    for (const nlohmann::json& row : rows) {
        if (row.at(member) == value) {
            return row;
        }
    }
    return nullptr;
}

}  // namespace robots
