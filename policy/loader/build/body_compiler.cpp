#include "policy/loader/build/body_compiler.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/lint/cost.hpp"
#include "policy/loader/build/read_back.hpp"
#include "policy/loader/build/site_settings.hpp"
#include "policy/loader/build/verbatim.hpp"
#include "policy/loader/entries/policy_tests.hpp"
#include "policy/robots_txt/one_group_each.hpp"
#include "policy/robots_txt/published_form.hpp"

namespace robots::loader {

namespace {

// Reports an error if the merged group of a crawler has more than
// kMaxRequestRates request rates.
bool rates_are_few(const Groups& groups, const Place& place,
                   Findings& findings) {
    for (const auto& group : groups.all()) {
        if (group->pace->rates_not_enforced > 0) {
            findings.error(
                place, "out-of-range",
                "the groups for " + cited(group->name) + " have more than " +
                    std::to_string(kMaxRequestRates) + " rates in total");
            return false;
        }
    }
    return true;
}

}  // namespace

void BodyCompiler::name(const std::string& token, const Place& place) {
    const NamedTokens::Named named{{token, place},
                                   files_.is_limited(place.file)};
    named_.add(named);
    if (noted_ != nullptr) {
        noted_->named.add(named);
    }
}

void BodyCompiler::name_all(const std::vector<BudgetEntry>& budgets) {
    for (const BudgetEntry& budget : budgets) {
        for (const Text& token : budget.group.user_agents) {
            name(token.value, token.place);
        }
    }
}

// Sets robots.body to the text of `groups`, which were made from `document`.
// Merges groups so that each token is in one group, unless the merged text
// would be too large. Sets `document` to the published groups. Returns whether
// groups were merged.
bool BodyCompiler::publish(RobotsTxt& document, const Groups& groups,
                           const BodyEntry& body, Robots& robots,
                           std::string& rendered) {
    const Order order = body.keep_order.value_or(false)
                            ? Order::as_written
                            : Order::for_first_match;
    const auto put = [&](RobotsTxt text) {
        document = published_form(std::move(text), order);
        robots.body = Body(render_robots_txt(document));
        rendered = robots.body.render(sample_authority());
        return rendered.size() <= kMaxRobotsTxt;
    };
    std::size_t agents = 0;
    for (const RobotsGroup& group : document.groups) {
        agents += group.user_agents.size();
    }
    if (agents == groups.all().size()) {
        put(std::move(document));
        return false;
    }
    RobotsTxt written = document;
    auto merged = one_group_each(written);
    if (merged && put(std::move(*merged))) {
        return true;
    }
    if (put(std::move(written))) {
        findings_.warning(
            body.place, "token-in-two-groups",
            "several groups name the same crawler, and robots.txt would be "
            "larger than 500 KiB if they were merged, so they are published as "
            "written; crawlers that read only one group miss the rules of the "
            "others; name each crawler in only one group");
    }
    return false;
}

// Composes and compiles both views of the groups. Returns false after an error.
bool BodyCompiler::compile_views(CompiledBody& compiled, Robots& robots) {
    const BodyEntry& body = compiled.body;
    auto documents = compose(body, catalogue_, findings_);
    if (!documents) {
        return false;
    }
    compiled.documents = std::move(*documents);
    const auto& [published, enforced] = compiled.documents;
    for (const lint::GroupNotes& notes : enforced->notes) {
        for (const Text& token : notes.named) {
            name(token.value, token.place);
        }
    }
    // Only bodies with a template can share groups with other sites. Other
    // bodies need no pool.
    GroupPool* const pool = body.template_name ? &shared_groups_ : nullptr;
    const EnforcementOverride level = body.enforce.on_top_of(outer_);
    const auto groups_of = [&](const Document& document) {
        return Groups(document.text,
                      enforcement_of(document, level, shared_enforcement_),
                      pool);
    };
    compiled.published = groups_of(*published);
    robots.groups = compiled.documents.has_private() ? groups_of(*enforced)
                                                     : compiled.published;
    return rules_fit(
        !robots.groups.too_large() && !compiled.published.too_large(),
        body.place, findings_);
}

std::shared_ptr<Robots> BodyCompiler::compile_groups(CompiledBody& compiled,
                                                     std::string& rendered) {
    const BodyEntry& body = compiled.body;
    auto robots = std::make_shared<Robots>();
    if (!compile_views(compiled, *robots)) {
        return nullptr;
    }
    const Groups& groups = compiled.published;
    RobotsTxt published = compiled.documents.published->text;
    const bool merged = publish(published, groups, body, *robots, rendered);
    if (rendered.size() > kMaxRobotsTxt) {
        findings_.error(body.place, "body-too-large",
                        "this robots.txt is larger than 500 KiB, and crawlers "
                        "read no further");
        return nullptr;
    }
    if (!rates_are_few(groups, body.place, findings_) ||
        !rates_are_few(robots->groups, body.place, findings_)) {
        return nullptr;
    }
    if (auto misreading = merged
                              ? find_misreading(rendered, groups)
                              : find_misreading(rendered, published, groups)) {
        findings_.error(body.place, "not-readable-back",
                        std::move(*misreading));
        return nullptr;
    }
    const bool fair = !compiled.documents.has_private() ||
                      private_terms_.check(robots->groups, groups, body.place);
    return fair ? robots : nullptr;
}

std::shared_ptr<Robots> BodyCompiler::compile_robots_txt(
    const BodyEntry& body, std::string& rendered) {
    const RobotsTxtEntry& entry = *body.robots_txt;
    const Enforcement enforcement =
        body.enforce.on_top_of(outer_).over(Enforcement{});
    std::shared_ptr<Robots> robots;
    if (entry.text) {
        robots = text_robots(*entry.text, entry.place, enforcement, rendered,
                             findings_);
    } else if (const auto* verbatim = files_.read_verbatim(*entry.file)) {
        robots = verbatim_robots(verbatim->text, {verbatim->file, 1, 1},
                                 enforcement, findings_);
        rendered = verbatim->text;
    }
    if (robots == nullptr) {
        return nullptr;
    }
    for (const auto& group : robots->groups.all()) {
        name(group->name, entry.place);
    }
    return robots;
}

Shared<SiteSettings> BodyCompiler::settings_of(const BodyEntry& body) {
    SiteSettings settings =
        site_settings(body, body.enforce.on_top_of(outer_).over(Enforcement{}));
    settings.budgets = budgets_.compile(*body.budgets);
    name_all(*body.budgets);
    return shared_settings_.at(key_of(settings),
                               [&settings] { return std::move(settings); });
}

// Returns false after an error: rules of an included file can make a request
// too costly. The linter only warns about rules of the main file, and of a
// verbatim robots.txt of the main file, because their author is trusted.
bool BodyCompiler::is_cheap(const BodyEntry& body, const Groups& groups) {
    const std::uint32_t main = files_.all().front()->index;
    const bool verbatim = body.robots_txt && body.robots_txt->is_verbatim();
    const lint::Cost cost = lint::cost_of(groups, [&](const Rule& rule) {
        return (verbatim ? body.robots_txt->place : rule.place).file != main;
    });
    if (cost.is_high()) {
        findings_.error(cost.first->place, "costly-wildcards",
                        cost.text() +
                            "; included files may cost 5 ms; close folders "
                            "instead of patterns, or write the rules in the "
                            "main file of the policy");
    }
    return !cost.is_high();
}

std::shared_ptr<Robots> BodyCompiler::robots_of(CompiledBody& compiled) {
    const BodyEntry& body = compiled.body;
    const std::size_t errors = findings_.errors();
    check_robots_txt(body, findings_);
    if (findings_.errors() != errors) {
        return nullptr;
    }
    std::string rendered;
    auto robots = body.robots_txt && body.robots_txt->is_verbatim()
                      ? compile_robots_txt(body, rendered)
                      : compile_groups(compiled, rendered);
    if (robots == nullptr || !is_cheap(body, robots->groups)) {
        return nullptr;
    }
    if (body.template_name) {
        robots->body = shared(std::move(robots->body));
    }
    robots->settings = settings_of(body);
    robots->revision = revision_of(*robots, rendered);
    compiled.text = std::make_shared<const std::string>(std::move(rendered));
    return robots;
}

CompiledBody BodyCompiler::compile_own(BodyEntry body) {
    CompiledBody out;
    auto merged = templates_.resolve(std::move(body), findings_);
    if (merged) {
        out.body = std::move(*merged);
        out.robots = robots_of(out);
    }
    return out;
}

const CompiledBody& BodyCompiler::compile_template(const BodyEntry& body) {
    templates_.note_choice(body.template_varies);
    const auto [it, added] =
        of_template_.try_emplace(templates_.key_of(*body.template_name));
    if (noted_ != nullptr) {
        noted_->templates[it->first] = true;
        noted_->complete = noted_->complete && !added;
    }
    if (added) {
        BodyEntry bare;
        bare.place = body.place;
        bare.template_name = body.template_name;
        bare.template_varies = body.template_varies;
        CompiledBody& out = it->second;
        if (auto merged = templates_.resolve(std::move(bare), findings_)) {
            const Findings::Blame blame(findings_, it->first.first);
            std::optional<PrivateTerms::OfPolicy> of_policy;
            if (templates_.file_of(it->first) != body.place.file) {
                of_policy.emplace(private_terms_);
            }
            out.body = std::move(*merged);
            out.robots = robots_of(out);
        }
        out.of_template = &it->first;
    }
    return it->second;
}

const Body& BodyCompiler::shared(Body body) {
    const std::uint64_t hash = body.hash(sample_authority());
    const auto [first, last] = shared_texts_.equal_range(hash);
    const auto it = std::find_if(
        first, last, [&](const auto& each) { return each.second == body; });
    return it != last ? it->second
                      : shared_texts_.emplace(hash, std::move(body))->second;
}

const CompiledBody* BodyCompiler::base_of(const BodyEntry& body) {
    if (!body.template_name || !body.composed.empty() || body.undone != 0 ||
        body.keep_order || body.robots_txt || body.usage || body.usage_as) {
        return nullptr;
    }
    const CompiledBody& base = compile_template(body);
    return base.body.template_name ? &base : nullptr;
}

CompiledBody BodyCompiler::compile_over(const CompiledBody& base,
                                        const BodyEntry& body) {
    CompiledBody out;
    out.body = merge_bodies(base.body, body);
    out.documents = base.documents;
    out.text = base.text;
    out.of_template = base.of_template;
    if (base.robots == nullptr) {
        return out;  // its error is reported already
    }
    auto robots = std::make_shared<Robots>(*base.robots);
    const EnforcementOverride level = out.body.enforce.on_top_of(outer_);
    const auto& [published, all] = base.documents;
    robots->groups =
        enforced_.at(base.robots->groups, all.get(), base.text.get(), level);
    out.published = base.documents.has_private()
                        ? enforced_.at(base.published, published.get(),
                                       published.get(), level)
                        : robots->groups;
    if (!enforced_.are_few(limited_, body.place, findings_)) {
        return out;
    }
    robots->settings = settings_of(out.body);
    robots->revision = revision_of(*robots, *base.text);
    out.robots = std::move(robots);
    return out;
}

const CompiledBody& BodyCompiler::compile(BodyEntry body) {
    if (noted_ != nullptr && body.template_name) {
        noted_->templates.emplace(templates_.key_of(*body.template_name),
                                  false);
        noted_->template_varies |= body.template_varies;
    }
    const std::optional<ExpectationEntry> own = body.expect;
    std::optional<Findings::Blame> of_template;
    const CompiledBody* out = &own_;
    if (body.template_name && !body.says_something) {
        out = &compile_template(body);
        if (!own) {
            of_template.emplace(findings_,
                                templates_.key_of(*body.template_name).first);
        }
    } else if (const CompiledBody* base = base_of(body)) {
        own_ = compile_over(*base, body);
    } else {
        own_ = compile_own(std::move(body));
    }
    const auto& asserted = own ? own : out->body.expect;
    if (out->robots != nullptr && asserted) {
        check_expectation(*asserted, *out->robots, findings_);
    }
    return *out;
}

void BodyCompiler::begin_file(CompiledFile& note, bool limited) {
    noted_ = &note;
    limited_ = limited;
    enforced_.begin_file();
    private_terms_.begin_file(limited);
}

void BodyCompiler::end_file() {
    noted_->enforced_groups = enforced_.of_file();
    noted_->private_work = private_terms_.work_of_file();
    noted_ = nullptr;
    limited_ = false;
    private_terms_.begin_file(false);
}

bool BodyCompiler::fits(const CompiledFile& file) const {
    return std::all_of(
        file.templates.begin(), file.templates.end(), [this](const auto& each) {
            return !each.second || of_template_.count(each.first) != 0;
        });
}

void BodyCompiler::take_over(const CompiledFile& file) {
    for (const auto& [key, compiled] : file.templates) {
        templates_.note_use(key, findings_);
    }
    templates_.note_choice(file.template_varies);
    named_.add(file.named);
    for (const Finding& each : file.findings) {
        findings_.warning(each.place, each.code, each.text, each.fix,
                          each.severity);
    }
    enforced_.add(file.enforced_groups);
    private_terms_.add_work(file.private_work);
    // Reports errors without a place. After an error, the load is repeated
    // without earlier results, and the repeated load reports the place.
    enforced_.are_few(false, {}, findings_);
    if (private_terms_.is_exhausted()) {
        findings_.error({}, "private-too-large", "there are too many rules");
    }
}

}  // namespace robots::loader
