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
#include "policy/verdict/terms.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kPartLength = 60;

bool has_more_requests(const Part& a, const Part& b) {
    return a.requests > b.requests;
}

using robots::Milliseconds;
using robots::RobotsGroup;
using robots::RobotsTxt;

// A limit for the memory, because clients choose the names of crawlers.
constexpr std::size_t kMaxCrawlers = 2000;
// If the policy had groups for more crawlers, nobody would read it.
constexpr std::size_t kMaxSuggested = 50;
constexpr std::size_t kMaxHosts = 100;

bool sends_more(const FastCrawler& a, const FastCrawler& b) {
    return a.traffic.requests() > b.traffic.requests();
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

// Returns the keys of the site's claims if all its hosts have the same ports
// and schemes. Otherwise returns no keys, which means the site `default`.
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

// Whether only the policy's own `crawlers` say which headers name this crawler.
bool is_matched_by_policy(const robots::Crawler& crawler) {
    if (crawler.match.empty()) {
        return false;
    }
    const auto known = robots::built_in_crawlers();
    return std::none_of(known.begin(), known.end(), [&](const auto& each) {
        return each.token == crawler.token && each.match == crawler.match;
    });
}

std::string reason_to_leave_alone(const FastCrawler& seen) {
    if (seen.of_clients > 0) {
        return "A group that names it would also delay " +
               counted(seen.of_clients, "request") +
               " that may be of webhooks or API clients (they send data, or "
               "have only a contact address)";
    }
    if (seen.crawler == nullptr) {
        return "";
    }
    if (seen.crawler->crawl_delay == robots::Obeys::no) {
        return "Its operator documents that it ignores Crawl-delay";
    }
    return is_matched_by_policy(*seen.crawler)
               ? "Its `match` under `crawlers` is not repeated here"
               : "";
}

// Prints which lines of a robots.txt have another meaning in a policy.
void complain_of_lost_lines(const std::string& robots_txt) {
    for (const auto& notes : robots::import_robots_txt(robots_txt, "").notes) {
        if (notes.fate != robots::Fate::lost) {
            continue;
        }
        for (std::size_t i = 0; i < notes.texts.size(); ++i) {
            complain("robots.txt:" + std::to_string(notes.lines[i]) +
                     ": warning: " + notes.texts[i]);
        }
        const std::size_t more = notes.lines.size() - notes.texts.size();
        if (more > 0) {
            complain(counted(more, "more line") + " like these");
        }
    }
}

// Makes the last `count` groups enforce their crawl-delay. The groups are the
// last items of `yaml`, and each begins after `margin`.
void throttle_last(std::string& yaml, std::size_t count,
                   const std::string& margin) {
    for (std::size_t end = yaml.size(); count > 0; --count) {
        yaml.insert(end, margin + "  enforce: {crawl_delay: throttle}\n");
        end = yaml.rfind('\n' + margin + "- ", end - 1) + 1;
    }
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

std::string CrawlerTraffic::part_of(std::string_view target) {
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

void CrawlerTraffic::add(robots::Milliseconds arrival,
                         std::string_view target) {
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

std::vector<Part> CrawlerTraffic::parts(std::size_t most) const {
    std::vector<Part> out = parts_;
    std::stable_sort(out.begin(), out.end(), has_more_requests);
    out.resize(std::min(out.size(), most));
    return out;
}

void Suggestion::take(const robots::Sighting& crawler, Milliseconds arrival,
                      std::string_view target, bool may_be_client) {
    if (may_be_client && crawler.crawler != nullptr) {
        return;  // a group for the crawler would not bind this request
    }
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
    if (may_be_client) {
        ++at->second.of_clients;
    } else {
        at->second.traffic.add(arrival, target);
    }
}

// Returns the longest delay, up to 5 seconds, with which the crawler could
// still have made all requests of its busiest hour. The delay is at least so
// long that the crawler makes at most `too_many_` requests in a minute.
Milliseconds Suggestion::delay_for(const CrawlerTraffic& traffic) const {
    constexpr std::uint64_t kHour = 3600;
    constexpr std::uint64_t kMinute = 60;
    std::uint64_t out = 1;
    for (const std::uint64_t seconds : {2U, 3U, 5U}) {
        out = seconds * traffic.busiest_hour() <= kHour ? seconds : out;
    }
    const std::uint64_t least = (kMinute + too_many_ - 1) / too_many_;
    return std::chrono::seconds(std::max(out, least));
}

const robots::Group* Suggestion::group_of(const FastCrawler& crawler) const {
    return robots::binding_group(
        site_.robots->groups,
        {crawler.token, crawler.category, crawler.crawler}, policy_.crawlers());
}

std::vector<FastCrawler> Suggestion::fast_crawlers() const {
    std::vector<FastCrawler> out;
    for (const auto& [name, seen] : seen_) {
        if (seen.traffic.busiest_minute() <= too_many_ ||
            seen.category == robots::Category::monitor ||
            robots::leading_product_token(seen.token) != seen.token) {
            continue;
        }
        const robots::Group* group = group_of(seen);
        if (group != nullptr ? group->is_private  // its terms were agreed
                             : robots::is_no_crawler(seen.category)) {
            continue;
        }
        FastCrawler& fast = out.emplace_back(seen);
        fast.left_alone = reason_to_leave_alone(seen);
        fast.delay = delay_for(fast.traffic);
        if (group != nullptr && group->pace->crawl_delay) {
            fast.delay = std::max(fast.delay, *group->pace->crawl_delay);
        }
    }
    std::stable_sort(out.begin(), out.end(), sends_more);
    out.resize(std::min(out.size(), kMaxSuggested));
    return out;
}

std::string Suggestion::robots_txt(
    const std::optional<robots::Url>& url) const {
    if (url) {
        return site_.robots->body.render({url->host, url->port, url->scheme});
    }
    const auto claim = policy_.example_for(site_).value_or(
        robots::Policy::HostClaim{"default.invalid", {}, {}});
    const robots::Scheme scheme = claim.scheme.value_or(robots::Scheme::https);
    return site_.robots->body.render(
        {claim.host, claim.port.value_or(robots::default_port(scheme)),
         scheme});
}

std::string Suggestion::policy_for(
    const std::vector<FastCrawler>& crawlers,
    const std::optional<robots::Url>& url) const {
    const std::string text = robots_txt(url);
    complain_of_lost_lines(text);
    const RobotsTxt before = robots::parse_robots_txt(text);
    RobotsTxt after = before;
    std::vector<RobotsGroup> own;
    for (const FastCrawler& crawler : crawlers) {
        if (!crawler.left_alone.empty()) {
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
    const std::size_t count = own.size();
    std::move(own.begin(), own.end(), std::back_inserter(after.groups));
    const robots::ClaimKeys keys = keys_of(policy_, site_);
    robots::Imported out =
        robots::import_robots_txt(robots::render_robots_txt(after), keys);
    if (!out.problem.empty()) {
        throw Unusable("cannot suggest a policy: " + out.problem);
    }
    throttle_last(out.yaml, count, keys.hosts.empty() ? "    " : "      ");
    return out.yaml;
}

}  // namespace robotsctl
