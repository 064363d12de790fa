// What import writes loads, means the same, and lacks no line in silence: for
// files in real shapes, and for thousands that are damaged ones.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/import/import.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "tests/oracles/import_oracle.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"
#include "tests/unit/policy/share_of.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

namespace {

// A file, as one of the sites of a policy.
struct SiteOfFile {
    const CorpusFile* file;
    Runs runs;
    std::string host;
    Imported imported;
};

class ImportProperty : public PolicyFixture {
  protected:
    // All of them are sites of one policy, since it takes long to load one.
    void expect_right(const std::vector<CorpusFile>& files) const {
        constexpr std::string_view kStart = "version: 1\n\nsites:\n";
        std::vector<SiteOfFile> sites;
        std::string yaml(kStart);
        for (const CorpusFile& file : files) {
            for (const Runs runs : {Runs::together, Runs::apart}) {
                std::string host =
                    "s" + std::to_string(sites.size()) + ".example";
                Imported imported = import_robots_txt(file.text, host, runs);
                EXPECT_EQ(imported.problem, why_foreign(file.text))
                    << file.name;
                if (imported.problem.empty()) {
                    ASSERT_EQ(imported.yaml.compare(0, kStart.size(), kStart),
                              0);
                    yaml += imported.yaml.substr(kStart.size());
                    sites.push_back(
                        {&file, runs, std::move(host), std::move(imported)});
                }
            }
        }
        const Loaded loaded = load(yaml);
        ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics) << yaml;
        for (const SiteOfFile& site : sites) {
            expect_right(site, render(*loaded.policy, "http://" + site.host));
        }
    }

  private:
    static void expect_right(const SiteOfFile& site,
                             const std::string& rendered) {
        EXPECT_EQ(tests::ImportOracle(site.file->text, site.imported, rendered,
                                      site.runs)
                      .mistake(),
                  "")
            << site.file->name << (site.runs == Runs::apart ? ", split" : "")
            << "\n--- file\n"
            << site.file->text << "\n--- robots.txt\n"
            << rendered;
    }
};

}  // namespace

TEST_F(ImportProperty, HoldsForEveryShape) {
    expect_right(real_shapes());
    expect_right(tests::share_of(robots_txt_corpus()));
}

TEST_F(ImportProperty, HoldsForThousandsOfDamagedFiles) {
    const std::vector<CorpusFile> shapes = real_shapes();
    for (std::uint32_t seed = 0;
         seed < 2000 / tests::kOneIn && !HasFailure();) {
        std::vector<CorpusFile> files;
        for (int i = 0; i < 100; ++i) {
            files.push_back(mutated(shapes, seed++));
        }
        expect_right(files);
    }
}

}  // namespace robots
