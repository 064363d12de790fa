#include "status/collection/tally.hpp"

#include <algorithm>

namespace robots::status {

namespace {

constexpr std::array<Identity, model::kIdentities> kIdentities{
    Identity::unverifiable, Identity::verified, Identity::impostor};

// Whether `visit` is the first record of its crawler on its site, in the order
// of identities.
bool is_first_of_pair(const VisitRecord& visit,
                      const RecordTable<VisitRecord>& visits) {
    const std::uint64_t pair = pair_key(visit.site(), visit.crawler());
    return std::none_of(
        kIdentities.begin(),
        kIdentities.begin() + static_cast<std::ptrdiff_t>(visit.identity()),
        [&](Identity identity) {
            return visits.find(visit_key(pair, identity)) != nullptr;
        });
}

}  // namespace

void add_signatures(model::SignatureCounts& sum, const VisitRecord& visit) {
    for (std::size_t i = 1; i < sum.size(); ++i) {
        sum[i] += visit.signatures(static_cast<signature::Result>(i));
    }
}

SeenVisit::SeenVisit(const VisitRecord& record, std::size_t where,
                     const RecordTable<VisitRecord>& visits)
    : visit(record),
      place(where),
      requests(requests_of(record)),
      total(requests.total()),
      first_of_pair(is_first_of_pair(record, visits)) {}

void Tally::add(const SeenVisit& seen) {
    const VisitRecord& visit = seen.visit;
    requests += seen.requests;
    total += seen.total;
    if (visit.identity() == Identity::impostor) {
        impostors += seen.requests;
    }
    delayed.requests += visit.delayed();
    delayed.time += visit.delayed_for();
    octets += visit.sent();
    upstream += visit.upstream();
    first_seen = first_seen.count() == 0
                     ? visit.first_seen()
                     : std::min(first_seen, visit.first_seen());
    last_seen = std::max(last_seen, visit.last_seen());
    others += seen.first_of_pair ? 1 : 0;
}

void CrawlerTally::add(const SeenVisit& seen) {
    const VisitRecord& visit = seen.visit;
    Tally::add(seen);
    by_identity[static_cast<std::size_t>(visit.identity())] += seen.total;
    add_signatures(signatures, visit);
    const bool is_impostors = visit.identity() == Identity::impostor;
    // The fetches of an impostor say nothing about the crawler.
    if (!is_impostors) {
        fetches += visit.fetches();
    }
    if (!is_impostors && visit.fetched() > fetched) {
        fetched = visit.fetched();
        revision = visit.fetched_revision();
        fetched_of = visit.site();
    }
    const bool is_better = is_impostors == busiest_is_impostors
                               ? seen.total >= busiest_requests
                               : busiest_is_impostors;
    if (is_better) {
        busiest_requests = seen.total;
        busiest = seen.place;
        busiest_is_impostors = is_impostors;
    }
}

void SiteTally::add(const SiteRecord& site) {
    since = site.since();
    revision = site.revision();
    for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
        robots_txt += site.answers(i);
    }
    last_seen = std::max(last_seen, Milliseconds(site.seen()));
}

}  // namespace robots::status
