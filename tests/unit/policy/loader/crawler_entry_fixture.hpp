// Loads policies with one entry in `crawlers`: Qqxbot.

#pragma once

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

class CrawlerEntryFixture : public PolicyFixture {
  protected:
    static std::string with(const std::string& keys) {
        return "version: 1\ndefault: {}\ncrawlers: [{token: Qqxbot, " + keys +
               "}]\n";
    }

    // Returns the crawler Qqxbot of a policy that must load.
    Crawler crawler(const std::string& yaml) {
        loaded = load(yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return {};
        }
        return *loaded.policy->crawlers().find("Qqxbot");
    }

    Loaded loaded;
};

}  // namespace robots
