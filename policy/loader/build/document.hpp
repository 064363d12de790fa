// Composes the robots.txt of a body.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/base/shared.hpp"
#include "policy/lint/subject.hpp"
#include "policy/loader/build/catalogue_tokens.hpp"
#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

using lint::Document;

// Keyed by append_fingerprint().
using EnforcementPool = SharedPool<Shared<Enforcement>>;

// Composes a merged body. nullopt after an error: `operator` names nobody,
// `inherit` names no group of the body or leads back to itself, or the text
// would be too large.
std::optional<Document> compose(const BodyEntry& body,
                                const CatalogueTokens& catalogue,
                                Findings& findings);

// The enforcement of each group of `document`, laid over `level`, which is that
// of the body.
std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool);

}  // namespace robots::loader
