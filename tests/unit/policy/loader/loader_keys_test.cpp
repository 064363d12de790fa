// `keys_url`, `keys_file` and `ranges_url` of `crawlers`: where what
// proves a crawler comes from.

#include <string>
#include <vector>

#include "tests/unit/policy/loader/crawler_entry_fixture.hpp"
#include "tests/unit/policy/signature/test_keys.hpp"

namespace robots {
namespace {

using Strings = std::vector<std::string>;

constexpr char kKeys[] = R"({"keys": [
  {"kty": "OKP", "crv": "Ed25519", "use": "sig",
   "x": "_3h5ai8Y0R2nCENPaYT2l9vSfzlVfZYF9fKzvJbGIzk"}]})";

class LoaderKeys : public CrawlerEntryFixture {
  protected:
    // What a signature by the key of kKeys may name, of each who has it.
    std::vector<Strings> urls_of_key() const {
        const signature::ReadKeys read = signature::read_keys(kKeys);
        const auto* owners = loaded.policy->crawlers().keys().find(
            read.keys.at(0).key->thumbprint(), /*test_keys=*/false);
        std::vector<Strings> out;
        if (owners != nullptr) {
            for (const auto& owner : *owners) {
                out.push_back(*owner.urls);
            }
        }
        return out;
    }

    // The only warning of a policy with this file of keys.
    std::string warning_of(std::string_view file) {
        write("keys.json", file);
        crawler(with("keys_file: keys.json"));
        if (loaded.diagnostics.size() != 1) {
            return all(loaded.diagnostics);
        }
        EXPECT_EQ(loaded.diagnostics[0].line, 3U);
        EXPECT_EQ(loaded.diagnostics[0].column, 39U);
        return loaded.diagnostics[0].code + ": " + loaded.diagnostics[0].text;
    }
};

TEST_F(LoaderKeys, AgentsAndListsAreHttpsUrls) {
    const Crawler one =
        crawler(with("keys_url: 'https://Agent.Example/', "
                     "ranges_url: 'https://example.com:8443/a.json?b'"));
    EXPECT_EQ(one.keys_urls, Strings{"https://agent.example"});
    EXPECT_EQ(one.ranges_urls, Strings{"https://example.com:8443/a.json?b"});
    EXPECT_EQ(one.keys_url_place.line, 3U);
    const Crawler two =
        crawler(with("keys_url: ['https://a.example/keys', "
                     "'https://b.example:443'], ranges_url: []"));
    EXPECT_EQ(two.keys_urls,
              (Strings{"https://a.example/keys", "https://b.example"}));
    EXPECT_TRUE(two.ranges_urls.empty());
}

TEST_F(LoaderKeys, OtherUrlsAreErrors) {
    for (const char* url :
         {"http://agent.example", "agent.example", "https://", "https:///a",
          "https://u:p@agent.example", "https://agent.example/#a",
          "https://agent.example/a b", "ftp://agent.example",
          "https://agent.example/ü"}) {
        expect_error(with("keys_url: '" + std::string(url) + "'"), "bad-url", 3,
                     38);
        expect_error(with("ranges_url: '" + std::string(url) + "'"), "bad-url",
                     3, 40);
    }
    expect_error(with("keys_url: {a: b}"), "wrong-type", 3, 38);
}

TEST_F(LoaderKeys, AnEntryReplacesWhatTheCatalogueHas) {
    const Loaded both = load(
        "version: 1\ndefault: {}\ncrawlers:\n"
        "- {token: Googlebot, keys_url: 'https://a.example'}\n"
        "- {token: bingbot, category: search}\n");
    ASSERT_NE(both.policy, nullptr) << all(both.diagnostics);
    EXPECT_EQ(both.policy->crawlers().find("Googlebot")->keys_urls,
              Strings{"https://a.example"});
    EXPECT_EQ(both.policy->crawlers().find("bingbot")->keys_urls,
              Crawlers(built_in_crawlers(), {}).find("bingbot")->keys_urls);
}

TEST_F(LoaderKeys, AFileOfKeysIsReadRelativeToThePolicy) {
    const std::string file = write("keys/a.json", kKeys);
    write("keys/crawlers.yaml",
          "crawlers: [{token: Qqxbot, keys_file: a.json}]\n");
    const Crawler found =
        crawler("version: 1\ninclude: keys/crawlers.yaml\ndefault: {}\n");
    ASSERT_EQ(found.keys.size(), 1U) << all(loaded.diagnostics);
    EXPECT_EQ(found.keys[0].file, file);
    EXPECT_TRUE(found.keys[0].usable);
    EXPECT_EQ(loaded.policy->where(found.keys[0].place),
              path("keys/crawlers.yaml") + ":1:39");
    ASSERT_EQ(found.keys[0].keys.size(), 1U);
    const auto* owners = loaded.policy->crawlers().keys().find(
        found.keys[0].keys[0].key->thumbprint(), /*test_keys=*/false);
    ASSERT_NE(owners, nullptr);
    EXPECT_EQ(loaded.policy->crawlers().entries()[owners->front().number].token,
              "Qqxbot");
}

// Of a file: the URLs that the policy or the catalogue gives. Of a copy: its
// own.
TEST_F(LoaderKeys, AKeyIsOneOfTheUrlsThatPublishIt) {
    const std::string directory =
        "/.well-known/http-message-signatures-directory";
    write("keys.json", kKeys);
    crawler(with("keys_file: keys.json"));
    EXPECT_EQ(urls_of_key(), std::vector<Strings>{Strings{}});
    crawler(
        with("keys_file: keys.json, keys_url: ['https://A.example', "
             "'https://b.example/k?v=1']"));
    EXPECT_EQ(urls_of_key(),
              (std::vector<Strings>{
                  {"https://a.example" + directory, "https://b.example/k"}}));
    write("store/a.example_.well-known_http-message-signatures-directory",
          kKeys);
    write("store/b.example_k", kKeys);
    crawler(
        "version: 1\ndefault: {}\nidentity: {directory: store}\n"
        "crawlers: [{token: Qqxbot, keys_url: ['https://a.example', "
        "'https://b.example/k']}]\n");
    EXPECT_EQ(urls_of_key(),
              (std::vector<Strings>{{"https://a.example" + directory},
                                    {"https://b.example/k"}}))
        << all(loaded.diagnostics);
    loaded = load(
        "version: 1\ndefault: {}\n"
        "crawlers: [{token: ChatGPT-Agent, keys_file: keys.json}]\n");
    EXPECT_EQ(urls_of_key(),
              (std::vector<Strings>{{"https://chatgpt.com" + directory}}));
}

TEST_F(LoaderKeys, AFileThatCannotBeUsedIsAWarning) {
    EXPECT_EQ(warning_of("<html>"),
              "keys-unusable: cannot use `" + path("keys.json") +
                  "`: it is not valid JSON, or ends too early. Until this is "
                  "fixed, its keys verify no request of `Qqxbot`");
    crawler(with("keys_file: not-there.json"));
    EXPECT_EQ(loaded.diagnostics.at(0).code, "keys-unusable");
    EXPECT_TRUE(loaded.policy->crawlers().keys().empty());
}

TEST_F(LoaderKeys, AKeyThatCannotBeUsedIsAWarning) {
    EXPECT_EQ(
        warning_of(R"({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AAAA"},
  {"kty": "OKP", "crv": "Ed25519",
   "x": "_3h5ai8Y0R2nCENPaYT2l9vSfzlVfZYF9fKzvJbGIzk"}]})"),
        "key-skipped: `" + path("keys.json") +
            "`: key 1 has no `x` of 32 octets in base64url; the other keys are "
            "used without it");
    EXPECT_FALSE(loaded.policy->crawlers().keys().empty());
}

TEST_F(LoaderKeys, APublicTestKeyIsAWarning) {
    EXPECT_EQ(warning_of(signature::ed25519_test_jwk()),
              "key-is-public: `" + path("keys.json") +
                  "` has a test key of RFC 9421 or of a draft, with which "
                  "anybody can sign; it verifies nothing. Ask the operator for "
                  "its own key");
    EXPECT_EQ(warning_of(kKeys), "");
}

TEST_F(LoaderKeys, AFileOutsideOfThePolicysFolderIsAnError) {
    expect_error(with("keys_file: /etc/passwd"), "outside-root", 3, 39);
    expect_error(with("keys_file: ../keys.json"), "outside-root", 3, 39);
}

TEST_F(LoaderKeys, AChangeOfTheFileIsNoticed) {
    write("keys.json", kKeys);
    crawler(with("keys_file: keys.json"));
    EXPECT_TRUE(loaded.inputs.unchanged());
    write("keys.json", R"({"keys": []})");
    EXPECT_FALSE(loaded.inputs.unchanged());
}

}  // namespace
}  // namespace robots
