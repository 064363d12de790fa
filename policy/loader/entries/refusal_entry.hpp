// The statuses and the price of refusals: `refusal: {status: ..., price: ...}`
// of a file, a template, a site or a group. They are kept with the actions,
// level by level.

#pragma once

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// `status` of a `refusal`: one for all kinds of violation, or a map of them.
// `null` is what Enforcement has if nobody wrote it, for all or for one.
void read_refusal_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// `price` of a `refusal`: a text such as "USD 0.01". `null`: there is none.
void read_refusal_price(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

// `status` of an `enforce`, its place in 0.1.0: a map.
void read_enforce_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce);

// The `refusal` of a file or a group, which has `status` and `price`, and
// nothing else.
void read_short_refusal(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce);

}  // namespace robots::loader
