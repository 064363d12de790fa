// Composes the robots.txt of a body: makes a Document from a BodyEntry. A
// Document has the groups and other lines of a robots.txt, and notes for the
// linter.

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

// Shares equal Enforcement objects. The key is the output of
// append_fingerprint().
using EnforcementPool = SharedPool<Shared<Enforcement>>;

// Two views of the groups of a body. A private group is enforced, but not
// published in robots.txt. Without private groups, both views are the same
// document. With private groups, the published document leaves the private
// groups out. The enforced document has the private groups after all other
// groups. The tokens of the private groups are removed from these other groups,
// so a group may have no tokens left:
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

// Composes `body`, which must be merged with its templates. Returns nullopt
// after an error: an `operator` is unknown, an `inherit` names a token without
// a group in the body or leads back to its own group, or the text would be too
// large.
std::optional<Documents> compose(const BodyEntry& body,
                                 const CatalogueTokens& catalogue,
                                 Findings& findings);

// Returns whether the catalogue has all operators that the group `entry` names.
// Reports an error for an unknown operator.
bool check_operators(const GroupEntry& entry, const CatalogueTokens& catalogue,
                     Findings& findings);

// Returns the enforcement for each group of `document`: the settings of the
// group, and for settings that the group lacks, those of `level`, which is the
// enforcement of the body.
std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool);

}  // namespace robots::loader
