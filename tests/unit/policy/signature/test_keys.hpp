// The public halves of RFC 9421's test keys.

#pragma once

#include <string>

#include "policy/signature/key_set.hpp"

namespace robots::signature {

// The RSA key of RFC 9421 B.1.2.
inline std::string rsa_test_jwk() {
    return R"({"kty":"RSA","e":"AQAB","n":")"
           "r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1"
           "GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPN"
           "U8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvS"
           "KADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GV"
           "AdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5o"
           R"(yc6XI2w"})";
}
// The Ed25519 key of RFC 9421 B.1.4.
inline std::string ed25519_test_jwk() {
    return R"({"kty":"OKP","crv":"Ed25519",)"
           R"("x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"})";
}

inline PublicKey::Pointer rsa_test_key() {
    return read_keys(rsa_test_jwk()).keys.at(0).key;
}
inline PublicKey::Pointer ed25519_test_key() {
    return read_keys(ed25519_test_jwk()).keys.at(0).key;
}

}  // namespace robots::signature
