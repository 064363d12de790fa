// Gives each test its own folder for the policies that it loads.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "policy/loader/build/load.hpp"

namespace robots {

// A finding that a test expects: its code and place.
struct Told {
    std::string code;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string file = "policy.yaml";
};

class PolicyFixture : public ::testing::Test {
  protected:
    PolicyFixture();
    ~PolicyFixture() override;

    // The path of a file in the test's folder.
    std::string path(const std::string& name) const;
    // Writes a file in the test's folder, and creates the folders in its name.
    // Returns its path.
    std::string write(const std::string& name, std::string_view text) const;

    // Loads `yaml` as policy.yaml.
    Loaded load(std::string_view yaml, const Variables& variables = {}) const;

    // Loads `yaml` and expects exactly these errors (and any warnings).
    void expect_errors(std::string_view yaml, const std::vector<Told>& errors,
                       const Variables& variables = {}) const;
    void expect_error(std::string_view yaml, const std::string& code,
                      std::uint32_t line, std::uint32_t column) const;
    // Does the same for warnings and advice, for a policy that loads.
    void expect_warnings(std::string_view yaml,
                         const std::vector<Told>& warnings) const;

    // Returns the robots.txt for `url` in a policy that must load.
    std::string robots_txt(std::string_view yaml,
                           std::string_view url = "http://a.example/",
                           const Variables& variables = {}) const;

    // Returns the text of all findings, one per line.
    static std::string all(const Diagnostics& diagnostics);
    static std::string render(const Policy& policy, std::string_view url);
    static const Site* site_of(const Policy& policy, std::string_view url);

  private:
    void expect_told(const Loaded& loaded, Severity severity,
                     const std::vector<Told>& wanted) const;

    std::string folder_;
};

}  // namespace robots
