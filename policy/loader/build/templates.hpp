// Templates by name, and bodies merged with the templates they build on.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "policy/loader/entries/body_entries.hpp"

namespace robots::loader {

// Templates build on each other at most this many levels deep.
constexpr std::size_t kMaxTemplateDepth = 64;

class Templates {
  public:
    // Adds a `templates` map. A name must be unique across all files.
    void read(const Reader& reader, const Value& value);

    // `own` laid over its templates. nullopt after an error: an unknown
    // template, or templates that build on themselves.
    std::optional<BodyEntry> resolve(BodyEntry own, Findings& findings);

    // Notes what resolve() would note of a body whose template is resolved
    // already.
    void note_choice(const BodyEntry& own) {
        picked_by_variable_ = picked_by_variable_ || own.template_varies;
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

    Template* find(const Text& name, Findings& findings);
    // The template of that name, merged with what it builds on, or nullptr.
    // `depth`: how many build on it.
    const BodyEntry* merged(const Text& name, Findings& findings,
                            std::size_t depth = 0);

    std::map<std::string, Template, std::less<>> templates_;
    bool picked_by_variable_ = false;
};

}  // namespace robots::loader
