// A fixture for tests of one body: the policy has only a default.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "policy/loader/build/load.hpp"

namespace robots {

// `Fixture` is PolicyFixture or derived from it.
template <class Fixture>
class WithDefaultBody : public Fixture {
  protected:
    // Returns a policy whose default is `body` in flow style, in line 2 from
    // column 10.
    static std::string with(const std::string& body) {
        return "version: 1\ndefault: " + body + "\n";
    }
    // Returns the robots.txt of the default of a policy that must load.
    std::shared_ptr<const Robots> served(const std::string& yaml) const {
        const Loaded loaded = this->load(yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << Fixture::all(loaded.diagnostics);
            return std::make_shared<const Robots>();
        }
        return loaded.policy->default_site()->robots;
    }
};

}  // namespace robots
