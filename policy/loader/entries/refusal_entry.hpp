// Reads the statuses and the price of refusals: `refusal: {status: ..., price:
// ...}` of a file, a template, a site or a group. Stores them in the
// EnforcementOverride of the same level, which also has the actions.

#pragma once

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// Reads `status` of a `refusal`: one status, or a map of violations to
// statuses. `null` instead of a status or of the map means the default in
// Enforcement.
void read_refusal_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// Reads `price` of a `refusal`: a text like "USD 0.01"; `null` means no price.
void read_refusal_price(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

// Reads the map `status` in `enforce`, which is its place in version 0.1.0.
// Newer policies have it in `refusal`.
void read_enforce_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// Reads the `refusal` of a file or a group, which can have only the keys
// `status` and `price`.
void read_short_refusal(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

}  // namespace robots::loader
