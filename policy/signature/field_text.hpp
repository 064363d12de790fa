// Structured fields as text.

#pragma once

#include <string>

#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

// The one way in which each is written (RFC 9651 4.1).
std::string written(const BareItem& item);
std::string written(const Parameters& parameters);
std::string written(const Item& item);
// A member without its key.
std::string written(const Member& member);

}  // namespace robots::signature
