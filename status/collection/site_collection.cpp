#include "status/collection/site_collection.hpp"

#include <utility>

#include "status/collection/series_rows.hpp"

namespace robots::status {

SiteCollection::SiteCollection(const Source& source, Query query,
                               const Site& site, const Authority& asked)
    : source_(source),
      query_(std::move(query)),
      site_(site),
      asked_(asked),
      names_(source.policy),
      visits_(source.ledger.visits()),
      lines_(source.ledger.lines()),
      recent_(source_, names_, {site.key, {}}, kViolationsOnPage) {}

bool SiteCollection::step() {
    const auto go_on = [this](bool done, Phase next) {
        phase_ = done ? next : phase_;
        return false;
    };
    switch (phase_) {
        case Phase::names:
            return go_on(names_.step(), Phase::visits);
        case Phase::visits:
            return go_on(visits_.step([this](const VisitRecord& visit,
                                             std::size_t place) {
                if (visit.site() == site_.key) {
                    const SeenVisit seen(visit, place, source_.ledger.visits());
                    tally_.add(seen);
                    list_.add(seen);
                }
            }),
                         Phase::lines);
        case Phase::lines:
            return go_on(
                lines_.step([this](const LineRecord& line, std::size_t) {
                    if (line.site() == site_.key) {
                        add_line(line);
                    }
                }),
                Phase::text);
        case Phase::text:
            add_text();
            return go_on(true, Phase::recent);
        case Phase::recent:
            return go_on(recent_.step(), Phase::rows);
        case Phase::rows:
            break;
    }
    finish();
    return true;
}

// The group that binds a crawler now; of a line that it no longer has, nothing
// is shown.
const Group* SiteCollection::group_of_crawler(std::uint64_t crawler) {
    const auto [known, made] = groups_.try_emplace(crawler, nullptr);
    if (made) {
        known->second =
            group_of(names_, names_.site(site_.key), names_.crawler(crawler));
    }
    return known->second;
}

void SiteCollection::add_line(const LineRecord& line) {
    if (const Group* group = group_of_crawler(line.crawler())) {
        hits_[{group, line.line()}] += line.hits();
    }
}

void SiteCollection::add_text() {
    const auto example = source_.policy.example_for(site_);
    Authority authority = asked_;
    if (example) {
        authority.host = example->host;
        authority.scheme = example->scheme.value_or(asked_.scheme);
        authority.port = example->port.value_or(default_port(authority.scheme));
    }
    page_.text = site_.robots->body.render(authority);
    page_.lines = text_lines(source_.policy, site_, page_.text, hits_,
                             query_.lines_page, page_.lines_page);
}

void SiteCollection::finish() {
    page_.server = source_.server;
    page_.place = source_.policy.where(site_.place);
    page_.series = series_of(source_, site_.key);
    page_.violations = std::move(recent_.rows());
    source_.ledger.sites().each_of(site_.key, [this](const SiteRecord& record) {
        tally_.add(record);
        for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
            if (const model::Count count = record.answers(i)) {
                page_.answers.push_back({kAnswerStatuses[i], count});
            }
        }
    });
    tally_.number = names_.site(site_.key);
    page_.site = site_row(source_, names_, tally_);
    page_.visits_page =
        list_.page(source_, query_.visits_page, kVisitsOnPage,
                   [this](const VisitRecord& visit) {
                       page_.visits.push_back(
                           visit_row(source_, names_, visit, WithBuckets::no));
                   });
}

}  // namespace robots::status
