#include "status/collection/recent.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "policy/crawlers/identity.hpp"
#include "policy/state/ledger_records.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "status/collection/rows.hpp"

namespace robots::status {

namespace {

constexpr std::size_t kIpv4 = 4;
constexpr std::size_t kIpv6 = 16;

// "192.0.2.7", or without what tells hosts of a network apart: "192.0.2.0/24",
// "2001:db8:1::/48".
std::string address_text(std::string_view octets, bool masked) {
    const bool is_ipv4 = octets.size() == kIpv4;
    if (!is_ipv4 && octets.size() != kIpv6) {
        return {};
    }
    std::array<char, kIpv6> address{};
    const std::size_t kept = is_ipv4 ? 3 : 6;
    octets.copy(address.data(), masked ? kept : octets.size());
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (inet_ntop(is_ipv4 ? AF_INET : AF_INET6, address.data(), text.data(),
                  text.size()) == nullptr) {
        return {};
    }
    std::string out = text.data();
    return masked ? out + (is_ipv4 ? "/24" : "/48") : out;
}

std::string_view name_of(Action action) {
    return action == Action::off ? "pass" : to_string(action);
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
        const auto& sites = policy.sites();
        const auto site = std::find_if(
            sites.begin(), sites.end(),
            [&](const Site& each) { return each.name == query.site; });
        wanted.nothing = wanted.nothing || site == sites.end();
        wanted.site = site != sites.end() ? site->key : 0;
    }
    return wanted;
}

}  // namespace

std::vector<model::Name> names_of(const Source& source, const Names& names) {
    const auto& table = source.activity.names();
    std::vector<model::Name> rows;
    for (std::size_t place = 0; place < table.capacity(); ++place) {
        UnlistedName record;
        if (table.copy(place, record)) {
            const std::uint32_t site = names.site(record.site());
            const Group* group = group_of(names, site, names.unlisted());
            rows.push_back({record.name(), record.requests(),
                            record.violations(), names.site_name(site),
                            name_of(group), actions_of(group),
                            source.unix_time(record.first_seen()),
                            source.unix_time(record.last_seen())});
        }
    }
    std::sort(rows.begin(), rows.end(),
              [](const model::Name& a, const model::Name& b) {
                  return a.requests != b.requests ? a.requests > b.requests
                                                  : a.last_seen > b.last_seen;
              });
    rows.resize(std::min(rows.size(), kNamesOnPage));
    return rows;
}

ViolationList::ViolationList(const Source& source, const Names& names,
                             const Wanted& wanted, std::size_t most)
    : source_(source),
      names_(names),
      wanted_(wanted),
      most_(wanted.nothing ? 0 : most),
      next_(source.activity.violations().latest()),
      first_(next_ - std::min<std::uint64_t>(
                         next_, source.activity.violations().capacity())) {}

// A group may have ten thousand lines, of which each is looked at.
bool ViolationList::step() {
    constexpr std::size_t kRowsOfStep = 10;
    for (std::size_t i = 0; i < kRowsOfStep; ++i) {
        if (next_ == first_ || rows_.size() >= most_) {
            return true;
        }
        const auto note = source_.activity.violations().find(next_--);
        if (note && is_wanted(*note)) {
            rows_.push_back(row_of(*note));
        }
    }
    return false;
}

bool ViolationList::is_wanted(const ViolationNote& note) const {
    return (!wanted_.site || *wanted_.site == note.site) &&
           (!wanted_.crawler || *wanted_.crawler == note.crawler);
}

model::RecentViolation ViolationList::row_of(const ViolationNote& note) const {
    const std::uint32_t crawler = names_.crawler(note.crawler);
    const std::uint32_t site = names_.site(note.site);
    model::RecentViolation row;
    row.number = note.number;
    row.time =
        source_.unix_time(Milliseconds(static_cast<std::int64_t>(note.at)));
    row.crawler = note.crawler == kUnlistedCrawler
                      ? std::string(note.name.view())
                      : std::string(names_.crawler_name(crawler));
    row.crawler_listed = names_.crawler_at(crawler) != nullptr;
    row.identity = to_string(note.identity);
    row.address = address_text(note.address.view(), source_.masks_addresses);
    row.site = names_.site_name(site);
    row.site_listed = names_.site_at(site) != nullptr;
    row.host = note.host.view();
    row.path = note.path.view();
    row.path_cut = note.path_cut;
    row.verdict = to_string(note.violation);
    row.violations = note.violations;
    row.action = name_of(note.action);
    row.would = name_of(note.would);
    row.signature = to_string(note.signature);
    row.status = note.status;
    row.request_id = note.request_id.view();
    take_line(row, note, site);
    return row;
}

void ViolationList::take_line(model::RecentViolation& row,
                              const ViolationNote& note,
                              std::uint32_t site) const {
    if (note.line == 0) {
        return;
    }
    row.line = model::kGone;
    const Group* group = group_of(names_, site, names_.crawler(note.crawler));
    if (auto known = group != nullptr ? deciding_line(*group, note.line)
                                      : std::nullopt) {
        row.line = std::move(known->text);
        row.place = names_.policy().where(known->place);
    }
}

ViolationsCollection::ViolationsCollection(const Source& source,
                                           const Query& query)
    : source_(source),
      names_(source.policy),
      list_(source_, names_, wanted_from(source.policy, query),
            RecentViolations::kMost) {}

bool ViolationsCollection::step() {
    if (!named_) {
        named_ = names_.step();
        return false;
    }
    if (!list_.step()) {
        return false;
    }
    const RecentViolations& recent = source_.activity.violations();
    violations_.server = source_.server;
    violations_.total = recent.latest();
    violations_.capacity = recent.capacity();
    violations_.rows = std::move(list_.rows());
    return true;
}

}  // namespace robots::status
