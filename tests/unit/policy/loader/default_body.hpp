// Tests of one body: a policy that has nothing but a default.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "policy/loader/build/load.hpp"

namespace robots {

// `Fixture` loads policies: PolicyFixture, or one that builds on it.
template <class Fixture>
class WithDefaultBody : public Fixture {
  protected:
    // A policy whose default is `body` in flow style, in line 2 from column 10.
    static std::string with(const std::string& body) {
        return "version: 1\ndefault: " + body + "\n";
    }
    // What the default of a policy that must load serves.
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
