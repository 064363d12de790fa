// Finds templates by name, and merges each body with its templates.

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

// Identifies a template: the file in whose scope it is, and the template's
// name. Two names that mean the same template have equal keys.
using TemplateKey = std::pair<std::uint32_t, std::string>;

class Templates {
  public:
    // From now on, only the bodies of this file see the templates of this file,
    // and use them in place of the policy's templates of the same name.
    void give_scope(std::uint32_t file) { templates_[file]; }

    // Adds a `templates` map. A name must be unique in its scope.
    void read(const Reader& reader, const Value& value);

    // Returns `own` merged with the templates on which it builds. nullopt after
    // an error: an unknown template, or templates that build on themselves.
    std::optional<BodyEntry> resolve(BodyEntry own, Findings& findings);

    TemplateKey key_of(const Text& name) const;
    // Returns the file that has the template `key`, which must exist.
    std::uint32_t file_of(const TemplateKey& key) const {
        return templates_.at(key.first).find(key.second)->second.place.file;
    }

    // Notes whether a variable chose the template of a body, as resolve() does,
    // for a body whose template is resolved already.
    void note_choice(bool template_varies) {
        picked_by_variable_ = picked_by_variable_ || template_varies;
    }
    // Notes that bodies build on the template `key`.
    void note_use(const TemplateKey& key, Findings& findings) {
        merged({key.second, {key.first, 0, 0}}, findings);
    }

    // Checks the templates that no body uses, and warns about them. Does not
    // warn if a variable chooses templates, since another value may choose
    // these. Does not warn after errors, which may hide that a body uses one.
    void report_unused(Findings& findings);

  private:
    struct Template {
        BodyEntry body;
        Place place;  // of the name
        std::optional<BodyEntry> merged;
        bool failed = false;
        bool busy = false;  // its own template is being merged
        bool used = false;
    };

    // Templates of the whole policy are in the scope of the main file, which
    // has the index 0.
    static constexpr std::uint32_t kCommon = 0;
    using Scope = std::map<std::string, Template, std::less<>>;

    // Returns the scope in which a body of `file` finds the name.
    std::uint32_t scope_of(std::string_view name, std::uint32_t file) const;
    Template* find(const Text& name, Findings& findings);
    // Returns the named template, merged with the templates on which it builds;
    // nullptr after an error. `depth` must be the number of templates in the
    // chain that build on the named template.
    const BodyEntry* merged(const Text& name, Findings& findings,
                            std::size_t depth = 0);

    std::map<std::uint32_t, Scope> templates_;
    bool picked_by_variable_ = false;
};

}  // namespace robots::loader
