#include "tests/unit/policy/site/policy_fixture.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace robots {

PolicyFixture::PolicyFixture() {
    std::string name =
        (std::filesystem::temp_directory_path() / "robots-policy-XXXXXX")
            .string();
    if (::mkdtemp(name.data()) == nullptr) {
        ADD_FAILURE() << "no folder can be made: " << name;
    }
    folder_ = name;
}

PolicyFixture::~PolicyFixture() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::string PolicyFixture::path(const std::string& name) const {
    return folder_ + '/' + name;
}

std::string PolicyFixture::write(const std::string& name,
                                 std::string_view text) const {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    EXPECT_TRUE(stream.flush().good()) << file;
    return file.string();
}

Loaded PolicyFixture::load(std::string_view yaml,
                           const Variables& variables) const {
    return load_policy(write("policy.yaml", yaml), variables);
}

std::string PolicyFixture::all(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        out += to_string(diagnostic) + '\n';
    }
    return out;
}

void PolicyFixture::expect_told(const Loaded& loaded, Severity severity,
                                const std::vector<Told>& wanted) const {
    std::string found;
    for (const Diagnostic& d : loaded.diagnostics) {
        EXPECT_EQ(d.text.find('\n'), std::string::npos) << to_string(d);
        if ((d.severity == Severity::error) == (severity == Severity::error)) {
            found += d.file + ':' + std::to_string(d.line) + ':' +
                     std::to_string(d.column) + ' ' + d.code + '\n';
        }
    }
    std::string expected;
    for (const Told& told : wanted) {
        expected += path(told.file) + ':' + std::to_string(told.line) + ':' +
                    std::to_string(told.column) + ' ' + told.code + '\n';
    }
    EXPECT_EQ(found, expected) << all(loaded.diagnostics);
}

void PolicyFixture::expect_errors(std::string_view yaml,
                                  const std::vector<Told>& errors,
                                  const Variables& variables) const {
    const Loaded loaded = load(yaml, variables);
    EXPECT_EQ(loaded.policy, nullptr) << yaml;
    expect_told(loaded, Severity::error, errors);
}

void PolicyFixture::expect_error(std::string_view yaml, const std::string& code,
                                 std::uint32_t line,
                                 std::uint32_t column) const {
    SCOPED_TRACE(std::string(yaml));
    expect_errors(yaml, {{code, line, column}});
}

void PolicyFixture::expect_warnings(std::string_view yaml,
                                    const std::vector<Told>& warnings) const {
    const Loaded loaded = load(yaml);
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    expect_told(loaded, Severity::warning, warnings);
}

const Site* PolicyFixture::site_of(const Policy& policy, std::string_view url) {
    const std::optional<Url> parsed = parse_url(url);
    return parsed ? policy.find({parsed->host, parsed->port, parsed->scheme})
                  : nullptr;
}

std::string PolicyFixture::render(const Policy& policy, std::string_view url) {
    const Site* site = site_of(policy, url);
    if (site == nullptr) {
        return "(no site)";
    }
    const std::optional<Url> parsed = parse_url(url);
    return site->robots->body.render(
        {parsed->host, parsed->port, parsed->scheme});
}

std::string PolicyFixture::robots_txt(std::string_view yaml,
                                      std::string_view url,
                                      const Variables& variables) const {
    const Loaded loaded = load(yaml, variables);
    if (loaded.policy == nullptr) {
        ADD_FAILURE() << all(loaded.diagnostics);
        return "(no policy)";
    }
    return render(*loaded.policy, url);
}

}  // namespace robots
