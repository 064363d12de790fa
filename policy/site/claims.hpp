// Who claims which host, port and scheme.

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

// Host names by the million, each once, and a number for each.

// A hash table with open addressing. Names lie one behind the other in chunks
// of 64 KiB, each behind its number and its size; a slot says where:
//
//     slots      | - | name | - | name | ...        4 octets each
//     chunk      | number | size | example.com | number | size | ...
//
// A look-up reads a slot and a name, and again for each collision. Besides its
// octets, a name takes 6, and 6 to 12 for its slot. Names are never removed or
// moved.
class HostNames {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    // The most octets of a name, so that it fits into a piece; a host has 253
    // (RFC 1035 2.3.4).
    static constexpr std::size_t kLongest = UINT16_MAX / 2;

    // A name that is there.
    using Name = std::uint32_t;
    using Number = std::uint32_t;

    // Finds `host`, or adds it: the number of a new one is kNone. Throws
    // std::length_error for a name that is too long or past 4 GiB of names, and
    // std::bad_alloc.
    Name add(std::string_view host);

    // `host`, or kNone. Does not allocate.
    Name find(std::string_view host) const;

    std::string_view text(Name name) const {
        const char* const at = number_of(name);
        return {at + kFront, read<Size>(at + sizeof(Number))};
    }
    Number number(Name name) const { return read<Number>(number_of(name)); }
    void set_number(Name name, Number number);

    std::size_t size() const { return size_; }

    // Calls `take` with each name, in the order in which they were added, until
    // it returns true.
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
    // Names, each behind its number and its size, which are aligned to nothing.
    // None lies in two chunks.
    struct Chunk {
        std::unique_ptr<char[]> octets;
        std::uint32_t used = 0;
    };
    using Size = std::uint16_t;
    static constexpr std::size_t kFront = sizeof(Number) + sizeof(Size);

    // A Name is a chunk's number and, in so many bits, where in it.
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
    // The slot of `host`, or the empty one that it would take.
    std::size_t slot(std::string_view host) const;
    Name append(std::string_view host);
    void grow();

    std::vector<Chunk> chunks_;
    std::vector<Name> slots_;  // or kNone; a power of two
    std::size_t size_ = 0;
};

// One claim on requests: a host, or "*.suffix", and optionally a port and a
// scheme. Host is canonical, and must outlive the claim.
struct SiteClaim {
    std::string_view host;
    std::optional<std::uint16_t> port;
    std::optional<Scheme> scheme;
};

// Claims with what each is made for, a small `Value`. Hosts are compared as
// they are: wildcards mean nothing here.
template <class Value>
class Claims {
  public:
    // Adds a claim for `value`. If the same claim is there already, adds
    // nothing and returns its number; claims are counted from 0.
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

    // What a claim is made for, by its number.
    const Value& value(std::uint32_t claim) const {
        return claims_[claim].value;
    }

    // The value of the most specific claim on a host that `port` and `scheme`
    // fit: one with a port before one without, then one with a scheme. nullptr:
    // none. Does not allocate.
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

    // The value of some claim on a host, whatever port and scheme; nullptr:
    // none.
    const Value* any(std::string_view host) const {
        const HostNames::Name name = hosts_.find(host);
        return name == kNone ? nullptr : &claims_[hosts_.number(name)].value;
    }

    bool empty() const { return claims_.empty(); }

    // A host of a claim, which stays where it is; nullopt: there is none.
    std::optional<std::string_view> kept(std::string_view host) const {
        const HostNames::Name name = hosts_.find(host);
        return name == kNone ? std::nullopt : std::optional(hosts_.text(name));
    }

    // Calls `take` with each claim and what it is made for, in the order in
    // which their hosts were added, until it returns true.
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

    // A claim that was made for `value`, on the host that was named first.
    // nullopt: there is none. Looks at every claim.
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

    // Gives back memory that was kept for more claims.
    void shrink_to_fit() { claims_.shrink_to_fit(); }

  private:
    static constexpr std::uint32_t kNone = HostNames::kNone;
    static constexpr std::uint16_t kAny = 0;
    static constexpr std::uint8_t kAnyScheme = 0;

    // In a list for each host, the most specific first.
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

    HostNames hosts_;  // the number of each is that of its first claim
    std::vector<Claim> claims_;
};

}  // namespace robots
