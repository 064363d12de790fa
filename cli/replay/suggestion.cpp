#include "cli/replay/suggestion.hpp"

#include <algorithm>
#include <utility>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/import/import.hpp"
#include "policy/import/snippets.hpp"
#include "policy/import/writer.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kPartLength = 60;

bool has_more_requests(const Part& a, const Part& b) {
    return a.requests > b.requests;
}

using robots::Milliseconds;
using robots::RobotsGroup;
using robots::RobotsTxt;

// Clients choose their names: the memory must have a bound.
constexpr std::size_t kMaxCrawlers = 2000;
// More would be no policy that somebody reads.
constexpr std::size_t kMaxSuggested = 50;
constexpr std::size_t kMaxHosts = 100;

bool sends_more(const FastCrawler& a, const FastCrawler& b) {
    return a.demand.requests() > b.demand.requests();
}

void forget(RobotsGroup& group, std::string_view token) {
    group.user_agents.erase(
        std::remove_if(group.user_agents.begin(), group.user_agents.end(),
                       [token](const std::string& agent) {
                           return robots::equal_folded(agent, token);
                       }),
        group.user_agents.end());
}

void add_once(std::vector<std::string>& texts, std::string text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
        texts.push_back(std::move(text));
    }
}

// The keys of the site's claims, if all its hosts have the same ports and
// schemes; else those of `default`.
robots::ClaimKeys keys_of(const robots::Policy& policy,
                          const robots::Site& site) {
    robots::ClaimKeys out;
    const auto claims = policy.claims_of(site);
    for (const robots::Policy::HostClaim& claim : claims) {
        add_once(out.hosts, claim.host);
        add_once(out.ports, claim.port ? std::to_string(*claim.port) : "");
        add_once(out.schemes,
                 claim.scheme ? std::string(to_string(*claim.scheme)) : "");
        if (out.hosts.size() > kMaxHosts ||
            out.ports.size() > robots::loader::kMostPorts) {
            return {};
        }
    }
    bool is_mixed = claims.size() !=
                    out.hosts.size() * out.ports.size() * out.schemes.size();
    for (auto* texts : {&out.ports, &out.schemes}) {
        const auto any = std::find(texts->begin(), texts->end(), "");
        is_mixed = is_mixed || (any != texts->end() && texts->size() > 1);
        if (any != texts->end()) {
            texts->erase(any);
        }
    }
    return is_mixed ? robots::ClaimKeys() : out;
}

}  // namespace

void Busiest::add(robots::Milliseconds arrival) {
    const std::int64_t window = arrival / length_;
    if (window != window_) {
        window_ = window;
        count_ = 0;
    }
    most_ = std::max(most_, ++count_);
}

std::string Demand::part_of(std::string_view target) {
    const std::size_t query = std::min(target.find('?'), target.size());
    const std::size_t slash = target.find('/', 1);
    const std::size_t end = std::min(slash, query) == slash ? slash + 1 : query;
    std::string part = excerpt(target.substr(0, end), kPartLength);
    if (query < target.size()) {
        const std::string_view rest = target.substr(query);
        const std::size_t equals = rest.find_first_of("=&");
        part = (end == query ? part : part + "...") +
               excerpt(rest.substr(0, equals), kPartLength) +
               (equals < rest.size() && rest[equals] == '=' ? "=" : "");
    }
    return part;
}

void Demand::add(robots::Milliseconds arrival, std::string_view target) {
    ++requests_;
    minute_.add(arrival);
    hour_.add(arrival);
    std::string name = part_of(target);
    const auto at =
        std::find_if(parts_.begin(), parts_.end(),
                     [&name](const Part& part) { return part.name == name; });
    if (at != parts_.end()) {
        ++at->requests;
    } else if (parts_.size() < kParts) {
        parts_.push_back({std::move(name), 1});
    } else {
        const auto least =
            std::max_element(parts_.begin(), parts_.end(), has_more_requests);
        least->name = std::move(name);
        ++least->requests;
    }
}

std::vector<Part> Demand::parts(std::size_t most) const {
    std::vector<Part> out = parts_;
    std::stable_sort(out.begin(), out.end(), has_more_requests);
    out.resize(std::min(out.size(), most));
    return out;
}

void Suggestion::take(const robots::Sighting& crawler, Milliseconds arrival,
                      std::string_view target) {
    std::string name = robots::fold(crawler.token);
    auto at = seen_.find(name);
    if (at == seen_.end()) {
        if (seen_.size() == kMaxCrawlers) {
            return;
        }
        at = seen_.emplace(std::move(name), FastCrawler()).first;
        at->second.token = crawler.token;
        at->second.category = crawler.category;
        at->second.crawler = crawler.crawler;
    }
    at->second.demand.add(arrival, target);
}

// The longest delay, up to 5 seconds, with which the crawler could still have
// made all requests of its busiest hour; and at least one that keeps it below
// what is too many.
Milliseconds Suggestion::delay_for(const Demand& demand) const {
    constexpr std::uint64_t kHour = 3600;
    constexpr std::uint64_t kMinute = 60;
    std::uint64_t out = 1;
    for (const std::uint64_t seconds : {2U, 3U, 5U}) {
        out = seconds * demand.busiest_hour() <= kHour ? seconds : out;
    }
    const std::uint64_t least = (kMinute + too_many_ - 1) / too_many_;
    return std::chrono::seconds(std::max(out, least));
}

const robots::Group* Suggestion::group_of(const FastCrawler& crawler) const {
    return site_.robots->groups.select(
        {crawler.token, crawler.category, crawler.crawler}, policy_.crawlers());
}

std::vector<FastCrawler> Suggestion::fast_crawlers() const {
    std::vector<FastCrawler> out;
    for (const auto& [name, seen] : seen_) {
        if (seen.demand.busiest_minute() <= too_many_ ||
            seen.category == robots::Category::monitor ||
            robots::leading_product_token(seen.token) != seen.token) {
            continue;
        }
        const robots::Group* group = group_of(seen);
        if (group != nullptr && group->is_private) {
            continue;  // it comes as was agreed
        }
        FastCrawler& fast = out.emplace_back(seen);
        fast.delay = delay_for(fast.demand);
        if (group != nullptr && group->pace->crawl_delay) {
            fast.delay = std::max(fast.delay, *group->pace->crawl_delay);
        }
    }
    std::stable_sort(out.begin(), out.end(), sends_more);
    out.resize(std::min(out.size(), kMaxSuggested));
    return out;
}

RobotsTxt Suggestion::document(const std::optional<robots::Url>& url) const {
    if (url) {
        return robots::parse_robots_txt(
            site_.robots->body.render({url->host, url->port, url->scheme}));
    }
    const auto claim = policy_.example_for(site_).value_or(
        robots::Policy::HostClaim{"default.invalid", {}, {}});
    const robots::Scheme scheme = claim.scheme.value_or(robots::Scheme::https);
    return robots::parse_robots_txt(site_.robots->body.render(
        {claim.host, claim.port.value_or(robots::default_port(scheme)),
         scheme}));
}

std::string Suggestion::policy_for(
    const std::vector<FastCrawler>& crawlers,
    const std::optional<robots::Url>& url) const {
    constexpr std::string_view kVersion = "version: 1\n";
    const RobotsTxt before = document(url);
    RobotsTxt after = before;
    std::vector<RobotsGroup> own;
    for (const FastCrawler& crawler : crawlers) {
        if (crawler.ignores_delay()) {
            continue;
        }
        RobotsGroup group =
            robots::group_for(crawler.token, group_of(crawler), before);
        group.crawl_delay = crawler.delay;
        own.push_back(std::move(group));
        for (RobotsGroup& each : after.groups) {
            forget(each, crawler.token);
        }
    }
    std::move(own.begin(), own.end(), std::back_inserter(after.groups));
    std::string yaml =
        robots::import_robots_txt(robots::render_robots_txt(after),
                                  keys_of(policy_, site_))
            .yaml;
    const std::size_t at = yaml.find(kVersion);
    yaml.insert(at == std::string::npos ? 0 : at + kVersion.size(),
                "enforce: {crawl_delay: throttle}\n");
    return yaml;
}

}  // namespace robotsctl
