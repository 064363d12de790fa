// docs/policy.schema.json names the keys that the loader knows, and no others.
// What it says about values is checked by tests/schema/.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using Names = std::set<std::string>;

// A map of the language: where the schema describes it, and a policy in which
// one has a key that there is not.
struct Map {
    const char* name;
    const char* pointer;
    const char* policy;
};

void PrintTo(const Map& map, std::ostream* out) {
    *out << map.name;
}

nlohmann::json schema() {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream file(std::string(root == nullptr ? "." : root) +
                       "/docs/policy.schema.json");
    return nlohmann::json::parse(file);
}

// The words in backquotes behind "known keys".
Names listed(const std::string& text) {
    Names out;
    std::size_t at = text.find("known keys: ");
    while (at != std::string::npos) {
        const std::size_t start = text.find('`', at);
        if (start == std::string::npos) {
            break;
        }
        const std::size_t end = text.find('`', start + 1);
        out.insert(text.substr(start + 1, end - start - 1));
        at = end + 1;
    }
    return out;
}

class Schema : public PolicyFixture,
               public ::testing::WithParamInterface<Map> {};

TEST_P(Schema, HasTheLoadersKeys) {
    const Map& map = GetParam();
    const Loaded loaded = load("version: 1\n" + std::string(map.policy));
    Names known;
    for (const Diagnostic& diagnostic : loaded.diagnostics) {
        if (diagnostic.code == "unknown-key") {
            known = listed(diagnostic.text);
        }
    }
    const nlohmann::json described =
        schema().at(nlohmann::json::json_pointer(map.pointer));
    EXPECT_EQ(described.at("additionalProperties"), false);
    Names names;
    for (const auto& [name, value] : described.at("properties").items()) {
        if (!value.value("deprecated", false)) {
            names.insert(name);
        }
    }
    EXPECT_EQ(names, known) << all(loaded.diagnostics);
}

TEST_P(Schema, MarksTheOldNames) {
    const Map& map = GetParam();
    const std::string policy = "version: 1\n" + std::string(map.policy);
    const nlohmann::json described =
        schema().at(nlohmann::json::json_pointer(map.pointer));
    for (const auto& [name, value] : described.at("properties").items()) {
        std::string said = policy;
        said.replace(said.find("qqqqqqqq"), 8, name);
        const std::string found = all(load(said).diagnostics);
        EXPECT_EQ(
            found.find("`" + name + "` is the old name") != std::string::npos,
            value.value("deprecated", false))
            << found;
    }
}

const Map kAll[] = {
    {"Policy", "", "qqqqqqqq: 1\n"},
    {"Include", "/definitions/include",
     "include: {files: policy.yaml, qqqqqqqq: 1}\ndefault: {}\n"},
    {"Site", "/definitions/site", "sites: [{host: a, qqqqqqqq: 1}]\n"},
    {"Template", "/definitions/body", "templates: {t: {qqqqqqqq: 1}}\n"},
    {"Default", "/definitions/body", "default: {qqqqqqqq: 1}\n"},
    {"Group", "/definitions/group",
     "default: {groups: [{user_agent: a, qqqqqqqq: 1}]}\n"},
    {"Rule", "/definitions/rule",
     "default: {groups: [{user_agent: a, allow: {qqqqqqqq: 1}}]}\n"},
    {"Usage", "/definitions/usage_item",
     "default: {usage: {allow: search, qqqqqqqq: 1}}\n"},
    {"Tag", "/definitions/tag",
     "default: {x_robots_tag: {value: none, qqqqqqqq: 1}}\n"},
    {"RobotsTxt", "/definitions/robots_txt",
     "default: {robots_txt: {qqqqqqqq: 1}}\n"},
    {"Refusal", "/definitions/refusal", "default: {refusal: {qqqqqqqq: 1}}\n"},
    {"Budget", "/definitions/budget",
     "budgets: {a: {qqqqqqqq: 1}}\ndefault: {}\n"},
    {"Suspend", "/definitions/suspend", "default: {suspend: {qqqqqqqq: 1}}\n"},
    {"PolicyLint", "/definitions/policy_lint", "lint: {qqqqqqqq: 1}\n"},
    {"Lint", "/definitions/lint", "default: {lint: {qqqqqqqq: 1}}\n"},
    {"Enforce", "/definitions/enforcement", "enforce: {qqqqqqqq: 1}\n"},
    {"Status", "/definitions/status", "refusal: {status: {qqqqqqqq: 1}}\n"},
    {"Statuses", "/definitions/statuses", "refusal: {qqqqqqqq: 1}\n"},
    {"Crawler", "/definitions/crawler",
     "crawlers: [{token: a, qqqqqqqq: 1}]\n"},
    {"Obeys", "/definitions/obeys",
     "crawlers: [{token: a, obeys: {qqqqqqqq: 1}}]\n"},
    {"Test", "/definitions/test",
     "tests: [{url: http://a/, crawler: a, allow: /, qqqqqqqq: 1}]\n"},
};

INSTANTIATE_TEST_SUITE_P(Of, Schema, ::testing::ValuesIn(kAll),
                         [](const auto& map) {
                             return std::string(map.param.name);
                         });

// A map that this file forgets would not be compared.
TEST(SchemaItself, EveryMapWithFixedKeysIsCompared) {
    const nlohmann::json all = schema();
    for (const auto& [name, definition] : all.at("definitions").items()) {
        if (!definition.contains("properties")) {
            continue;
        }
        const std::string pointer = "/definitions/" + name;
        EXPECT_TRUE(
            std::any_of(std::begin(kAll), std::end(kAll),
                        [&](const Map& map) { return map.pointer == pointer; }))
            << pointer;
    }
}

}  // namespace
}  // namespace robots
