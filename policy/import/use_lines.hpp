// Lines about the use of content, which become `license`, `content_signal` and
// `content_usage` of a group.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// One line, as it was written.
struct UseLine {
    // `name` is one that is_of_group().
    UseLine(std::string_view name, std::string_view value);

    // A kind and a text of a note.
    template <class Text>
    struct Note {
        const char* kind;
        Text text;
    };
    // The notes about lines of one field.
    struct Field {
        Note<const char*> unreadable;  // why a policy cannot have all of it
        Note<const char*> overruled;   // why the policy says something else
    };

    // What crawlers do not understand of it.
    std::vector<Note<std::string>> oddities() const;

    const Field& field;
    bool is_readable = false;  // by what makes a policy of it
    std::string license;
    std::optional<ContentSignalLine> signals;
    std::optional<ContentUsageLine> usage;
};

// What a group of the policy says.
class KeptUse {
  public:
    explicit KeptUse(const RobotsGroup& group);

    bool has(const UseLine& line) const;

  private:
    UseOfContent use_;
    std::unordered_set<std::string> licenses_;
};

}  // namespace robots
