// What docs/ has for monitoring goes with what is served: a dashboard or an
// alert about a metric that there is none of shows nothing, for ever.

#include <unistd.h>

#include <regex>
#include <set>

#include "tests/harness/processes.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

using Names = std::set<std::string>;

std::string text_of(const std::string& name) {
    return read_file(source_folder() + "/docs/" + name);
}

// Names of metrics in a text that has no other such words; those of a
// histogram's series without their ending.
Names metrics_in(const std::string& text) {
    static const std::regex name("robots_[a-z_]*[a-z]");
    static const std::regex ending("(_seconds)_(bucket|sum|count)$");
    Names names;
    for (std::sregex_iterator at(text.begin(), text.end(), name);
         at != std::sregex_iterator(); ++at) {
        names.insert(std::regex_replace(at->str(), ending, "$1"));
    }
    return names;
}

// Metrics that a table of Markdown describes: what its first column names.
Names metrics_described_in(const std::string& text) {
    static const std::regex row("\n\\| ([^|]*)\\|");
    std::string columns;
    for (std::sregex_iterator at(text.begin(), text.end(), row);
         at != std::sregex_iterator(); ++at) {
        columns += (*at)[1].str() + "\n";
    }
    return metrics_in(columns);
}

class MonitoringDocs : public StatusTest {
  protected:
    // What the dashboard asks Prometheus for, wherever it stands.
    static std::string queries_in(const Json& value) {
        std::string text;
        if (!value.is_structured()) {
            return text;
        }
        for (const auto& [name, member] : value.items()) {
            const bool query =
                (name == "expr" || name == "query") && member.is_string();
            text +=
                query ? member.get<std::string>() + "\n" : queries_in(member);
        }
        return text;
    }

    // Words that JSON may have for something: also values of labels.
    static void add_words(const Json& schema, Names& words) {
        for (const auto& [name, member] : schema.items()) {
            for (const Json& word : name == "enum" ? member : Json::array()) {
                words.insert(word.is_string() ? word.get<std::string>() : "");
            }
            if (member.is_structured()) {
                add_words(member, words);
            }
        }
    }

    MonitoringDocs() {
        policy("default: {groups: [{user_agent: \"*\", disallow: /}]}");
    }

    // With `http` in front of the servers.
    Names served(const std::string& http = {}) {
        configure(http + "server { listen 127.0.0.1:@web@;" +
                  std::string(kToBackend) + "}" + status_server());
        nginx.start();
        const std::string text = status("format=prometheus");
        static const std::regex type("# TYPE ([a-z_]+) ");
        Names names;
        for (std::sregex_iterator at(text.begin(), text.end(), type);
             at != std::sregex_iterator(); ++at) {
            names.insert((*at)[1]);
        }
        return names;
    }
};

TEST_F(MonitoringDocs, AlertsAndDashboardUseExistingMetrics) {
    // Its metrics are there though nobody listens at that port.
    const Names known = served("robots_fleet valkey://127.0.0.1:1;");
    ASSERT_FALSE(known.empty());
    const Names of_alerts = metrics_in(text_of("alerts.yaml"));
    const Names of_dashboard =
        metrics_in(queries_in(Json::parse(text_of("grafana-dashboard.json"))));
    EXPECT_GE(of_alerts.size(), 3U);
    EXPECT_GE(of_dashboard.size(), 5U);
    for (const Names& used : {of_alerts, of_dashboard}) {
        for (const std::string& name : used) {
            EXPECT_EQ(known.count(name), 1U) << name;
        }
    }
}

TEST_F(MonitoringDocs, AlertsAndDashboardAskForWordsThatAreServed) {
    Names words;
    add_words(Json::parse(text_of("status.schema.json")), words);
    const std::string queries =
        text_of("alerts.yaml") +
        queries_in(Json::parse(text_of("grafana-dashboard.json")));
    static const std::regex selector(
        "(verdict|action|would|identity|signature)!?=\"([^\"]*)\"");
    int found = 0;
    for (std::sregex_iterator at(queries.begin(), queries.end(), selector);
         at != std::sregex_iterator(); ++at, ++found) {
        EXPECT_EQ(words.count((*at)[2]), 1U) << at->str();
    }
    EXPECT_GE(found, 5);
}

TEST_F(MonitoringDocs, EveryMetricIsDescribed) {
    const std::string text = text_of("monitoring.md");
    const Names known = served();
    for (const std::string& name : known) {
        EXPECT_TRUE(contains(text, "`" + name + "`") ||
                    contains(text, "`" + name + "{"))
            << name;
    }
    for (const std::string& name : metrics_described_in(text)) {
        EXPECT_EQ(known.count(name), 1U) << name << " is not served";
    }
}

TEST_F(MonitoringDocs, TheDashboardIsJson) {
    const Json dashboard = Json::parse(text_of("grafana-dashboard.json"));
    std::set<int> ids;
    for (const Json& panel : dashboard.at("panels")) {
        EXPECT_FALSE(panel.at("title").get<std::string>().empty());
        EXPECT_FALSE(panel.at("targets").empty()) << panel.at("title");
        EXPECT_TRUE(ids.insert(panel.at("id").get<int>()).second);
    }
}

TEST_F(MonitoringDocs, AlertsFire) {
    const std::string promtool = environment("ROBOTS_PROMTOOL", "");
    if (promtool.empty() || access(promtool.c_str(), X_OK) != 0) {
        GTEST_SKIP() << "no promtool: make promtool";
    }
    const std::string output = nginx.folder().path("promtool-output");
    const std::string root = source_folder();
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{promtool, "check", "rules",
                                   root + "/docs/alerts.yaml"},
          {promtool, "test", "rules", root + "/tests/data/alerts_test.yaml"}}) {
        int status = 0;
        EXPECT_TRUE(await_end(spawn(command, output), 60s, &status));
        EXPECT_EQ(status, 0) << read_file(output);
    }
}

}  // namespace
}  // namespace integration
