// Templates by name, and bodies merged with the templates they build on.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/loader/entries/body_entries.hpp"

namespace robots::loader {

// Templates build on each other at most this many levels deep.
constexpr std::size_t kMaxTemplateDepth = 64;

// The file in whose scope it is, and its name. Equal for names that mean the
// same template.
using TemplateKey = std::pair<std::uint32_t, std::string>;

class Templates {
  public:
    // From now on, the templates of that file are its own: only its bodies see
    // them, and there they count in place of the policy's of the same name.
    void give_scope(std::uint32_t file) { templates_[file]; }

    // Adds a `templates` map. A name must be unique in its scope.
    void read(const Reader& reader, const Value& value);

    // `own` laid over its templates. nullopt after an error: an unknown
    // template, or templates that build on themselves.
    std::optional<BodyEntry> resolve(BodyEntry own, Findings& findings);

    TemplateKey key_of(const Text& name) const;

    // Notes what resolve() would note of bodies whose template is resolved
    // already: whether a variable chose it.
    void note_choice(bool template_varies) {
        picked_by_variable_ = picked_by_variable_ || template_varies;
    }
    // Notes that bodies build on it.
    void note_use(const TemplateKey& key, Findings& findings) {
        merged({key.second, {key.first, 0, 0}}, findings);
    }

    // Checks the templates that nothing builds on, and warns about them. There
    // is no warning if a variable chooses templates, since another value may
    // choose these, or after errors, which may be the reason.
    void report_unused(Findings& findings);

  private:
    struct Template {
        BodyEntry body;
        Place place;  // of its name
        std::optional<BodyEntry> merged;
        bool failed = false;
        bool busy = false;  // what it builds on is being merged
        bool used = false;
    };

    // Those of the policy are in the scope of the main file, which is the
    // first.
    static constexpr std::uint32_t kCommon = 0;
    using Scope = std::map<std::string, Template, std::less<>>;

    // The scope in which a body that was written in `file` finds the name.
    std::uint32_t scope_of(std::string_view name, std::uint32_t file) const;
    Template* find(const Text& name, Findings& findings);
    // The template of that name, merged with what it builds on, or nullptr.
    // `depth`: how many build on it.
    const BodyEntry* merged(const Text& name, Findings& findings,
                            std::size_t depth = 0);

    std::map<std::uint32_t, Scope> templates_;
    bool picked_by_variable_ = false;
};

}  // namespace robots::loader
