#include "policy/loader/build/templates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace robots::loader {

namespace {

BodyEntry read_template(const Reader& reader, const Value& value) {
    BodyEntry body;
    body.place = value.place();
    if (!reader.is_map(value)) {
        return body;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        if (!read_body_key(reader, map.items[i], map.items[i + 1], body)) {
            reader.unknown_key(map.items[i], "a template", body_keys());
        }
    }
    return body;
}

}  // namespace

void Templates::read(const Reader& reader, const Value& value) {
    if (!reader.is_map(value)) {
        return;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& name = map.items[i];
        const auto [it, added] = templates_.try_emplace(std::string(name.text));
        if (!added) {
            reader.findings().error(
                name.place, "duplicate-template",
                "duplicate template " + quoted(name.text) + ", first at " +
                    reader.findings().where(it->second.place));
            continue;
        }
        it->second.body = read_template(reader, {name.text, &map.items[i + 1]});
        it->second.place = name.place;
    }
}

Templates::Template* Templates::find(const Text& name, Findings& findings) {
    const auto it = templates_.find(name.value);
    if (it != templates_.end()) {
        it->second.used = true;
        return &it->second;
    }
    if (findings.full()) {
        findings.error(name.place, "unknown-template", "unknown template");
        return nullptr;
    }
    std::vector<std::string_view> names;
    for (const auto& [known, entry] : templates_) {
        names.push_back(known);
    }
    const std::string hint = did_you_mean(name.value, names);
    findings.error(name.place, "unknown-template",
                   "unknown template " + quoted(name.value) + hint +
                       (names.empty() ? "; the policy has no `templates`"
                                      : (hint.empty() ? "; known templates: "
                                                      : " Known templates: ") +
                                            listing(names)));
    return nullptr;
}

// The templates from `first` down to one that is merged already or builds on
// none; false after an error, which then fails them all.
bool Templates::chain_from(Template* first, std::vector<Template*>& chain,
                           Findings& findings) {
    for (Template* at = first; at != nullptr && !at->merged;) {
        if (at->failed) {
            return false;
        }
        const Text* next =
            at->body.template_name ? &*at->body.template_name : nullptr;
        if (std::find(chain.begin(), chain.end(), at) != chain.end()) {
            findings.error(chain.back()->body.template_name->place,
                           "template-cycle",
                           "this template builds on itself, directly or "
                           "through others; remove one `template`");
            return false;
        }
        if (chain.size() == kMaxTemplateDepth) {
            findings.error(chain.back()->body.template_name->place,
                           "template-too-deep",
                           "more than " + std::to_string(kMaxTemplateDepth) +
                               " templates build on each other");
            return false;
        }
        chain.push_back(at);
        if (next == nullptr) {
            return true;
        }
        picked_by_variable_ = picked_by_variable_ || at->body.template_varies;
        at = find(*next, findings);
        if (at == nullptr) {
            return false;
        }
    }
    return true;
}

const BodyEntry* Templates::merged(const Text& name, Findings& findings) {
    Template* first = find(name, findings);
    if (first == nullptr) {
        return nullptr;
    }
    std::vector<Template*> chain;
    if (!chain_from(first, chain, findings)) {
        for (Template* failed : chain) {
            failed->failed = true;
        }
        return nullptr;
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
        Template& entry = **it;
        if (!entry.body.template_name) {
            entry.merged = entry.body;
            continue;
        }
        const Template* base = find(*entry.body.template_name, findings);
        entry.merged = merge_bodies(*base->merged, entry.body);
    }
    return first->merged ? &*first->merged : nullptr;
}

std::optional<BodyEntry> Templates::resolve(BodyEntry own, Findings& findings) {
    if (!own.template_name) {
        return own;
    }
    note_choice(own);
    const BodyEntry* base = merged(*own.template_name, findings);
    if (base == nullptr) {
        return std::nullopt;
    }
    return merge_bodies(*base, own);
}

void Templates::report_unused(Findings& findings) {
    std::vector<Text> unused;
    for (const auto& [name, entry] : templates_) {
        if (!entry.used) {
            unused.push_back({name, entry.place});
        }
    }
    for (const Text& name : unused) {
        merged(name, findings);
    }
    if (picked_by_variable_ || findings.errors() > 0) {
        return;
    }
    for (const Text& name : unused) {
        findings.warning(
            name.place, "unused-template",
            "unused template " + quoted(name.value) + ": no site builds on it");
    }
}

}  // namespace robots::loader
