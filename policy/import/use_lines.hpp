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
    // `field` is one that is_of_group().
    UseLine(std::string_view field, std::string_view value);

    // A kind and a text of a note.
    struct Said {
        const char* kind;
        std::string text;
    };

    // Why a policy cannot have all of it, or nullopt.
    std::optional<Said> why_not() const;
    // Why the policy that it is in says something else.
    Said overruled() const;
    // What crawlers do not understand of it.
    std::vector<Said> oddities() const;

    bool is_license = false;
    bool is_signal = false;
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
