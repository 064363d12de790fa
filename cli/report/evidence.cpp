#include "cli/report/evidence.hpp"

#include <algorithm>
#include <chrono>

#include "cli/judging/judging.hpp"
#include "cli/output/masking.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "policy/verdict/deciding_rule.hpp"

namespace robotsctl {

namespace {

using robots::Identity;
using robots::Milliseconds;
using robots::Violation;

// The maximum number of examples of each kind for a crawler without an entry,
// because anybody can send the name of this crawler.
constexpr std::size_t kMostUnlistedExamples = 2;

std::string cut(std::string_view text) {
    constexpr std::size_t kMost = 160;
    return text.size() <= kMost ? std::string(text)
                                : std::string(text.substr(0, kMost)) + "...";
}

// The violations of a request, as the module logged them. If they are not
// logged, the replay's own verdict is used.
struct Found {
    Violation violation = Violation::none;
    robots::Violations all;
    bool refused = false;
};

Violation violation_from(std::string_view text) {
    const auto* const at =
        std::find(robots::kDirectives.begin(), robots::kDirectives.end(), text);
    return at == robots::kDirectives.end()
               ? Violation::none
               : static_cast<Violation>(at - robots::kDirectives.begin());
}

Found found_in(const LogRecord& record, const robots::Verdict& verdict) {
    if (record.verdict.empty()) {
        return {verdict.violation, verdict.violations,
                verdict.action == robots::Action::reject};
    }
    Found found;
    found.violation = violation_from(record.verdict);
    found.all.add(found.violation);
    std::string_view more = record.violations;
    while (!more.empty()) {
        found.all.add(violation_from(robots::take_until(',', more)));
    }
    found.refused = record.action == "reject";
    return found;
}

// Whether lines of this kind apply to a request. Lines about pace do not apply
// to a request that is refused for another reason.
bool binds(const robots::Verdict& verdict, Violation kind, const Found& found) {
    if (!supports(verdict.crawler.crawler, kind)) {
        return false;
    }
    return found.all.contains(kind) ||
           (verdict.group != nullptr && has_lines(*verdict.group, kind) &&
            (kind == Violation::disallow || !found.refused));
}

const char* field_of(Violation kind) {
    return kind == Violation::disallow       ? "Disallow"
           : kind == Violation::crawl_delay  ? "Crawl-delay"
           : kind == Violation::request_rate ? "Request-rate"
                                             : "Visit-time";
}

// Returns the line that was broken. If nginx judged by an older revision and
// did not log the line, returns only the field name, because the policy of
// today may have other lines than that revision.
std::string broken_line(const LogRecord& record, const robots::Site& site,
                        const robots::Verdict& verdict, Violation kind) {
    if (!record.rule.empty() && violation_from(record.verdict) == kind) {
        return std::string(record.rule);
    }
    if (!record.verdict.empty() && !record.revision.empty() &&
        record.revision != site.robots->revision.text()) {
        return field_of(kind);
    }
    if (verdict.group == nullptr || !has_lines(*verdict.group, kind) ||
        (kind == Violation::disallow &&
         (verdict.rule == nullptr || verdict.rule->allow))) {
        return {};
    }
    return line_text(verdict, kind);
}

Example example_from(const LogRecord& record, const robots::Site& site,
                     const robots::Verdict& verdict,
                     const robots::Violations& broken, Violation kind) {
    Example out;
    out.time = record.arrival();
    out.address = cut(record.address);
    out.host = cut(record.host);
    out.request =
        cut(std::string(record.method) + ' ' + std::string(record.target));
    out.status = cut(record.status);
    out.user_agent = cut(record.user_agent);
    out.request_id = cut(record.request_id);
    out.where = std::string(record.file) + ':' + std::to_string(record.line);
    out.broken = broken;
    out.line = cut(broken_line(record, site, verdict, kind));
    return out;
}

Proof proof_of(const LogRecord& record, const robots::Crawler* crawler) {
    if (record.signature == to_string(robots::signature::Result::verified)) {
        return Proof::signature;
    }
    const std::string address = robots::address_from(record.address);
    return crawler != nullptr &&
                   (crawler->rdns.empty() ||
                    holding_range(*crawler, address).list != nullptr)
               ? Proof::ranges
               : Proof::reverse_name;
}

// Returns the FetchedRevision for the revision that is in effect when a request
// comes: the `logged` revision or, if nothing is logged, the revision in the
// policy.
FetchedRevision& reading_of(CrawlerEvidence& each, const robots::Site& site,
                            std::string_view logged) {
    constexpr std::size_t kMost = 64;
    const std::string_view revision =
        logged.empty() ? site.robots->revision.text() : logged.substr(0, kMost);
    std::vector<FetchedRevision>& all = each.readings;
    const auto find = [&all](std::string_view name, std::string_view tag) {
        return std::find_if(
            all.begin(), all.end(), [&](const FetchedRevision& known) {
                return known.revision == tag && known.site == name;
            });
    };
    auto at = find(site.name, revision);
    const bool has_room =
        all.size() < (each.crawler != nullptr ? Evidence::kMostOfListed
                                              : Evidence::kMostOfUnlisted);
    if (at == all.end() && !has_room) {
        at = find(kOthers, {});
    }
    if (at != all.end()) {
        return *at;
    }
    FetchedRevision& made = all.emplace_back();
    made.site = has_room ? site.name : kOthers;
    made.revision = has_room ? std::string(revision) : std::string();
    return made;
}

void note_age(const CrawlerEvidence& each, const robots::Site& site,
              Milliseconds now, FetchedRevision& reading) {
    Milliseconds read{0};
    for (const FetchedRevision& known : each.readings) {
        if (known.site == site.name) {
            read = std::max(read, known.last);
        }
    }
    if (read != Milliseconds{0}) {
        reading.oldest = std::max(reading.oldest, now - read);
        reading.over_a_day += now - read > std::chrono::hours(24) ? 1 : 0;
    }
}

// Must be called in the order of arrivals, because an hour ends when the first
// request of the next hour comes.
void note_hour(CrawlerEvidence& each, Milliseconds now, bool broke) {
    const std::int64_t number = now / std::chrono::hours(1);
    if (each.hour.number != number) {
        each.hour = {};
        each.hour.number = number;
    }
    ++each.hour.requests;
    each.hour.broken += broke ? 1 : 0;
    if (broke && each.hour.broken >= each.worst.broken) {
        each.worst = each.hour;
    } else if (each.worst.number == number) {
        each.worst.requests = each.hour.requests;
    }
}

}  // namespace

void VerdictCounts::add(Violation violation, const robots::Violations& all) {
    ++requests;
    ++verdicts[static_cast<std::size_t>(violation)];
    for (const Violation kind : robots::kGravestFirst) {
        broken[static_cast<std::size_t>(kind)] += all.contains(kind) ? 1 : 0;
    }
}

std::vector<const Example*> CrawlerEvidence::chosen_examples() const {
    std::vector<const Example*> out;
    for (std::size_t turn = 0; turn < kMostExamples; ++turn) {
        for (const auto& kind : examples) {
            if (turn < kind.size() && out.size() < kMostExamples) {
                out.push_back(&kind[turn]);
            }
        }
    }
    std::sort(out.begin(), out.end(), [](const Example* a, const Example* b) {
        return a->time != b->time ? a->time < b->time : a->where < b->where;
    });
    return out;
}

Evidence::Evidence(SiteOfLine& sites, robots::Slashes slashes,
                   std::string_view token, bool masks)
    : sites_(sites),
      slashes_(slashes),
      only_(robots::fold(token)),
      masks_(masks) {}

CrawlerEvidence& Evidence::of(const robots::Sighting& crawler) {
    std::string name = robots::fold(crawler.token);
    const auto known = crawlers_.find(name);
    const bool is_listed = crawler.crawler != nullptr;
    if (known != crawlers_.end()) {
        // A customer's token is listed on some sites only, so an earlier
        // request of the same crawler may have come without an entry.
        if (is_listed && known->second.crawler == nullptr) {
            known->second.crawler = crawler.crawler;
            --unlisted_;
        }
        return known->second;
    }
    const bool has_room = is_listed || unlisted_ < kMostUnlisted;
    CrawlerEvidence& each =
        crawlers_[has_room ? std::move(name) : std::string(kOthers)];
    each.token = has_room ? std::string(crawler.token) : kOthers;
    each.category = has_room ? crawler.category : robots::Category::other;
    each.crawler = crawler.crawler;
    unlisted_ += is_listed || !has_room ? 0 : 1;
    return each;
}

void Evidence::take(const LogRecord& record, const robots::Verdict& verdict) {
    const robots::Sighting& crawler = verdict.crawler;
    if (!only_.empty() && robots::fold(crawler.token) != only_) {
        return;
    }
    const robots::Site* site = sites_.find(record);
    if (site == nullptr) {
        return;
    }
    CrawlerEvidence& each = of(crawler);
    contents_.status = contents_.status || !record.status.empty();
    contents_.identity = contents_.identity || !record.identity.empty();
    contents_.revision = contents_.revision || !record.revision.empty();
    contents_.took = contents_.took || record.has_took;
    // Use the logged verdict even if this replay does not judge the request,
    // because nginx may have judged by another policy.
    if (verdict.judged || !record.verdict.empty()) {
        note_request(each, *site, record, verdict);
    } else if (robots::SentTarget(record.target, slashes_).is_robots_txt()) {
        note_fetch(each, *site, record, verdict.identity);
    } else {
        ++each.not_judged;
    }
}

void Evidence::note_fetch(CrawlerEvidence& each, const robots::Site& site,
                          const LogRecord& record, Identity identity) const {
    if (identity == Identity::impostor) {
        ++each.fetches_by_impostors;
        return;
    }
    const std::uint16_t status = status_of(record);
    const bool has_got_it = status == 0 || status == 200 || status == 206 ||
                            status == 304;  // 304: unchanged
    if (record.method != "GET" || !has_got_it) {
        ++each.failed_fetches;
        return;
    }
    ++each.fetches;
    FetchedRevision& reading = reading_of(each, site, record.revision);
    const Milliseconds now = record.arrival();
    reading.first = reading.fetches == 0 ? now : reading.first;
    reading.last = now;
    ++reading.fetches;
    const std::string sender = cut(record.address);
    const std::string address = masks_ ? masked(sender) : sender;
    const auto known = reading.from.find(address);
    if (known != reading.from.end()) {
        ++known->second;
    } else if (reading.from.size() < FetchedRevision::kMostAddresses) {
        reading.from.emplace(address, 1);
    } else {
        ++reading.from_others;
    }
}

void Evidence::note_request(CrawlerEvidence& each, const robots::Site& site,
                            const LogRecord& record,
                            const robots::Verdict& verdict) {
    const Found found = found_in(record, verdict);
    ++contents_.judged;
    contents_.verdicts += record.verdict.empty() ? 0 : 1;
    each.counts.add(found.violation, found.all);
    each.cost.add(record);
    cost_.add(record);
    ++each.identities[static_cast<std::size_t>(verdict.identity)];
    if (verdict.identity == Identity::impostor) {
        each.impostors.add(found.violation, found.all);
        return;
    }
    const Milliseconds now = record.arrival();
    each.first = each.first == Milliseconds{0} ? now : each.first;
    each.last = now;
    if (verdict.identity == Identity::verified) {
        ++each.proofs[static_cast<std::size_t>(proof_of(record, each.crawler))];
    }
    if (is_of_sender(found.violation)) {
        return;
    }
    const robots::Crawler* crawler = verdict.crawler.crawler;
    each.obedience.add(crawler, verdict.identity, found.violation);
    FetchedRevision& reading = reading_of(each, site, record.revision);
    (reading.fetches > 0 ? reading.after : reading.before)
        .add(crawler, verdict.identity, found.violation);
    note_age(each, site, now, reading);
    note_hour(each, now, breaks_robots_txt(crawler, found.violation));
    const std::size_t most = each.crawler != nullptr
                                 ? CrawlerEvidence::kMostExamples
                                 : kMostUnlistedExamples;
    bool is_kept = false;
    for (std::size_t i = 0; i < kRuleKinds.size(); ++i) {
        const Violation kind = kRuleKinds[i];
        if (!binds(verdict, kind, found)) {
            continue;
        }
        const bool broke = found.all.contains(kind);
        ++each.kinds[i].judged;
        each.kinds[i].kept += broke ? 0 : 1;
        if (broke && !is_kept && each.examples[i].size() < most) {
            each.examples[i].push_back(
                example_from(record, site, verdict, found.all, kind));
            is_kept = true;
        }
    }
}

std::vector<const CrawlerEvidence*> Evidence::crawlers() const {
    std::vector<const CrawlerEvidence*> out;
    out.reserve(crawlers_.size());
    for (const auto& [token, each] : crawlers_) {
        out.push_back(&each);
    }
    std::sort(out.begin(), out.end(),
              [](const CrawlerEvidence* a, const CrawlerEvidence* b) {
                  return a->counts.requests != b->counts.requests
                             ? a->counts.requests > b->counts.requests
                             : a->token < b->token;
              });
    return out;
}

}  // namespace robotsctl
