#include "status/collection/rows.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/shared_memory/ledger_records.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "status/collection/collection.hpp"
#include "status/format/json.hpp"

namespace robots::status {

namespace {

// Returns the text of an address: "192.0.2.7". If `masked`, returns only the
// network: "192.0.2.0/24", "2001:db8:1::/48". Empty if `octets` is neither an
// IPv4 address nor an IPv6 address.
std::string shown_address(std::string_view octets, bool masked) {
    constexpr std::size_t kIpv4 = 4;
    std::string address(octets);
    std::string text = robots::address_text(address);
    if (!masked || text.empty()) {
        return text;
    }
    const bool is_ipv4 = octets.size() == kIpv4;
    address.resize(is_ipv4 ? 3 : 6);
    address.resize(octets.size());
    return robots::address_text(address) + (is_ipv4 ? "/24" : "/48");
}

Wanted wanted_from(const Policy& policy, const Query& query) {
    Wanted wanted;
    if (query.crawler == model::kUnlisted) {
        wanted.crawler = kUnlistedCrawler;
    } else if (!query.crawler.empty()) {
        const Crawler* crawler = policy.crawlers().find(query.crawler);
        wanted.nothing = crawler == nullptr;
        wanted.crawler = crawler != nullptr ? crawler->key : 0;
    }
    if (!query.site.empty()) {
        const Site* site = site_named(policy, query.site);
        wanted.nothing = wanted.nothing || site == nullptr;
        wanted.site = site != nullptr ? site->key : 0;
    }
    return wanted;
}

}  // namespace

void put_names(JsonWriter& json, const StatusSource& source,
               const Names& names) {
    const auto& table = source.activity.names();
    std::deque<UnlistedName> records;
    std::vector<const UnlistedName*> rows;
    for (std::size_t place = 0; place < table.capacity(); ++place) {
        if (table.copy(place, records.emplace_back())) {
            rows.push_back(&records.back());
        }
    }
    const auto last = [&](const UnlistedName* name) {
        return source.unix_time(name->last_seen());
    };
    std::sort(rows.begin(), rows.end(),
              [&](const UnlistedName* a, const UnlistedName* b) {
                  return a->requests() != b->requests()
                             ? a->requests() > b->requests()
                             : last(a) > last(b);
              });
    rows.resize(std::min(rows.size(), kNamesOnPage));
    json.objects(rows, [&](const UnlistedName* each) {
        const std::uint32_t site = names.site(each->site());
        const Group* group = group_of(names, site, names.unlisted());
        json.name("name").text(each->name());
        json.name("requests").number(each->requests());
        json.name("violating").number(each->violations());
        json.name("site").text(names.site_name(site));
        put_group(json, group);
        put_actions(json.name("enforcement"), group);
        json.name("first_seen").time(source.unix_time(each->first_seen()));
        json.name("last_seen").time(source.unix_time(each->last_seen()));
    });
}

ViolationList::ViolationList(const StatusSource& source, const Names& names,
                             const Wanted& wanted, std::size_t most)
    : source_(source),
      names_(names),
      wanted_(wanted),
      most_(wanted.nothing ? 0 : most),
      next_(source.activity.violations().latest()),
      first_(next_ - std::min<std::uint64_t>(
                         next_, source.activity.violations().capacity())) {}

// A step writes only a few rows, because a row may have to search a group with
// ten thousand lines.
bool ViolationList::step() {
    constexpr std::size_t kRowsOfStep = 10;
    for (std::size_t i = 0; i < kRowsOfStep; ++i) {
        if (next_ == first_ || shown_ >= most_) {
            return true;
        }
        const auto note = source_.activity.violations().find(next_--);
        if (note && is_wanted(*note)) {
            put_row(*note);
            ++shown_;
        }
    }
    return false;
}

bool ViolationList::is_wanted(const ViolationNote& note) const {
    return (!wanted_.site || *wanted_.site == note.site) &&
           (!wanted_.crawler || *wanted_.crawler == note.crawler);
}

void ViolationList::put(JsonWriter& json) const {
    json.open_array();
    json.raw(rows_);
    json.close_array();
}

// The host and the path come from the client, and so does the crawler's name if
// the crawler is unlisted. These texts are cut to a maximum length.
void ViolationList::put_row(const ViolationNote& note) {
    const std::uint32_t crawler = names_.crawler(note.crawler);
    const std::uint32_t site = names_.site(note.site);
    JsonWriter json(rows_);
    json.open_object();
    json.name("number").number(note.number);
    json.name("time").time(
        source_.unix_time(Milliseconds(static_cast<std::int64_t>(note.at))));
    json.name("crawler").text(note.crawler == kUnlistedCrawler
                                  ? note.name.view()
                                  : names_.crawler_name(crawler));
    json.name("listed").truth(names_.crawler_at(crawler) != nullptr);
    json.name("identity").text(to_string(note.identity));
    json.name("address").text_if_any(
        shown_address(note.address.view(), source_.masks_addresses));
    json.name("site").text(names_.site_name(site));
    json.name("host").text(note.host.view());
    json.name("path").text(note.path.view());
    json.name("path_cut").truth(note.path_cut);
    if (note.line != 0) {
        put_line(json, names_, group_of(names_, site, crawler), note.line);
    } else {
        json.name("rule").null();
        json.name("place").null();
    }
    json.name("verdict").text(to_string(note.violation));
    status::put(json.name("violations"), note.violations);
    json.name("action").text(to_string(note.action));
    json.name("would").text(to_string(note.would));
    json.name("signature").text_if_any(to_string(note.signature));
    json.name("status").number_if_any(note.status);
    json.name("request_id").text_if_any(note.request_id.view());
    json.close_object();
}

namespace {

class ViolationsCollection : public Collection {
  public:
    ViolationsCollection(const StatusSource& source, const Query& query,
                         std::string& out)
        : Collection(source, out),
          list_(source, names_, wanted_from(source.policy, query),
                RecentViolations::kMost) {
        then([this] { return list_.step(); });
    }

  private:
    void finish() override {
        const RecentViolations& recent = source_.activity.violations();
        JsonDocument json(out_, "violations", source_.server);
        json.name("total").number(recent.latest());
        json.name("capacity").number(recent.capacity());
        list_.put(json.name("last_violations"));
        json.close();
    }

    ViolationList list_;
};

}  // namespace

std::unique_ptr<Collection> violations_view(const StatusSource& source,
                                            const Query& query,
                                            std::string& out) {
    return std::make_unique<ViolationsCollection>(source, query, out);
}

}  // namespace robots::status
