#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "cli/survey/counts.hpp"
#include "cli/survey/sqlite.hpp"
#include "policy/robots_txt/access.hpp"
#include "policy/site/groups.hpp"
#include "tests/unit/cli/archive/warc_text.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Files in many shapes, by host.
std::map<std::string, std::string> real_files() {
    std::map<std::string, std::string> out;
    const std::vector<CorpusFile> shapes = real_shapes();
    for (std::uint32_t i = 0; i < 150; ++i) {
        out["h" + std::to_string(i) + ".example"] =
            i < shapes.size() ? shapes[i].text : mutated(shapes, i).text;
    }
    for (const CorpusFile& file : not_robots_txt_shapes()) {
        out["n" + std::to_string(out.size()) + ".example"] = file.text;
    }
    return out;
}

class CliSurvey : public RobotsctlFixture {
  protected:
    // The result of one survey, without what tells one kind of input from
    // another.
    nlohmann::json survey(std::vector<std::string> inputs) {
        inputs.insert(inputs.begin(), {"survey", "--json"});
        const Ran ran = run(inputs);
        EXPECT_EQ(ran.code, 0) << ran.err;
        nlohmann::json out = ran.json().at(0);
        for (const char* each : {"inputs", "input_bytes", "passed_over"}) {
            out.erase(each);
        }
        return out;
    }

    // Each file as a WARC file of its own, by the order of hosts.
    std::vector<std::string> shards(bool compressed) {
        std::vector<std::string> out;
        int number = 0;
        for (const auto& [host, text] : real_files()) {
            const std::string record = warc(host, text);
            out.push_back(
                write("shards/" + std::to_string(number++) + ".warc",
                      compressed ? robotsctl::gzipped(record) : record));
        }
        return out;
    }

    static std::string warc(const std::string& host, const std::string& text) {
        return robotsctl::warc_record("request", "https://x/", "GET") +
               robotsctl::warc_response(host, text);
    }

    std::int64_t number(const std::string& file, const std::string& sql) {
        robotsctl::Sqlite database(file);
        return database.number(sql);
    }
};

// What the group that binds `crawler` leaves open to it.
std::string selected(const Groups& groups,
                     const robotsctl::Catalogue& catalogue,
                     const Crawler& crawler) {
    const Group* group = groups.select(
        {crawler.token, crawler.category, &crawler}, catalogue.crawlers());
    Reach reach;
    if (group != nullptr) {
        for (const Rule& rule : group->rules.rules()) {
            reach.add(RuleLine{rule.allow, std::string(rule.pattern.text()),
                               rule.place});
        }
    }
    return std::string(to_string(reach.access()));
}

}  // namespace

TEST_F(CliSurvey, CountsTheSameOfFilesInAnyKindOfArchive) {
    std::string all;
    std::string packed;
    for (const auto& [host, text] : real_files()) {
        write("files/" + host + ".txt", text);
        write("folders/" + host + "/robots.txt", text);
        all += warc(host, text);
        packed += robotsctl::gzipped(warc(host, text));
    }
    const std::string tar = "tar -C '" + path("") + "' -c";
    ASSERT_EQ(std::system((tar + "f '" + path("a.tar") + "' files").c_str()),
              0);
    ASSERT_EQ(std::system((tar + "zf '" + path("b.tar") + "' folders").c_str()),
              0);
    nlohmann::json files = survey({path("files")});
    EXPECT_EQ(files["hosts"], real_files().size());
    EXPECT_EQ(files["status"]["none"], real_files().size());
    EXPECT_GT(files["kinds"]["html"], 0);
    EXPECT_GT(files["kinds"]["utf-16"], 0);
    EXPECT_EQ(survey({path("a.tar")}), files);
    EXPECT_EQ(survey({path("b.tar")}), files);
    nlohmann::json crawled = survey({write("c.warc", all)});
    EXPECT_EQ(survey({write("d", packed)}), crawled);
    EXPECT_EQ(crawled["status"]["200"], real_files().size());
    crawled["status"] = files["status"];
    EXPECT_EQ(crawled, files);
}

TEST_F(CliSurvey, OfPartsAddsUpToThatOfAll) {
    std::vector<std::string> inputs = shards(true);
    inputs.push_back(write("broken", "WARC/1.0\r\n\r\n" + inputs[0]));
    std::vector<std::string> all{"survey", "--json"};
    all.insert(all.end(), inputs.begin(), inputs.end());
    const Ran whole = run(all);
    ASSERT_EQ(whole.code, 0) << whole.err;
    EXPECT_EQ(whole.json()[0]["skipped"], 1);
    std::size_t at = 0;
    for (const std::size_t part : {std::size_t{70}, inputs.size()}) {
        std::vector<std::string> words{"survey", "--json"};
        for (; at < part; ++at) {
            words.push_back(inputs[at]);
        }
        write("parts/" + std::to_string(part), run(words).out);
    }
    const Ran merged = run({"survey", "merge", path("sum"), path("parts")});
    EXPECT_EQ(merged.code, 0) << merged.err;
    EXPECT_EQ(run({"survey", "merge", "--json", "-", path("sum")}).out,
              whole.out);
    EXPECT_THAT(run({"survey", "merge", "-", path("sum")}).out,
                HasSubstr("have a robots.txt"));
}

TEST_F(CliSurvey, DatabasesAddUpToThatOfAll) {
    const std::vector<std::string> inputs = shards(false);
    std::vector<std::string> all{"survey", "--sqlite", path("all.db")};
    std::vector<std::string> some{"survey", "--sqlite", path("a.db")};
    std::vector<std::string> rest{"survey", "--sqlite", path("b.db")};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        all.push_back(inputs[i]);
        // Some hosts are in both.
        if (i < 100) {
            some.push_back(inputs[i]);
        }
        if (i > 80) {
            rest.push_back(inputs[i]);
        }
    }
    ASSERT_EQ(run(all).code, 0);
    ASSERT_EQ(run(rest).code, 0);
    ASSERT_EQ(run(some).code, 0);
    ASSERT_EQ(
        run({"survey", "merge", path("sum.db"), path("b.db"), path("a.db")})
            .code,
        0);
    // Adding to a database is the same.
    some[2] = path("b.db");
    ASSERT_EQ(run(some).code, 0);
    for (const char* sum : {"sum.db", "b.db"}) {
        robotsctl::Sqlite database(path("all.db"));
        database.run("ATTACH '" + path(sum) + "' AS other");
        EXPECT_EQ(database.number("SELECT count(*) FROM main.files"),
                  static_cast<std::int64_t>(inputs.size()));
        for (const char* rows :
             {"files.url FROM @.files",
              "named.token, access FROM @.named JOIN @.files ON id = file",
              "agents.token, grp FROM @.agents JOIN @.files ON id = file",
              "line, path FROM @.rules JOIN @.files ON id = file",
              "line, value FROM @.lines JOIN @.files ON id = file",
              "text FROM @.bodies AS b JOIN @.files ON id = b.rowid"}) {
            const auto of = [rows](const std::string& name) {
                std::string sql = std::string("SELECT host, kind, ") + rows;
                for (std::size_t at; (at = sql.find('@')) != sql.npos;) {
                    sql.replace(at, 1, name);
                }
                return sql;
            };
            const std::string count = "SELECT count(*) FROM (";
            EXPECT_GT(database.number(count + of("main") + ")"), 0) << rows;
            EXPECT_EQ(database.number(count + of("main") + " EXCEPT " +
                                      of("other") + ")"),
                      0)
                << rows;
            EXPECT_EQ(database.number(count + of("other") + " EXCEPT " +
                                      of("main") + ")"),
                      0)
                << rows;
        }
    }
}

// As Groups::select and its rules decide, for crawlers that fall back to others
// and those that ignore `*`.
TEST_F(CliSurvey, AccessIsThatOfTheGroupThatBindsACrawler) {
    const robotsctl::Catalogue catalogue;
    std::map<std::string, std::string> files = real_files();
    files["fallback.example"] =
        "User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /\n";
    for (const auto& [host, text] : files) {
        write("files/" + host, text);
    }
    const Ran ran =
        run({"survey", "--json", "--sqlite", path("db"), path("files")});
    ASSERT_EQ(ran.code, 0) << ran.err;
    robotsctl::Sqlite database(path("db"));
    robotsctl::Statement access(
        database,
        "SELECT 1 FROM access WHERE host = ?1 AND crawler = ?2 AND "
        "access = ?3");
    robotsctl::Statement is_file(
        database,
        "SELECT 1 FROM files WHERE host = ?1 AND kind = 'robots.txt'");
    std::map<std::string, std::map<std::string, int>> sums;
    for (const auto& [host, text] : files) {
        if (!is_file.run(host)) {
            continue;
        }
        const RobotsTxt document = parse_robots_txt(text);
        const Groups groups(
            document, std::vector<Shared<Enforcement>>(document.groups.size()));
        for (robotsctl::CrawlerIndex i = 0; i < catalogue.size(); i += 3) {
            const Crawler& crawler = catalogue[i];
            const std::string expected = selected(groups, catalogue, crawler);
            ++sums[crawler.token][expected];
            EXPECT_TRUE(access.run(host, crawler.token, expected))
                << crawler.token << " is not " << expected << " of\n"
                << text;
        }
    }
    int compared = 0;
    const nlohmann::json result = ran.json().at(0);
    for (const auto& crawler : result["robots_txt"]["crawlers"]) {
        const auto it = sums.find(crawler["crawler"]);
        for (const auto& [name, count] : crawler["access"].items()) {
            if (it != sums.end()) {
                ++compared;
                EXPECT_EQ(count, it->second[name]) << crawler;
            }
        }
    }
    EXPECT_GT(compared, 20);
}

TEST_F(CliSurvey, OneRecordOfAHostCounts) {
    const auto answer = [](const std::string& status, const std::string& text) {
        return robotsctl::warc_response("a.example", text,
                                        "HTTP/1.1 " + status + "\r\n");
    };
    const std::string archive =
        answer("301 Moved\r\nLocation: https://b.example/robots.txt", "") +
        answer("503 Busy", "") + answer("200 OK", "User-agent: *\nAllow: /\n") +
        answer("200 OK", "User-agent: *\nDisallow: /\n") + answer("404 No", "");
    const nlohmann::json found = survey({write("a", archive)});
    EXPECT_EQ(found["hosts"], 1);
    EXPECT_EQ(found["records"], 5);
    EXPECT_EQ(found["repeated"], 4);
    EXPECT_EQ(found["status"], (nlohmann::json{{"200", 1}}));
    EXPECT_EQ(found["redirects"]["elsewhere"], 0);
    EXPECT_EQ(found["robots_txt"]["everyone"]["open"], 1);
}

TEST_F(CliSurvey, ResultsAreAsTheSchemaSays) {
    write("files/a.example", "User-agent: GPTBot\nDisallow: /\nFoo: bar\n");
    write("files/b.example", "User-agent: Own\nCrawl-delay: 2\n");
    const std::string result =
        write("result", run({"survey", "--lint", "--json", path("files")}).out);
    const char* root = std::getenv("ROBOTS_SOURCE");
    ASSERT_NE(root, nullptr);
    const std::string source = root;
    EXPECT_EQ(std::system((source + "/tests/schema/check-survey '" + source +
                           "' '" + result + "'")
                              .c_str()),
              0);
}

TEST_F(CliSurvey, SaysWhatItCannotUse) {
    EXPECT_EQ(run({"survey"}).code, 2);
    const Ran missing = run({"survey", path("missing")});
    EXPECT_EQ(missing.code, 2);
    EXPECT_THAT(missing.err, HasSubstr("cannot open `" + path("missing")));
    const std::string text = write("a.example", "User-agent: *\n");
    const Ran no_database = run({"survey", "--sqlite", text, text});
    EXPECT_EQ(no_database.code, 2);
    EXPECT_THAT(no_database.err, HasSubstr("is not a database"));
    robotsctl::Sqlite(path("other.db")).run("CREATE TABLE x (y)");
    const Ran other = run({"survey", "--sqlite", path("other.db"), text});
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err, HasSubstr("is not a survey's database"));
    EXPECT_EQ(run({"survey", "merge", path("x"), text}).code, 2);
    const std::string foreign = write("v", R"({"survey":"99"})");
    EXPECT_THAT(run({"survey", "merge", path("x"), foreign}).err,
                HasSubstr("survey again"));
    const std::string damaged =
        write("w", R"({"survey":")" ROBOTS_VERSION R"("})");
    EXPECT_THAT(run({"survey", "merge", path("x"), damaged}).err,
                HasSubstr("it is damaged"));
    EXPECT_FALSE(std::filesystem::exists(path("x")));
    EXPECT_THAT(run({"survey", "merge", "-", path("other.db")}).err,
                HasSubstr("cannot be printed"));
}

// As root, a file would be put in the place of /dev/null.
TEST_F(CliSurvey, ADeviceIsNotReplaced) {
    const std::string input = write("a.example", "User-agent: *\n");
    const std::string pipe = path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"survey", "merge", pipe, input},
          {"survey", "--sqlite", pipe, input}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr("this is not a file; name a file"));
    }
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(CliSurvey, ReadsStandardInput) {
    const Ran ran =
        run({"survey", "--json", "-"}, warc("a.example", "User-agent: *\n"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json()[0]["hosts"], 1);
    EXPECT_THAT(ran.err, IsEmpty());
}

// A file of a terabyte that is nearly all holes takes a few blocks in it.
TEST_F(CliSurvey, ReadsOnlyTheStartOfSparseFiles) {
    std::filesystem::resize_file(
        write("files/a.example", "User-agent: *\nDisallow: /a\n"),
        std::uintmax_t{1} << 40);
    write("files/b.example", "User-agent: *\nDisallow: /b\n");
    for (const char* format : {"gnu", "pax"}) {
        ASSERT_EQ(std::system(("tar -C '" + path("") + "' --sparse --format=" +
                               format + " -cf '" + path("a.tar") + "' files")
                                  .c_str()),
                  0);
        EXPECT_LT(std::filesystem::file_size(path("a.tar")), 100000u);
        const Ran ran = run({"survey", "--json", path("a.tar")});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.json()[0]["hosts"], 2) << format;
        EXPECT_EQ(ran.json()[0]["skipped"], 0) << format;
    }
}

TEST_F(CliSurvey, SkipsADamagedTarAndGoesOn) {
    for (const char* host : {"a.example", "b.example"}) {
        write("files/" + std::string(host), "User-agent: *\nDisallow: /\n");
    }
    ASSERT_EQ(std::system(("tar -C '" + path("") + "' -cf '" + path("a.tar") +
                           "' files")
                              .c_str()),
              0);
    std::filesystem::resize_file(path("a.tar"), 1600);
    const Ran ran = run({"survey", "--json", path("a.tar"), path("files")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_GE(ran.json()[0]["skipped"], 1);
    EXPECT_GE(ran.json()[0]["hosts"], 2);
}

}  // namespace robots
