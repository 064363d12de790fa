// Reads the statuses and the price of refusals: `refusal: {status: ..., price:
// ...}` of a file, a template, a site or a group. EnforcementOverride keeps
// them with the actions of the same level.

#pragma once

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// Reads `status` of a `refusal`: one status, or a map of violations to
// statuses. `null`, for all or for one, means the default in Enforcement.
void read_refusal_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// Reads `price` of a `refusal`: a text like "USD 0.01"; `null` means no price.
void read_refusal_price(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

// Reads the map `status` in an `enforce`, where version 0.1.0 had it.
void read_enforce_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// Reads the `refusal` of a file or a group, which has only `status` and
// `price`.
void read_short_refusal(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

}  // namespace robots::loader
