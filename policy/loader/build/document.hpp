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

// Keyed by what append_fingerprint() appends.
using EnforcementPool = SharedPool<Shared<Enforcement>>;

// Two views of a body's groups. Without private groups, both are the same
// document. With private groups, the published document leaves them out. The
// enforced document has the private groups last, and removes the tokens of the
// private groups from the groups in front, which may leave a group without
// tokens:
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

// Composes `body`, which must be merged. nullopt after an error: an `operator`
// has no crawlers, an `inherit` names no group of the body or leads back to its
// own group, or the text would be too large.
std::optional<Documents> compose(const BodyEntry& body,
                                 const CatalogueTokens& catalogue,
                                 Findings& findings);

// Returns whether the catalogue has all operators that a group names; reports
// an error if not.
bool check_operators(const GroupEntry& entry, const CatalogueTokens& catalogue,
                     Findings& findings);

// Returns the enforcement for each group of `document`: the body's `level`,
// with the group's own settings on top.
std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool);

}  // namespace robots::loader
