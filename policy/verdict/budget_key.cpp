#include "policy/verdict/budget_key.hpp"

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"
#include "policy/base/network.hpp"

namespace robots {

namespace {

std::string_view part_of(std::string_view address, RatePer per) {
    switch (per) {
        case RatePer::address:
            return address;
        case RatePer::subnet:
            return network_of(address);
        case RatePer::automatic:
        case RatePer::crawler:
            break;  // one budget for all addresses
    }
    return {};
}

}  // namespace

const Keys& public_keys() {
    static const Keys keys{Secret{}};
    return keys;
}

// Hashes the name in lower case, a block of kPart octets at a time.
std::uint64_t Keys::name_of(const Sighting& crawler) const {
    constexpr std::size_t kPart = 64;
    SipHash hash(secret_);
    hash.add(detail(Use::name, Identity::unverifiable, 0));
    std::array<char, kPart> folded{};
    std::string_view rest = crawler.token;
    for (;;) {
        const std::size_t size = std::min(rest.size(), kPart);
        std::transform(rest.begin(), rest.begin() + size, folded.begin(),
                       [](char octet) { return fold(octet); });
        const std::string_view part(folded.data(), size);
        rest.remove_prefix(size);
        if (rest.empty()) {
            return hash.end(part);
        }
        for (std::size_t at = 0; at < kPart; at += 8) {
            hash.add(octets_at(part, at));
        }
    }
}

std::uint64_t Keys::hash(const Visitor& visitor, Use use, std::size_t which,
                         std::string_view address) const {
    SipHash hash(secret_);
    hash.add(detail(use, visitor.identity, which));
    hash.add(visitor.site);
    hash.add(visitor.crawler.crawler != nullptr ? visitor.crawler.crawler->key
                                                : name_of(visitor.crawler));
    return address.empty() ? hash.end() : hash.end(address);
}

std::uint64_t Keys::budget(const Visitor& visitor, std::size_t which,
                           std::string_view address, RatePer per) const {
    const RatePer settled = settled_per(visitor, per);
    const std::uint64_t key =
        hash(visitor, Use::budget, which, part_of(address, settled));
    // Anybody can send a listed name from any number of addresses. So the key
    // lacks kOpenToAll only if clients cannot cause one key per address.
    const bool is_closed =
        visitor.crawler.crawler != nullptr &&
        (visitor.identity == Identity::verified || settled == RatePer::crawler);
    return is_closed ? key & ~kOpenToAll : key | kOpenToAll;
}

std::uint64_t Keys::network_budget(std::uint64_t site, std::uint64_t group,
                                   std::size_t which,
                                   std::string_view address) const {
    return SipHash(secret_)
               .add(detail(Use::network_budget, Identity::unverifiable, which))
               .add(site)
               .add(group)
               .end(network_of(address)) |
           kOpenToAll;
}

std::uint64_t Keys::shared_budget(const Visitor& visitor, std::uint64_t budget,
                                  OfBudget what) const {
    const Crawler* entry = visitor.crawler.crawler;
    SipHash hash(secret_);
    hash.add(detail(Use::shared_budget, visitor.identity,
                    static_cast<std::size_t>(what)));
    hash.add(visitor.site);
    if (what != OfBudget::part) {
        return hash.add(budget).end() & ~kOpenToAll;
    }
    hash.add(budget);
    // A customer's token (Crawler::is_customers) has an entry on some sites
    // only, so its key is made from its name.
    return entry != nullptr && !entry->is_customers
               ? hash.add(entry->key).end() & ~kOpenToAll
               : hash.add(name_of(visitor.crawler)).end() | kOpenToAll;
}

std::uint64_t Keys::fetch(const Visitor& visitor,
                          std::string_view address) const {
    return visitor.identity == Identity::verified
               ? hash(visitor, Use::fetch, 0, {}) & ~kOpenToAll
               : hash(visitor, Use::fetch, 0, network_of(address)) | kOpenToAll;
}

std::uint64_t Keys::log_lines(const Sighting& crawler,
                              Identity identity) const {
    // Crawlers without an entry share this many quotas. Their senders can
    // invent names, and invented names must not flood the log.
    constexpr std::uint64_t kQuotas = 16;
    const std::uint64_t who = crawler.crawler != nullptr
                                  ? crawler.crawler->key
                                  : name_of(crawler) % kQuotas;
    return SipHash(secret_)
        .add(detail(Use::log_lines, identity, 0))
        .add(crawler.crawler != nullptr ? 1 : 0)
        .add(who)
        .end();
}

std::uint64_t Keys::zone_id() const {
    return SipHash(secret_)
        .add(detail(Use::zone_id, Identity::unverifiable, 0))
        .end();
}

std::uint64_t Keys::identity(std::uint64_t assertion,
                             std::string_view address) const {
    return SipHash(secret_)
        .add(detail(Use::identity, Identity::unverifiable, 0))
        .add(assertion)
        .end(address);
}

SignatureKey Keys::signature(std::string_view text,
                             std::string_view signature) const {
    const auto half = [&](std::size_t which) {
        const SipHash keyed = SipHash(secret_).add(
            detail(Use::signature, Identity::verified, which));
        return SipHash(keyed)
            .add(SipHash(keyed).end(signature))
            .end(which == 0 ? text : std::string_view());
    };
    return {half(0), half(1)};
}

}  // namespace robots
