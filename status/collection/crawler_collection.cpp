#include "status/collection/crawler_collection.hpp"

#include <algorithm>
#include <utility>

#include "policy/verdict/deciding_line.hpp"
#include "status/collection/series_rows.hpp"

namespace robots::status {

CrawlerCollection::CrawlerCollection(const Source& source, Query query,
                                     const Crawler& crawler)
    : source_(source),
      query_(std::move(query)),
      crawler_(crawler),
      names_(source.policy),
      visits_(source.ledger.visits()),
      lines_(source.ledger.lines()),
      recent_(source_, names_, {{}, crawler.key}, kViolationsOnPage) {}

bool CrawlerCollection::step() {
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
                if (visit.crawler() != crawler_.key) {
                    return;
                }
                const SeenVisit seen(visit, place, source_.ledger.visits());
                tally_.add(seen);
                list_.add(seen);
                for (std::size_t i = 0; i < kIntervalBuckets; ++i) {
                    histogram_.add(i, visit.intervals(i));
                }
            }),
                         Phase::lines);
        case Phase::lines:
            return go_on(
                lines_.step([this](const LineRecord& line, std::size_t) {
                    if (line.crawler() == crawler_.key &&
                        is_broken_by_deciding(line.line())) {
                        top_lines_.add(SeenLine(line));
                    }
                }),
                Phase::recent);
        case Phase::recent:
            return go_on(recent_.step(), Phase::rows);
        case Phase::rows:
            break;
    }
    finish();
    return true;
}

void CrawlerCollection::finish() {
    page_.server = source_.server;
    tally_.number = names_.crawler(crawler_.key);
    page_.crawler = crawler_row(source_, names_, tally_);
    page_.intervals = intervals_of(histogram_, WithBuckets::yes);
    page_.series = series_of(source_, crawler_.key);
    page_.broken = top_lines_.rows(source_, names_);
    page_.violations = std::move(recent_.rows());
    page_.sites_page =
        list_.page(source_, query_.sites_page, kSitesOfCrawlerOnPage,
                   [this](const VisitRecord& visit) { add_site(visit); });
}

void CrawlerCollection::add_site(const VisitRecord& visit) {
    const std::uint32_t number = names_.site(visit.site());
    model::CrawlerOnSite site;
    site.visit = visit_row(source_, names_, visit, WithBuckets::yes);
    if (const Site* known = names_.site_at(number)) {
        site.revision = known->robots->revision.text();
    }
    if (const Group* group = group_of(names_, number, tally_.number)) {
        add_rules(visit, *group, site);
    }
    page_.sites.push_back(std::move(site));
}

// Of a group with ten thousand rules those that decide first.
void CrawlerCollection::add_rules(const VisitRecord& visit, const Group& group,
                                  model::CrawlerOnSite& site) const {
    const std::uint64_t pair = pair_key(visit.site(), visit.crawler());
    const std::vector<DecidingLine> lines = deciding_lines(group, kRulesOfSite);
    for (const DecidingLine& line : lines) {
        model::RuleLine rule;
        rule.text = line.text;
        rule.place = names_.policy().where(line.place);
        source_.ledger.lines().each_of(
            line_record_key(pair, line.key),
            [&](const LineRecord& record) { rule.hits += record.hits(); });
        site.rules.push_back(std::move(rule));
    }
    site.rules_page = {0, site.rules.size(), count_of_deciding_lines(group)};
}

}  // namespace robots::status
