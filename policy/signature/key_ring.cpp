#include "policy/signature/key_ring.hpp"

namespace robots::signature {

void KeyRing::add(std::uint32_t owner, const Key& key) {
    owners_[key.key->thumbprint()].push_back({owner, key});
}

const std::vector<KeyRing::Owner>* KeyRing::find(std::string_view thumbprint,
                                                 bool test_keys) const {
    const auto it = owners_.find(std::string(thumbprint));
    if (it == owners_.end() ||
        (it->second.front().key.key->is_test_key() && !test_keys)) {
        return nullptr;
    }
    return &it->second;
}

}  // namespace robots::signature
