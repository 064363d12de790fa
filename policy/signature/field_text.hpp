// Serialises structured fields.

#pragma once

#include <string>

#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

// Return the canonical text of a value (RFC 9651 4.1).
std::string written(const BareItem& item);
std::string written(const Parameters& parameters);
std::string written(const Item& item);
// Returns the text of a member without its key.
std::string written(const Member& member);

}  // namespace robots::signature
