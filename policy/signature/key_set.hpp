// The keys that an operator publishes: a JSON Web Key Set (RFC 7517 5), as a
// directory of draft-ietf-webbotauth-httpsig-directory is one, or one bare key:
//
//     {"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-..."}]}

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/base/shared.hpp"
#include "policy/base/time.hpp"
#include "policy/signature/public_key.hpp"

namespace robots::signature {

// The most octets of a key set, and the most keys.
constexpr std::size_t kMaxKeySet = std::size_t{256} * 1024;
constexpr std::size_t kMaxKeys = 64;

// A key, and from when until when it counts (`nbf` and `exp`).
struct Key {
    PublicKey::Pointer key;  // never nullptr
    Utc not_before{0};
    Utc expires{std::numeric_limits<Utc::rep>::max()};

    bool counts_at(Utc now) const { return not_before <= now && now < expires; }
};

// The keys of a text that verify signatures, or what is wrong with it. Keys of
// other kinds, or for another use, are left out: operators add them as they
// like. A `kid` is not read, since a key's thumbprint is its name.
struct ReadKeys {
    std::vector<Key> keys;
    std::string problem;  // not empty: a clause, such as "it is not valid JSON"
    // Keys of a known kind that are invalid: "key 2 has an `x` that ...".
    std::vector<std::string> skipped;
};
ReadKeys read_keys(std::string_view text);

// The keys of all operators together, by their names.

// Immutable once filled. An owner is a number that the caller chose, such as
// that of a crawler; several may sign with one key.
class KeyRing {
  public:
    using Urls = Shared<std::vector<std::string>>;

    struct Owner {
        std::uint32_t number = 0;
        Key key;  // with the times from that owner's set
        // Where it was found, as KeysUrl::text has it. Empty: at no URL, such
        // as in a file.
        Urls urls;
    };

    void add(std::uint32_t owner, const Key& key, const Urls& urls = {});

    // All who sign with the key of a thumbprint, in the order in which they
    // came; nullptr if nobody does. A test key is among them only with
    // `test_keys`.
    const std::vector<Owner>* find(std::string_view thumbprint,
                                   bool test_keys) const;

    bool empty() const { return owners_.empty(); }

  private:
    std::unordered_map<std::string, std::vector<Owner>> owners_;
};

}  // namespace robots::signature
