// What the linter says about files in the shapes of real ones. Each warning
// here was read by somebody who asked whether it is worth acting on: nine of
// ten have to be.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/lint/lint.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {
namespace {

using Lines = std::vector<std::string>;

// "name, line: code" for each finding of this severity.
Lines findings(const std::vector<CorpusFile>& files, Severity severity) {
    const Crawlers crawlers(built_in_crawlers(), built_in_not_crawlers());
    Lines out;
    for (const CorpusFile& file : files) {
        for (const lint::Remark& finding :
             lint::lint_robots_txt(file.text, crawlers)) {
            if (finding.severity == severity) {
                out.push_back(file.name + ", " +
                              std::to_string(finding.place.line) + ": " +
                              std::string(name_of(finding.code)));
            }
        }
    }
    return out;
}

TEST(LintShapes, WarningsAreWorthActingOn) {
    // Whether an author would change the file, and thank for it.
    struct Read {
        const char* warning;
        bool is_worth_it = true;
    };
    const std::vector<Read> all{
        {"wordpress, shop, 9: blocks-rendering"},
        {"wordpress, shop, 10: blocks-rendering"},
        {"hosted blogs, 6: group-without-rules"},
        {"shopify, 33: drops-wildcard-rules", false},
        {"shopify, 43: drops-wildcard-rules"},
        {"shopify, 49: drops-wildcard-rules"},
        {"magento 1, 14: no-leading-slash"},
        {"magento 1, 15: no-leading-slash"},
        {"magento 1, 16: no-leading-slash"},
        {"magento 1, 18: no-leading-slash"},
        {"magento 1, 15: secret-looking-path"},
        {"bitrix, 11: drops-wildcard-rules"},
        {"squarespace, 25: blocks-rendering"},
        {"phpbb, 7: blocks-rendering"},
        {"vbulletin, 15: drops-wildcard-rules"},
        {"discourse, 11: group-without-rules"},
        {"discourse, 29: open-ended-path"},
        {"closed, 2: closed-by-accident"},
        {"news, 23: drops-wildcard-rules", false},
        {"content signals, 39: token-in-two-groups"},
        {"code host, 3: group-without-rules"},
        {"windows server, 9: drops-wildcard-rules"},
    };
    Lines expected;
    for (const Read& each : all) {
        expected.emplace_back(each.warning);
    }
    EXPECT_EQ(findings(published_shapes(), Severity::warning), expected);
    const auto worth_it = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(),
                      [](const Read& each) { return each.is_worth_it; }));
    EXPECT_GE(worth_it * 10, all.size() * 9);
}

TEST(LintShapes, AdviceIsRare) {
    const auto files = published_shapes();
    EXPECT_LE(findings(files, Severity::advice).size(), files.size() * 7 / 5);
    EXPECT_EQ(findings(files, Severity::error), Lines{});
}

}  // namespace
}  // namespace robots
