#include "policy/fleet/policy_revision.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/base/hexadecimal.hpp"
#include "policy/base/sip_hash.hpp"

namespace robots {

namespace {

// A hash of texts and numbers. Each text is first hashed to one number. So the
// texts "a" and "bc" give another hash than "ab" and "c".
class RevisionHash {
  public:
    template <typename... Texts>
    void texts(const Texts&... all) {
        (hash_.add(SipHash(Secret{}).end(all)), ...);
    }
    template <typename... Numbers>
    void numbers(Numbers... all) {
        (hash_.add(static_cast<std::uint64_t>(all)), ...);
    }
    void list(const std::vector<std::string>& all) {
        numbers(all.size());
        for (const std::string& text : all) {
            texts(text);
        }
    }
    std::uint64_t end() { return hash_.end(); }

  private:
    SipHash hash_{Secret{}};
};

// Adds a site, but of its hosts only Site::name. policy_revision() adds all
// hosts.
void add_site(const Site& site, RevisionHash& hash) {
    const SiteSettings& settings = *site.robots->settings;
    const Refusal& refusal = settings.refusal;
    hash.texts(site.name, site.robots->revision.text(), refusal.text,
               refusal.contact, refusal.license_server);
    hash.numbers(settings.max_age.count(), refusal.accept_signature,
                 refusal.rate_limit);
}

void add_crawler(const Crawler& crawler, RevisionHash& hash) {
    hash.texts(crawler.token, crawler.falls_back_to);
    hash.numbers(crawler.category, crawler.wildcard, crawler.crawl_delay,
                 crawler.request_rate, crawler.visit_time,
                 crawler.in_user_agent, crawler.self_hosted);
    for (const auto* list : {&crawler.match, &crawler.rdns,
                             &crawler.ranges_urls, &crawler.keys_urls}) {
        hash.list(*list);
    }
    for (const PublishedRanges& ranges : crawler.ranges) {
        if (ranges.file.empty()) {
            for (const AddressPrefix& each : ranges.addresses.prefixes()) {
                hash.texts(each.text());
            }
        }
    }
}

}  // namespace

std::string policy_revision(const Policy& policy) {
    RevisionHash hash;
    for (const Site& site : policy.sites()) {
        add_site(site, hash);
    }
    policy.each_claim(
        [&hash](const SiteClaim& claim, bool is_wildcard, const Site& site) {
            hash.texts(claim.host);
            hash.numbers(site.key, is_wildcard, claim.port.value_or(0),
                         claim.scheme ? static_cast<int>(*claim.scheme) : -1);
        });
    for (const Crawler& crawler : policy.crawlers().entries()) {
        if (crawler.in_policy) {
            add_crawler(crawler, hash);
        }
    }
    const Hexadecimal digits = hexadecimal(hash.end());
    return {digits.data(), digits.size()};
}

}  // namespace robots
