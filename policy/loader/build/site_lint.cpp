#include "policy/loader/build/site_lint.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "policy/lint/lint.hpp"
#include "policy/site/body.hpp"

namespace robots::loader {

namespace {

LintKey hash_of(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return {hash.low64, hash.high64};
}

// Returns a key that is equal for documents that differ only in the terms of
// their groups: crawl-delays, rates, visit times and enforcement.
std::string lint_key(const Document& document) {
    std::string all;
    const auto put = [&all](const auto&... parts) {
        ((all += parts, all += '\n'), ...);
    };
    const auto put_place = [&put](const Place& place) {
        put(std::to_string(place.file), std::to_string(place.line),
            std::to_string(place.column));
    };
    for (std::size_t i = 0; i < document.notes.size(); ++i) {
        const RobotsGroup& group = document.text.groups[i];
        const lint::GroupNotes& notes = document.notes[i];
        put("group", group.is_private ? "private" : "",
            notes.ignored.to_string(), notes.inherits ? "inherits" : "",
            group.crawl_delay || !group.request_rates.empty() ||
                    !group.visit_times.empty()
                ? "paced"
                : "");
        put_place(group.place);
        for (const std::string& token : group.user_agents) {
            put(token);
        }
        for (const Text& token : notes.named) {
            put(token.value);
            put_place(token.place);
        }
        for (std::size_t k = 0; k < group.rules.size(); ++k) {
            const RuleLine& rule = group.rules[k];
            put(rule.allow ? "A" : "D", rule.prefix_meant ? "p" : "", rule.path,
                std::to_string(notes.layers[k]));
            put_place(rule.place);
        }
        for (const OtherLine& line : group.other) {
            put(line.first, line.second);
        }
    }
    for (const OtherLine& line : document.text.other) {
        put("other", line.first, line.second);
    }
    const auto [low, high] = hash_of(all);
    return std::to_string(low) + '.' + std::to_string(high);
}

// Returns a document with only the private groups of `document`.
std::shared_ptr<const Document> private_of(const Document& document) {
    auto out = std::make_shared<Document>();
    for (std::size_t i = 0; i < document.notes.size(); ++i) {
        if (document.text.groups[i].is_private) {
            out->text.groups.push_back(document.text.groups[i]);
            out->notes.push_back(document.notes[i]);
        }
    }
    return out;
}

// Returns an authority for which the site answers, to replace per-request
// variables. The result refers to `host`, which this function sets.
Authority authority_of(const SiteHosts& site, std::string& host) {
    Authority authority;
    authority.scheme =
        site.schemes.empty() ? Scheme::https : site.schemes.front();
    authority.port = site.ports.empty() ? default_port(authority.scheme)
                                        : site.ports.front();
    host = "default.invalid";
    if (!site.hosts.empty()) {
        const HostEntry& first = site.hosts.front();
        host = first.name;
        authority.port = first.port.value_or(authority.port);
    }
    if (is_wildcard(host)) {
        host.replace(0, 1, "any");
    }
    authority.host = host;
    return authority;
}

}  // namespace

void SiteLint::run(const LintedSite& site, const CompiledBody& compiled) {
    if (compiled.body.robots_txt && compiled.body.robots_txt->is_verbatim()) {
        lint_verbatim(site, compiled);
    } else {
        lint_composed(site, compiled);
    }
}

void SiteLint::lint_composed(const LintedSite& site,
                             const CompiledBody& compiled) {
    lint::Subject subject(compiled.documents.published, compiled.published,
                          crawlers_);
    std::string host;
    const Authority authority = authority_of(site.hosts, host);
    if (compiled.body.sitemap) {
        for (const Text& sitemap : *compiled.body.sitemap) {
            subject.sitemaps.push_back(
                {Body(sitemap.value).render(authority), sitemap.place});
        }
    }
    describe(site, compiled, subject);
    const Part part = new_part(compiled);
    tell(subject, part, compiled.body.ignored);
    if (compiled.documents.has_private() && part != Part::site) {
        const lint::Subject own(private_of(*compiled.documents.enforced),
                                compiled.robots->groups, crawlers_);
        warn(lint::lint_private(own), compiled.body.ignored, false);
    }
}

void SiteLint::lint_verbatim(const LintedSite& site,
                             const CompiledBody& compiled) {
    const RobotsTxtEntry& entry = *compiled.body.robots_txt;
    std::string host;
    std::string text;
    std::uint32_t file = 0;
    if (entry.text) {
        text = compiled.robots->body.render(authority_of(site.hosts, host));
    } else if (const auto* verbatim = files_.read_verbatim(*entry.file)) {
        text = verbatim->text;
        file = verbatim->file;
    }
    lint::Subject subject = lint::verbatim_subject(
        text, compiled.robots->groups, crawlers_, file,
        entry.text ? std::optional<Place>(entry.place) : std::nullopt);
    describe(site, compiled, subject);
    tell(subject, new_part(compiled), compiled.body.ignored);
}

void SiteLint::describe(const LintedSite& site, const CompiledBody& compiled,
                        lint::Subject& subject) {
    for (const HostEntry& host : site.hosts.hosts) {
        subject.hosts.push_back(host.name);
    }
    const BodyEntry& body = compiled.body;
    subject.is_default = site.is_default;
    subject.expectation_stated =
        site.expectation_stated || body.expect.has_value();
    subject.suspended = compiled.robots->settings->suspend.has_value();
    const SiteSettings& settings = *compiled.robots->settings;
    const auto groups = compiled.robots->groups.all();
    subject.licensed =
        !settings.refusal.license_server.empty() &&
        (!settings.licenses.empty() ||
         std::any_of(groups.begin(), groups.end(), [](const auto& group) {
             return !group->licenses.empty();
         }));
    subject.priced =
        body.enforce.price.has_value() && body.enforce.price->has_value();
    for (const lint::GroupNotes& notes : subject.notes) {
        const auto& price = notes.own_enforce.price;
        subject.priced |= price.has_value() && price->has_value();
    }
    subject.published =
        compiled.robots->settings->publisher == Publisher::policy;
    subject.place = body.robots_txt ? body.robots_txt->place : site.hosts.place;
    for (const Body::Piece& piece : compiled.robots->body.pieces()) {
        subject.lines += static_cast<std::size_t>(
            std::count(piece.literal.begin(), piece.literal.end(), '\n'));
    }
}

SiteLint::Part SiteLint::new_part(const CompiledBody& compiled) {
    const Document* document = compiled.documents.enforced.get();
    const bool composed = document != nullptr;
    if (compiled.of_template == nullptr &&
        (!composed || !compiled.body.template_name)) {
        return Part::all;
    }
    const std::string known_by =
        compiled.of_template != nullptr
            ? std::to_string(compiled.of_template->first) + '/' +
                  compiled.of_template->second
            : lint_key(*document);
    const std::string ignored = compiled.body.ignored.to_string();
    std::string enforcement;
    append_fingerprint(
        enforcement,
        compiled.body.enforce.on_top_of(outer_).over(Enforcement{}));
    const bool new_terms = begin(known_by, ignored, enforcement) ||
                           compiled.of_template == nullptr;
    return begin(known_by, ignored, "") ? Part::all
           : new_terms                  ? Part::terms
                                        : Part::site;
}

bool SiteLint::begin(const std::string& document, const std::string& ignored,
                     const std::string& enforcement) {
    const auto [it, added] =
        linted_.insert(hash_of(document + '\n' + ignored + '\n' + enforcement));
    if (noted_ != nullptr) {
        noted_->lint_keys.emplace(*it, !added);
    }
    return added;
}

void SiteLint::tell(const lint::Subject& subject, Part part,
                    const lint::CodeSet& ignored) {
    const bool one_place = subject.text.inline_at.has_value();
    if (part != Part::site) {
        warn(part == Part::all ? lint::lint_document(subject)
                               : lint::lint_terms(subject),
             ignored, one_place);
    }
    warn(lint::lint_site(subject), ignored, one_place);
}

void SiteLint::warn(const lint::Remarks& findings, const lint::CodeSet& ignored,
                    bool one_place) {
    for (const lint::Remark& finding : findings) {
        if (!ignored.test(static_cast<std::size_t>(finding.code))) {
            warn({{finding.place, lint::name_of(finding.code), finding.text,
                   finding.severity, finding.fix},
                  one_place});
        }
    }
}

SiteLint::Told SiteLint::told_as(const LintFinding& each) {
    const auto& [place, code, text, severity, fix] = each.finding;
    return {place.file, place.line, place.column, code,
            each.one_place ? text : std::string()};
}

// Reports each code only once for each place, even if several sites have it. In
// an inline text, all findings have the same place. So for an inline text,
// reports each different message. Leaves out Finding::fix, which cannot replace
// one line of an inline text.
void SiteLint::warn(const LintFinding& each) {
    if (noted_ != nullptr && told_in_file_.insert(told_as(each)).second) {
        noted_->linted.push_back(each);
    }
    if (told_.insert(told_as(each)).second) {
        const auto& [place, code, text, severity, fix] = each.finding;
        findings_.warning(place, code, text,
                          each.one_place ? std::nullopt : fix, severity);
    }
}

bool SiteLint::fits(const CompiledFile& file) const {
    return std::all_of(
        file.lint_keys.begin(), file.lint_keys.end(), [this](const auto& each) {
            return (linted_.count(each.first) != 0) == each.second;
        });
}

void SiteLint::take_over(const CompiledFile& file) {
    for (const auto& [key, before] : file.lint_keys) {
        linted_.insert(key);
    }
    for (const LintFinding& each : file.linted) {
        warn(each);
    }
}

}  // namespace robots::loader
