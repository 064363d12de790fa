// The common fixture of the import tests.

#pragma once

#include <string>
#include <vector>

#include "policy/import/import.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

class ImportFixture : public PolicyFixture {
  protected:
    using Strings = std::vector<std::string>;

    // Returns the notes of a kind as "line: text".
    static Strings notes(const Imported& imported, const std::string& kind) {
        Strings out;
        for (const ImportNotes& each : imported.notes) {
            for (std::size_t i = 0; each.kind == kind && i < each.texts.size();
                 ++i) {
                out.push_back(std::to_string(each.lines[i]) + ": " +
                              each.texts[i]);
            }
        }
        return out;
    }
    static Strings notes(const std::string& text, const std::string& kind,
                         Runs runs = Runs::together) {
        return notes(import_robots_txt(text, "", runs), kind);
    }
    static Strings kinds(const Imported& imported) {
        Strings out;
        for (const ImportNotes& each : imported.notes) {
            out.push_back(each.kind);
        }
        return out;
    }

    // Imports `text`, and returns the robots.txt of the imported policy.
    std::string rendered(const std::string& text, std::string* yaml = nullptr) {
        const Imported imported = import_robots_txt(text, "");
        if (yaml != nullptr) {
            *yaml = imported.yaml;
        }
        return robots_txt(imported.yaml);
    }
};

}  // namespace robots
