// The keys of all operators together, by their names.

#ifndef ROBOTS_POLICY_SIGNATURE_KEY_RING_HPP
#define ROBOTS_POLICY_SIGNATURE_KEY_RING_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/signature/key_set.hpp"

namespace robots::signature {

// Immutable once filled. An owner is a number that the caller chose, such as
// that of a crawler; several may sign with one key.
class KeyRing {
  public:
    struct Owner {
        std::uint32_t number = 0;
        Key key;  // with the times from that owner's set
    };

    void add(std::uint32_t owner, const Key& key);

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

#endif
