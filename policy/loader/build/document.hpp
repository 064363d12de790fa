// Composes the robots.txt of a body.

#pragma once

#include <memory>
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

// Two views of a body's groups. Without private groups, both are the same
// document. With private groups, the published document leaves them out. The
// enforced document has them last, and removes their tokens from the groups in
// front of them, which may leave a group without tokens:
//
//     groups:                                   published        enforced
//       - user_agent: [BotA, BotB]              BotA, BotB: /x   BotA: /x
//         disallow: /x
//       - {user_agent: BotB, private: true}                      BotB: nothing
struct Documents {
    std::shared_ptr<const Document> published;
    std::shared_ptr<const Document> enforced;

    bool has_private() const { return published != enforced; }
};

// Composes a merged body. nullopt after an error: `operator` names nobody,
// `inherit` names no group of the body or leads back to itself, or the text
// would be too large.
std::optional<Documents> compose(const BodyEntry& body,
                                 const CatalogueTokens& catalogue,
                                 Findings& findings);

// Whether the catalogue has all operators that a group names; if not, that is
// an error.
bool check_operators(const GroupEntry& entry, const CatalogueTokens& catalogue,
                     Findings& findings);

// Returns the enforcement of each group of `document`, laid over the body's
// enforcement `level`.
std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool);

}  // namespace robots::loader
