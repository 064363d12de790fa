// Reads License, Content-Signal and Content-Usage lines: lines about the use of
// content. In a policy, these lines become the keys `license`, `content_signal`
// and `content_usage` of a group.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// One License, Content-Signal or Content-Usage line, as it was written.
struct UseLine {
    // is_of_group() must be true for `name`.
    UseLine(std::string_view name, std::string_view value);

    template <class Text>
    struct Note {
        const char* kind;
        Text text;
    };
    // The texts of the notes about lines with one field name.
    struct Field {
        Note<const char*> unreadable;  // why a policy cannot have all of a line
        Note<const char*> overruled;   // why another line counts instead
    };

    // Returns notes about signals and labels that crawlers do not know.
    std::vector<Note<std::string>> oddities() const;

    const Field& field;
    bool is_readable = false;  // whether the import can read the line
    std::string license;
    std::optional<ContentSignalLine> signals;
    std::optional<ContentUsageLine> usage;
};

// The lines about the use of content that one group of the policy has.
class KeptUse {
  public:
    explicit KeptUse(const RobotsGroup& group);

    // Whether the lines of the group say everything that `line` says.
    bool has(const UseLine& line) const;

  private:
    UseOfContent use_;
    std::unordered_set<std::string> licenses_;
};

}  // namespace robots
