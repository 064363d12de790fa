#include <unordered_map>

#include "status/collection/collection.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json.hpp"

namespace robots::status {

namespace {

class SiteCollection : public Collection {
  public:
    SiteCollection(const StatusSource& source, const Query& query,
                   const Site& site, const Authority& asked, std::string& out)
        : Collection(source, out),
          query_(query),
          site_(site),
          asked_(asked),
          recent_(source, names_, {site.key, {}}, kViolationsOnPage) {
        then_each(visits_, [this](const VisitRecord& visit, std::size_t place) {
            if (visit.site() == site_.key) {
                const SeenVisit seen(visit, place, source_.ledger.visits());
                tally_.add(seen);
                list_.add(seen);
            }
        });
        then_each(lines_, [this](const LineRecord& line, std::size_t) {
            if (line.site() == site_.key) {
                add_line(line);
            }
        });
        then([this] { return add_text(); });
        then([this] { return recent_.step(); });
    }

  private:
    void add_line(const LineRecord& line);
    bool add_text();
    void finish() override;
    void put_answers(JsonWriter& json) const;
    const Group* group_of_crawler(std::uint64_t crawler);

    const Query& query_;
    const Site& site_;
    Authority asked_;
    SiteTally tally_;
    VisitList list_;
    LineHits hits_;
    std::string text_;  // the lines of the robots.txt, as JSON
    ViolationList recent_;
    std::unordered_map<std::uint64_t, const Group*> groups_;  // by Crawler::key
};

// Returns the group that binds a crawler now. The counts of lines that the
// group no longer has are not shown.
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

bool SiteCollection::add_text() {
    const auto example = source_.policy.example_for(site_);
    Authority authority = asked_;
    if (example) {
        authority.host = example->host;
        authority.scheme = example->scheme.value_or(asked_.scheme);
        authority.port = example->port.value_or(default_port(authority.scheme));
    }
    JsonWriter json(text_);
    put_text_lines(json, source_.policy, site_,
                   site_.robots->body.render(authority), hits_,
                   query_.lines_page);
    return true;
}

// Writes how many answers with each status were given. A status that was never
// given is left out.
void SiteCollection::put_answers(JsonWriter& json) const {
    json.open_array();
    source_.ledger.sites().each_of(site_.key, [&](const SiteRecord& record) {
        for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
            if (const model::Count count = record.answers(i)) {
                json.open_object();
                json.name("status").number_if_any(kAnswerStatuses[i]);
                json.name("count").number(count);
                json.close_object();
            }
        }
    });
    json.close_array();
}

void SiteCollection::finish() {
    source_.ledger.sites().each_of(
        site_.key, [this](const SiteRecord& record) { tally_.add(record); });
    tally_.number = names_.site(site_.key);
    JsonDocument json(out_, "site", source_.server);
    put_row(json.name("site"), source_, names_, tally_);
    json.name("place").text_if_any(source_.policy.where(site_.place));
    put_answers(json.name("answers"));
    put_series_of(json.name("series"), source_, site_.key);
    recent_.put(json.name("last_violations"));
    json.name("lines").raw(text_);
    list_.put_page(json.name("visits"), source_, query_.visits_page,
                   kVisitsOnPage, [&](const VisitRecord& visit) {
                       put_members(json, source_, names_, visit);
                   });
    json.close();
}

}  // namespace

std::unique_ptr<Collection> site_view(const StatusSource& source,
                                      const Query& query, const Site& site,
                                      const Authority& asked,
                                      std::string& out) {
    return std::make_unique<SiteCollection>(source, query, site, asked, out);
}

}  // namespace robots::status
