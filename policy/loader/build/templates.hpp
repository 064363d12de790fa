// Finds templates by name, and merges each body with its templates. "A builds
// on B" means that A has the key `template: B`.

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

// The maximum number of templates in a chain in which each template builds on
// the next.
constexpr std::size_t kMaxTemplateDepth = 64;

// Identifies a template: the index of the file that owns the scope of the
// template, and the name of the template. If two files use the same name for
// the same template, the key is the same in both files.
using TemplateKey = std::pair<std::uint32_t, std::string>;

class Templates {
  public:
    // Gives `file` a scope of its own. Only bodies of `file` can use templates
    // that `file` defines. If a template of `file` and a template of the whole
    // policy have the same name, bodies of `file` use the template of `file`.
    void give_scope(std::uint32_t file) { templates_[file]; }

    // Adds the templates of a `templates` map. A duplicate name in a scope is
    // an error.
    void read(const Reader& reader, const Value& value);

    // Returns `own` merged with all templates on which it builds. Returns
    // nullopt after an error: an unknown template, a template that builds on
    // itself, or a chain that is too long.
    std::optional<BodyEntry> resolve(BodyEntry own, Findings& findings);

    TemplateKey key_of(const Text& name) const;
    // Returns the index of the file that defines the template `key`, which must
    // exist.
    std::uint32_t file_of(const TemplateKey& key) const {
        return templates_.at(key.first).find(key.second)->second.place.file;
    }

    // Records whether a variable chose the template of a body. Only needed for
    // a body for which resolve() is not called.
    void note_choice(bool template_varies) {
        picked_by_variable_ = picked_by_variable_ || template_varies;
    }
    // Marks the template `key`, and the templates on which it builds, as used.
    void note_use(const TemplateKey& key, Findings& findings) {
        merged({key.second, {key.first, 0, 0}}, findings);
    }

    // Checks the templates that no body uses, and warns about them. Does not
    // warn if a variable chooses templates, because another value of the
    // variable may choose the unused template. Does not warn after errors,
    // because a body with an error may use the template.
    void report_unused(Findings& findings);

  private:
    struct Template {
        BodyEntry body;
        Place place;  // of its name
        std::optional<BodyEntry> merged;
        bool failed = false;
        bool busy = false;  // it is being merged
        bool used = false;
    };

    // The index of the file that owns the templates for the whole policy: the
    // main file.
    static constexpr std::uint32_t kCommon = 0;
    using Scope = std::map<std::string, Template, std::less<>>;

    // Returns the index of the file that owns the scope in which a body of
    // `file` finds the template `name`.
    std::uint32_t scope_of(std::string_view name, std::uint32_t file) const;
    Template* find(const Text& name, Findings& findings);
    // Returns the template `name`, merged with the templates on which it
    // builds, or nullptr after an error. `depth` must be the number of
    // templates before `name` in the chain.
    const BodyEntry* merged(const Text& name, Findings& findings,
                            std::size_t depth = 0);

    std::map<std::uint32_t, Scope> templates_;
    bool picked_by_variable_ = false;
};

}  // namespace robots::loader
