// Whether a policy would come out the same again.

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderInputs : public PolicyFixture {
  protected:
    LoaderInputs() {
        write("sites.d/a.yaml",
              "sites: [{host: a.example, robots_txt: {file: a.txt}}]\n");
        write("sites.d/a.txt", "User-agent: *\nDisallow: /a\n");
        write("hosts.txt", "b.example\n");
        loaded = load(
            "version: 1\ninclude: sites.d/*.yaml\n"
            "sites: [{hosts_file: hosts.txt, comment: b}]\n");
    }

    std::string read(const std::string& name) const {
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }

    Loaded loaded;
};

TEST_F(LoaderInputs, AreUnchangedUntilAFileChanges) {
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_TRUE(loaded.inputs.unchanged());
    EXPECT_TRUE(loaded.inputs.unchanged());
}

TEST_F(LoaderInputs, IncludeRobotsTxtAndHostsFiles) {
    for (const char* file :
         {"policy.yaml", "sites.d/a.yaml", "sites.d/a.txt", "hosts.txt"}) {
        const std::string before = read(file);
        write(file, before + "\n");
        EXPECT_FALSE(loaded.inputs.unchanged()) << file;
        write(file, before);
        EXPECT_TRUE(loaded.inputs.unchanged()) << file;
    }
}

TEST_F(LoaderInputs, IncludeTheMatchesOfAPattern) {
    write("sites.d/b.yaml", "sites: []\n");
    EXPECT_FALSE(loaded.inputs.unchanged());
    std::filesystem::remove(path("sites.d/b.yaml"));
    EXPECT_TRUE(loaded.inputs.unchanged());
}

TEST_F(LoaderInputs, ARemovedFileIsAChange) {
    std::filesystem::remove(path("hosts.txt"));
    EXPECT_FALSE(loaded.inputs.unchanged());
}

}  // namespace
}  // namespace robots
