#include "policy/loader/build/enforced_groups.hpp"

#include <vector>

#include "policy/robots_txt/mentions.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMostEnforcedGroups = 2000000;
constexpr std::size_t kMostEnforcedOfFile = kMostEnforcedGroups / 20;

}  // namespace

Groups EnforcedGroups::at(const Groups& groups, const Document* document,
                          const void* known_by,
                          const EnforcementOverride& level) {
    const Enforcement settled = level.over(Enforcement{});
    std::string key;
    append_fingerprint(key, settled);
    const auto [it, added] = made_.try_emplace({known_by, key});
    if (asked_by_file_.insert(&it->second).second) {
        of_file_ += groups.all().size();
    }
    if (!added) {
        return it->second;
    }
    std::vector<Shared<Enforcement>> each(groups.all().size(), settled);
    if (document != nullptr) {
        const auto of_group = enforcement_of(*document, level, pool_);
        std::size_t i = 0;
        for (const Mention& mention : mentions(document->text)) {
            each[i++] = of_group[mention.groups.back()];
        }
    }
    count_ += each.size();
    if (count_ <= kMostEnforcedGroups) {
        it->second = groups.with(each);
    }
    return it->second;
}

bool EnforcedGroups::are_few(bool limited, const Place& place,
                             Findings& findings) const {
    const bool of_file = limited && of_file_ > kMostEnforcedOfFile;
    if (!of_file && count_ <= kMostEnforcedGroups) {
        return true;
    }
    findings.error(
        place, "too-many-groups",
        std::string("the sites ") + (of_file ? "of this file " : "") +
            "up to this one enforce " + (of_file ? "100,000" : "2,000,000") +
            " groups of templates, each in its own way; " +
            (of_file ? "remove `enforce` from some of them"
                     : "write `enforce` in the templates"));
    return false;
}

void EnforcedGroups::begin_file() {
    asked_by_file_.clear();
    of_file_ = 0;
}

}  // namespace robots::loader
