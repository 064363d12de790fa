#include "policy/loader/build/templates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "policy/base/near_word.hpp"

namespace robots::loader {

void Templates::read(const Reader& reader, const Value& value) {
    if (!reader.is_map(value)) {
        return;
    }
    const YamlNode& map = *value.node;
    const std::uint32_t file = value.place().file;
    Scope& scope = templates_[templates_.count(file) != 0 ? file : kCommon];
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& name = map.items[i];
        const auto [it, added] = scope.try_emplace(std::string(name.text));
        if (!added) {
            reader.error(name.place, "duplicate-template",
                         "duplicate template " + cited(name.text) +
                             ", first at " +
                             reader.findings().where(it->second.place));
            continue;
        }
        read_body(reader, {name.text, &map.items[i + 1]}, "a template",
                  it->second.body);
        it->second.place = name.place;
    }
}

std::uint32_t Templates::scope_of(std::string_view name,
                                  std::uint32_t file) const {
    const auto own = templates_.find(file);
    return own != templates_.end() && own->second.count(name) != 0 ? file
                                                                   : kCommon;
}

TemplateKey Templates::key_of(const Text& name) const {
    return {scope_of(name.value, name.place.file), name.value};
}

Templates::Template* Templates::find(const Text& name, Findings& findings) {
    const std::uint32_t file = name.place.file;
    Scope& scope = templates_[scope_of(name.value, file)];
    const auto it = scope.find(name.value);
    if (it != scope.end()) {
        it->second.used = true;
        return &it->second;
    }
    if (findings.full()) {
        findings.error(name.place, "unknown-template", "unknown template");
        return nullptr;
    }
    std::vector<std::string_view> names;
    for (const auto& [owner, known] : templates_) {
        if (owner == kCommon || owner == file) {
            for (const auto& [each, entry] : known) {
                names.push_back(each);
            }
        }
    }
    findings.error(
        name.place, "unknown-template",
        "unknown template " + cited(name.value) +
            (names.empty() ? "; the policy has no `templates`"
                           : with_listing(did_you_mean(name.value, names),
                                          "known templates:", names)));
    return nullptr;
}

const BodyEntry* Templates::merged(const Text& name, Findings& findings,
                                   std::size_t depth) {
    Template* entry = find(name, findings);
    if (entry == nullptr || entry->merged || entry->failed) {
        return entry != nullptr && entry->merged ? &*entry->merged : nullptr;
    }
    if (entry->busy) {
        findings.error(name.place, "template-cycle",
                       "this template builds on itself, directly or through "
                       "others; remove one `template`");
        return nullptr;
    }
    if (depth == kMaxTemplateDepth) {
        findings.error(name.place, "template-too-deep",
                       "more than " + std::to_string(kMaxTemplateDepth) +
                           " templates build on each other");
        return nullptr;
    }
    if (!entry->body.template_name) {
        entry->merged = entry->body;
        return &*entry->merged;
    }
    note_choice(entry->body.template_varies);
    entry->busy = true;
    const Findings::Blame blame(findings, entry->place.file);
    const BodyEntry* base =
        merged(*entry->body.template_name, findings, depth + 1);
    entry->busy = false;
    entry->failed = base == nullptr;
    if (entry->failed) {
        return nullptr;
    }
    entry->merged = merge_bodies(*base, entry->body);
    return &*entry->merged;
}

std::optional<BodyEntry> Templates::resolve(BodyEntry own, Findings& findings) {
    if (!own.template_name) {
        return own;
    }
    note_choice(own.template_varies);
    const BodyEntry* base = merged(*own.template_name, findings);
    if (base == nullptr) {
        return std::nullopt;
    }
    return merge_bodies(*base, own);
}

void Templates::report_unused(Findings& findings) {
    std::vector<Text> unused;
    for (const auto& [owner, scope] : templates_) {
        for (const auto& [name, entry] : scope) {
            if (!entry.used) {
                unused.push_back({name, entry.place});
            }
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
            "unused template " + cited(name.value) + ": no site builds on it");
    }
}

}  // namespace robots::loader
