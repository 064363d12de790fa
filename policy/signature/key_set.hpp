// The keys that an operator publishes: a JSON Web Key Set (RFC 7517 5), as a
// directory of draft-ietf-webbotauth-httpsig-directory is one, or one bare key:
//
//     {"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-..."}]}

#ifndef ROBOTS_POLICY_SIGNATURE_KEY_SET_HPP
#define ROBOTS_POLICY_SIGNATURE_KEY_SET_HPP

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/signature/public_key.hpp"

namespace robots::signature {

// Octets of a key set at most, and keys in it.
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
    // Keys of a known kind that are none: "key 2 has an `x` that ...".
    std::vector<std::string> skipped;
};
ReadKeys read_keys(std::string_view text);

}  // namespace robots::signature

#endif
