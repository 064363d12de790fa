// The keys that an operator publishes: a single JSON Web Key, or a JSON Web Key
// Set (RFC 7517 5). A directory of keys
// (draft-ietf-webbotauth-httpsig-directory) is a JSON Web Key Set. An example:
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

// Maximum octets of a key set, and maximum number of its keys.
constexpr std::size_t kMaxKeySet = std::size_t{256} * 1024;
constexpr std::size_t kMaxKeys = 64;

// A key, and its time of validity (`nbf` and `exp`).
struct TimedKey {
    PublicKey::Pointer key;  // never nullptr
    Utc not_before{0};
    Utc expires{std::numeric_limits<Utc::rep>::max()};

    bool counts_at(Utc now) const { return not_before <= now && now < expires; }
};

// The result of read_keys(): the keys in a text that can verify signatures, or
// the problem of the text. Ignores keys that cannot verify signatures, because
// operators can have them in the same set. Does not read a `kid`, because
// requests identify a key by its thumbprint.
struct ReadKeys {
    std::vector<TimedKey> keys;
    std::string problem;  // not empty: a clause, such as "it is not valid JSON"
    // A message for each invalid key of a supported kind: "key 2 has no `x` of
    // 32 octets ...".
    std::vector<std::string> skipped;
};
ReadKeys read_keys(std::string_view text);

// The keys of all operators, by their thumbprints. Immutable once filled. An
// owner is a number that the caller chooses, for example a crawler's index.
// Several owners may sign with the same key.
class KeyRing {
  public:
    using Urls = Shared<std::vector<std::string>>;

    struct Owner {
        std::uint32_t number = 0;
        TimedKey key;  // with the times in this owner's key set
        // The URLs at which the owner publishes the key (KeysUrl::text). Empty
        // if no URL is known.
        Urls urls;
    };

    void add(std::uint32_t owner, const TimedKey& key, const Urls& urls = {});

    // Returns all owners of the key with a thumbprint, in the order in which
    // they were added. Returns nullptr if the key has no owner, or if it is a
    // test key and `test_keys` is false.
    const std::vector<Owner>* find(std::string_view thumbprint,
                                   bool test_keys) const;

    bool empty() const { return owners_.empty(); }

  private:
    std::unordered_map<std::string, std::vector<Owner>> owners_;
};

}  // namespace robots::signature
