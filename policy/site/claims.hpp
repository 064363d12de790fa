// Stores claims: which site answers requests for which host, port and scheme.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/site/host.hpp"

namespace robots {

// Stores millions of host names, each once and with a number, in a hash table
// with open addressing. Names are stored one after the other in chunks of 64
// KiB; each name is preceded by its number and its size. A slot of the hash
// table has the position of a name:
//
//     slots      | - | name | - | name | ...        4 octets each
//     chunk      | number | size | example.com | number | size | ...
//
// A look-up reads one slot and one name, and another slot and name for each
// collision. In addition to its own octets, a name takes 6 octets in the chunk,
// and 6 to 12 for its slot. Names are never removed or moved.
class HostNames {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    // The maximum size of a name in octets, so that the name fits into a chunk.
    // A host has at most 253 octets (RFC 1035 2.3.4).
    static constexpr std::size_t kLongest = UINT16_MAX / 2;

    // Identifies a stored name.
    using Name = std::uint32_t;
    using Number = std::uint32_t;

    // Returns the stored name `host`; adds the name if it is missing. A new
    // name has the number kNone. Throws std::length_error for a name that is
    // too long or after 4 GiB of names, and std::bad_alloc.
    Name add(std::string_view host);

    // Returns the stored name `host`, or kNone. Does not allocate.
    Name find(std::string_view host) const;

    std::string_view text(Name name) const {
        const char* const at = number_of(name);
        return {at + kFront, read<Size>(at + sizeof(Number))};
    }
    Number number(Name name) const { return read<Number>(number_of(name)); }
    void set_number(Name name, Number number);

    std::size_t size() const { return size_; }

    // Calls `take` with each name, in the order in which the names were added,
    // until `take` returns true.
    template <class Take>
    void each(const Take& take) const {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
            for (std::uint32_t at = 0; at < chunks_[chunk].used;) {
                const auto name = static_cast<Name>((chunk << kChunkBits) + at);
                if (take(name)) {
                    return;
                }
                at += static_cast<std::uint32_t>(kFront + text(name).size());
            }
        }
    }

  private:
    // Names. Each name comes after its number and its size, which are not
    // aligned. A name is never split between two chunks.
    struct Chunk {
        std::unique_ptr<char[]> octets;
        std::uint32_t used = 0;
    };
    using Size = std::uint16_t;
    static constexpr std::size_t kFront = sizeof(Number) + sizeof(Size);

    // A Name is the index of a chunk and, in the low kChunkBits bits, the
    // position in the chunk.
    static constexpr unsigned kChunkBits = 16;
    static constexpr std::uint32_t kChunkSize = 1U << kChunkBits;

    template <class T>
    static T read(const char* at) {
        T out{};
        std::memcpy(&out, at, sizeof out);
        return out;
    }

    char* number_of(Name name) const {
        return chunks_[name >> kChunkBits].octets.get() +
               (name & (kChunkSize - 1));
    }
    // Returns the slot of `host`, or the empty slot that `host` would take.
    std::size_t slot(std::string_view host) const;
    Name append(std::string_view host);
    void grow();

    std::vector<Chunk> chunks_;
    std::vector<Name> slots_;  // names or kNone; the size is a power of two
    std::size_t size_ = 0;
};

// One claim on requests: a host, or "*.suffix", and optionally a port and a
// scheme. `host` is canonical, and must outlive the claim.
struct SiteClaim {
    std::string_view host;
    std::optional<std::uint16_t> port;
    std::optional<Scheme> scheme;
};

// Claims on hosts, each with the `Value` for which it was made. `Value` is a
// small type, for example a pointer to a site. Hosts are compared octet by
// octet; wildcards have no meaning here.
template <class Value>
class Claims {
  public:
    // Adds a claim for `value`. If the same claim exists already, adds nothing
    // and returns the number of that claim. Otherwise returns nullopt. Claims
    // are numbered from 0.
    std::optional<std::uint32_t> add(const SiteClaim& wanted,
                                     const Value& value) {
        const HostNames::Name host = hosts_.add(wanted.host);
        const Claim made{value, kNone, wanted.port.value_or(kAny),
                         wanted.scheme ? code(*wanted.scheme) : kAnyScheme};
        std::uint32_t before = kNone;
        for (std::uint32_t at = hosts_.number(host); at != kNone;
             at = claims_[at].next) {
            const Claim& other = claims_[at];
            if (other.port == made.port && other.scheme == made.scheme) {
                return at;
            }
            if (specificity(other) >= specificity(made)) {
                before = at;
            }
        }
        insert(made, host, before);
        return std::nullopt;
    }

    // Returns the value of the claim with this number.
    const Value& value(std::uint32_t claim) const {
        return claims_[claim].value;
    }

    // Returns the value of the most specific claim on `host` that fits `port`
    // and `scheme`: a claim with a port comes before a claim without, then a
    // claim with a scheme before a claim without. Returns nullptr if no claim
    // fits. Does not allocate.
    const Value* find(std::string_view host, std::uint16_t port,
                      Scheme scheme) const {
        const HostNames::Name name = hosts_.find(host);
        if (name == kNone) {
            return nullptr;
        }
        for (std::uint32_t at = hosts_.number(name); at != kNone;
             at = claims_[at].next) {
            const Claim& claim = claims_[at];
            if ((claim.port == kAny || claim.port == port) &&
                (claim.scheme == kAnyScheme || claim.scheme == code(scheme))) {
                return &claim.value;
            }
        }
        return nullptr;
    }

    // Returns the value of a claim on `host`, for any port and scheme; nullptr
    // if no claim is on `host`.
    const Value* any(std::string_view host) const {
        const HostNames::Name name = hosts_.find(host);
        return name == kNone ? nullptr : &claims_[hosts_.number(name)].value;
    }

    bool empty() const { return claims_.empty(); }

    // Returns the stored copy of `host`, whose octets never move; nullopt if no
    // claim is on `host`.
    std::optional<std::string_view> kept(std::string_view host) const {
        const HostNames::Name name = hosts_.find(host);
        return name == kNone ? std::nullopt : std::optional(hosts_.text(name));
    }

    // Calls `take` with each claim and its value, in the order in which the
    // hosts were added, until `take` returns true.
    template <class Take>
    void each(const Take& take) const {
        hosts_.each([&](HostNames::Name host) {
            bool done = false;
            for (std::uint32_t at = hosts_.number(host); at != kNone && !done;
                 at = claims_[at].next) {
                done = take(claim_on(host, claims_[at]), claims_[at].value);
            }
            return done;
        });
    }

    // Returns the claim for `value` whose host was added first, or nullopt.
    // Takes time linear in the number of claims.
    std::optional<SiteClaim> first_for(const Value& value) const {
        std::optional<SiteClaim> out;
        each([&](const SiteClaim& claim, const Value& made_for) {
            if (made_for == value) {
                out = claim;
            }
            return out.has_value();
        });
        return out;
    }

    // Frees memory that was reserved for more claims.
    void shrink_to_fit() { claims_.shrink_to_fit(); }

  private:
    static constexpr std::uint32_t kNone = HostNames::kNone;
    static constexpr std::uint16_t kAny = 0;
    static constexpr std::uint8_t kAnyScheme = 0;

    // An element of the linked list of a host's claims, the most specific
    // first.
    struct Claim {
        Value value;
        std::uint32_t next;
        std::uint16_t port;
        std::uint8_t scheme;
    };

    static std::uint8_t code(Scheme scheme) {
        return static_cast<std::uint8_t>(static_cast<int>(scheme) + 1);
    }

    SiteClaim claim_on(HostNames::Name host, const Claim& claim) const {
        SiteClaim out{hosts_.text(host), std::nullopt, std::nullopt};
        if (claim.port != kAny) {
            out.port = claim.port;
        }
        if (claim.scheme != kAnyScheme) {
            out.scheme = static_cast<Scheme>(claim.scheme - 1);
        }
        return out;
    }

    static int specificity(const Claim& claim) {
        return (claim.port != kAny ? 2 : 0) +
               (claim.scheme != kAnyScheme ? 1 : 0);
    }

    void insert(Claim claim, HostNames::Name host, std::uint32_t before) {
        const auto at = static_cast<std::uint32_t>(claims_.size());
        claim.next =
            before == kNone ? hosts_.number(host) : claims_[before].next;
        claims_.push_back(claim);
        if (before == kNone) {
            hosts_.set_number(host, at);
        } else {
            claims_[before].next = at;
        }
    }

    HostNames hosts_;  // a host's number is the index of its first claim
    std::vector<Claim> claims_;
};

}  // namespace robots
