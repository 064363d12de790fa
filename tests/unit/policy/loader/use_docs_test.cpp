// The five policies of docs/ai-crawlers.md.

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

// The YAML of the section "Five policies".
std::vector<std::string> five_policies() {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream file(std::string(root == nullptr ? "." : root) +
                       "/docs/ai-crawlers.md");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text = text.substr(text.find("## Five policies\n"));
    text.resize(text.find("## Say it once\n"));
    const std::string fence = "```yaml\n";
    std::vector<std::string> out;
    for (std::size_t at = text.find(fence); at != std::string::npos;
         at = text.find(fence, at)) {
        at += fence.size();
        out.push_back(text.substr(at, text.find("```", at) - at));
    }
    return out;
}

class UseDocs : public PolicyFixture {
  protected:
    // What the policies publish; they load without a finding.
    std::vector<std::string> published() const {
        std::vector<std::string> out;
        for (const std::string& yaml : five_policies()) {
            EXPECT_EQ(all(load(yaml).diagnostics), "") << yaml;
            out.push_back(robots_txt(yaml));
        }
        return out;
    }
};

TEST_F(UseDocs, TheFivePoliciesSayWhatTheyPromise) {
    const std::vector<std::string> all = published();
    ASSERT_EQ(all.size(), 5u);
    const std::string everybody = "User-agent: *\nDisallow:\n";
    const std::string training = "User-agent: GPTBot\n";
    const std::string no_training =
        "Content-Signal: ai-train=no\nContent-Usage: train-ai=n\n";
    EXPECT_THAT(all[0], HasSubstr(everybody + no_training));
    EXPECT_THAT(all[0], HasSubstr(training));
    EXPECT_THAT(all[1], HasSubstr(everybody +
                                  "Content-Signal: search=yes, ai-input=no, "
                                  "ai-train=no\nContent-Usage: train-ai=n, "
                                  "search=y\n"));
    EXPECT_THAT(all[1], HasSubstr("User-agent: ChatGPT-User\n"));
    EXPECT_EQ(all[2].find("License: https://example.com/license.xml\n"), 0u);
    EXPECT_THAT(all[3],
                HasSubstr("User-agent: PartnerBot\nDisallow:\n"
                          "Content-Signal: ai-train=yes\n"
                          "Content-Usage: train-ai=y\n"
                          "License: https://example.com/partner.xml\n"));
    EXPECT_EQ(all[4], everybody +
                          "Content-Signal: search=yes, ai-input=yes, "
                          "ai-train=yes\nContent-Usage: train-ai=y, "
                          "search=y\n");
}

}  // namespace
}  // namespace robots
