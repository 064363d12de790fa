// docs/evidence/evasion.md shows the tables that evasion_test.cpp goes through.

#include <gmock/gmock.h>

#include "tests/harness/nginx.hpp"
#include "tests/integration/evasion/evasion_rows.hpp"

namespace integration {
namespace {

using testing::HasSubstr;

std::string page() {
    return read_file(source_folder() + "/docs/evidence/evasion.md");
}

std::string line(std::initializer_list<std::string> cells) {
    std::string text = "|";
    for (const std::string& cell : cells) {
        text += " " + cell + " |";
    }
    return text + "\n";
}

std::string code(std::string_view text) {
    return "`" + std::string(text) + "`";
}

// For RequestRow and FieldsRow.
template <typename Row>
std::string table(const std::vector<Row>& rows) {
    std::string text = "|---|---|---|\n";
    for (const Row& row : rows) {
        text += line({std::string(row.what), std::to_string(row.status),
                      std::string(row.because)});
    }
    return text + "\n";
}

TEST(EvasionPage, ShowsTheTargets) {
    std::string text = "|---|---|---|\n";
    for (const TargetRow& row : kTargets) {
        text += line({code(row.target), std::to_string(row.status),
                      std::string(row.because)});
    }
    EXPECT_THAT(page(), HasSubstr(text + "\n"));
}

TEST(EvasionPage, ShowsTheRequests) {
    EXPECT_THAT(page(), HasSubstr(table(kMethods)));
    EXPECT_THAT(page(), HasSubstr(table(kHeaders)));
    EXPECT_THAT(page(), HasSubstr(table(kPseudoHeaders)));
    EXPECT_THAT(page(), HasSubstr(table(kFree)));
}

TEST(EvasionPage, ShowsTheConstructions) {
    std::string text = "|---|---|---|\n";
    for (const ConstructionRow& row : kConstructions) {
        text += line({std::string(row.what), std::to_string(row.status),
                      std::to_string(row.charges)});
    }
    EXPECT_THAT(page(), HasSubstr(text + "\n"));
}

TEST(EvasionPage, ShowsClientsThatAreNotCrawlers) {
    std::string text = "|---|---|\n";
    for (const AgentRow& row : kNoCrawlers) {
        text +=
            line({std::string(row.who),
                  row.user_agent.empty() ? "no header" : code(row.user_agent)});
    }
    EXPECT_THAT(page(), HasSubstr(text + "\n"));
}

}  // namespace
}  // namespace integration
