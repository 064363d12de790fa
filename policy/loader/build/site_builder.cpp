#include "policy/loader/build/site_builder.hpp"

#include <utility>

namespace robots::loader {

namespace {

// A site whose keys stand in a wrong place, or whose template nobody named,
// looks like this.
void check_says_something(const BodyEntry& body, Findings& findings) {
    if (!body.says_something && !body.template_name) {
        findings.warning(body.place, "empty-site",
                         "this says nothing about robots.txt, so that it is "
                         "empty and allows everything; write `groups` or "
                         "`template: NAME`, or `groups: []` if you mean that");
    }
}

}  // namespace

void SiteBuilder::build(SiteLists& lists, const Reader& reader) {
    const Stage stage = findings_.reserve_stage();
    SiteNames names;
    ClaimedHosts claims(policy_);
    std::uint32_t number = 0;
    while (auto entry = lists.next(reader)) {
        findings_.enter_stage(stage, ++number);
        Site& site = build(*entry, Role::site);
        claims.take(*entry, site, findings_);
        policy_.name(site, names.add(*entry));
    }
    findings_.leave_stages();
    names.tell_apart(policy_);
}

void SiteBuilder::build_default(SiteEntry& entry) {
    Site& site = build(entry, Role::fallback);
    policy_.name(site, "default");
    policy_.set_default(site);
}

Site& SiteBuilder::build(SiteEntry& entry, Role role) {
    const LintedSite linted{entry, entry.body.place,
                            entry.body.environment.has_value(),
                            role == Role::fallback};
    if (role == Role::site && findings_.errors() == 0) {
        check_says_something(entry.body, findings_);
    }
    const CompiledBody& compiled = bodies_.compile(std::move(entry.body));
    if (findings_.errors() == 0) {
        lint_.run(linted, compiled);
    }
    return policy_.add(compiled.robots, entry.place);
}

}  // namespace robots::loader
