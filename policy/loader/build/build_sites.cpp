#include "policy/loader/build/build_sites.hpp"

#include <utility>

namespace robots::loader {

namespace {

// Warns about a body that has neither `template` nor other keys. The author may
// have written the keys in a wrong place, or have forgotten `template`.
void check_says_something(const BodyEntry& body, Findings& findings) {
    if (!body.says_something && !body.template_name) {
        findings.warning(body.place, "empty-site",
                         "this says nothing about robots.txt, so that it is "
                         "empty and allows everything; write `groups` or "
                         "`template: NAME`, or `groups: []` if you mean that");
    }
}

}  // namespace

Site& SiteBuilder::build_site(SiteEntry& entry, bool is_default) {
    const LintedSite linted{entry, entry.body.expect.has_value(), is_default};
    if (!is_default && findings_.errors() == 0) {
        check_says_something(entry.body, findings_);
    }
    const CompiledBody& compiled = bodies_.compile(std::move(entry.body));
    if (findings_.errors() == 0) {
        lint_.run(linted, compiled);
    }
    if (noted_ != nullptr) {
        noted_->sites.push_back({entry, compiled.robots});
        const TemplateKey* key = compiled.of_template;
        if (key != nullptr && compiled.robots == bodies_.of_template(*key)) {
            noted_->sites.back().of_template =
                &noted_->templates.find(*key)->first;
            noted_->sites.back().robots = nullptr;
        }
    }
    return policy_.add(compiled.robots, entry.place);
}

void SiteBuilder::settle(SiteHosts& hosts, Site& site) {
    claims_.take(hosts, site, findings_);
    policy_.name(site, names_.add(hosts));
}

void SiteBuilder::take_over(const CompiledFile& file, std::uint32_t index) {
    const Findings::Blame blame(findings_, index);
    bodies_.take_over(file);
    lint_.take_over(file);
    reader_.variables().use(file.variables);
    for (const CompiledSite& each : file.sites) {
        SiteHosts hosts = each.hosts;
        rights_.check(hosts);
        settle(hosts, policy_.add(each.of_template != nullptr
                                      ? bodies_.of_template(*each.of_template)
                                      : each.robots,
                                  hosts.place));
    }
}

template <class Build>
void SiteBuilder::noting(PolicyFile& file, Build build) {
    const auto note = std::make_shared<CompiledFile>();
    note->text = file.known;
    const std::size_t reads = files_.reads();
    const std::set<std::string> used = reader_.variables().take_used();
    findings_.copy_warnings(&note->findings);
    bodies_.begin_file(*note, file.include->is_limited());
    lint_.note_in(note.get());
    noted_ = note.get();
    build();
    noted_ = nullptr;
    lint_.note_in(nullptr);
    bodies_.end_file();
    findings_.copy_warnings(nullptr);
    note->variables = reader_.variables().take_used();
    reader_.variables().use(used);
    reader_.variables().use(note->variables);
    if (file.only_sites && note->complete && files_.reads() == reads) {
        compiled_.by_path.emplace(findings_.files()[file.index], note);
    }
}

void SiteBuilder::build_file(SiteLists& sites, PolicyFile& file) {
    const auto build = [&] {
        while (auto each = sites.next(reader_, files_)) {
            const Findings::Blame blame(findings_, file.index);
            rights_.check(*each);
            settle(*each, build_site(*each, false));
        }
    };
    if (file.include != nullptr) {
        noting(file, build);
    } else {
        build();
    }
}

void SiteBuilder::build(SiteLists& sites,
                        std::optional<SiteEntry> default_site) {
    while (PolicyFile* file = sites.next_file()) {
        if (file->is_known()) {
            const std::string& path = findings_.files()[file->index];
            const auto& known = before_->by_path.at(path);
            if (bodies_.fits(*known) && lint_.fits(*known)) {
                take_over(*known, file->index);
                compiled_.by_path.emplace(path, known);
                ++compiled_.taken_over;
                continue;
            }
            files_.parse_known(*file);
            sites.take_parsed();
        }
        build_file(sites, *file);
    }
    names_.tell_apart(policy_);
    if (default_site) {
        Site& site = build_site(*default_site, true);
        policy_.name(site, "default");
        policy_.set_default(site);
    }
}

}  // namespace robots::loader
