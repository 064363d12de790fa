// Returns the warnings of a policy as codes.

#pragma once

#include <string>
#include <vector>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

class LintFixture : public PolicyFixture {
  protected:
    using Codes = std::vector<std::string>;

    // Takes a policy without its version.
    Codes codes(const std::string& yaml) const {
        const Loaded loaded = load("version: 1\n" + yaml);
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        Codes out;
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            EXPECT_NE(diagnostic.severity, Severity::error);
            EXPECT_EQ(diagnostic.text.find('\n'), std::string::npos);
            out.push_back(diagnostic.code);
        }
        return out;
    }

    // Takes the groups of a default site, as the items of a list.
    Codes groups(const std::string& items) const {
        return codes("default: {groups: [" + items + "]}\n");
    }

    // Takes the keys of a group for "*".
    Codes group(const std::string& keys) const {
        return groups("{user_agent: '*', " + keys + "}");
    }

    // Takes the items that a group for "*" disallows.
    Codes closing(const std::string& items) const {
        return group("disallow: [" + items + "]");
    }

    // Takes a robots.txt file. Returns its warnings as "code:line".
    Codes file(const std::string& text) const {
        write("robots.txt", text);
        const Loaded loaded =
            load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        Codes out;
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            EXPECT_EQ(diagnostic.file, path("robots.txt"));
            out.push_back(diagnostic.code + ':' +
                          std::to_string(diagnostic.line));
        }
        return out;
    }

    static Codes one(const std::string& code) { return {code}; }
    static Codes none() { return {}; }
};

}  // namespace robots
