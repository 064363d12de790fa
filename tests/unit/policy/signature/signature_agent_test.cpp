// Where the signer of a request says that its key is published.

#include "policy/signature/signature_agent.hpp"

#include <gtest/gtest.h>

#include "tests/unit/policy/signature/web_bot_auth_fixture.hpp"

namespace robots::signature {
namespace {

std::string known(const std::string& url) {
    const auto out = keys_url_of(url);
    return out ? out->text + (out->is_origin ? " (origin)" : "") : "none";
}

// RFC 3986 6.2.2 and 6.2.3, without the query.
TEST(KeysUrl, HasOneSpelling) {
    for (const char* url :
         {"https://a.example/keys.json", "HTTPS://A.Example/keys.json",
          "https://a.example:443/keys.json", "https://a.example:/keys.json",
          "https://a.example:00443/keys.json", "https://a.example/%6beys.json",
          "https://a.example/./b/../keys.json",
          "https://a.example/b/%2E%2e/../keys.json",
          "https://a.example/keys.json?",
          "https://a.example/keys.json?a=/.."}) {
        EXPECT_EQ(known(url), "https://a.example/keys.json") << url;
    }
    const std::pair<const char*, const char*> others[] = {
        {"https://a.example/%c3%bc", "https://a.example/%C3%BC"},
        {"https://a.example//b/", "https://a.example//b/"},
        {"https://a.example/b/.", "https://a.example/b/"},
        {"https://a.example/b/c/..", "https://a.example/b/"},
        {"https://a.example/B;c=d", "https://a.example/B;c=d"},
        {"https://a.example:8443/b", "https://a.example:8443/b"},
        {"https://[2001:DB8::1]:443/b", "https://[2001:db8::1]/b"},
        {"https://192.0.2.1/b", "https://192.0.2.1/b"}};
    for (const auto& [url, same] : others) {
        EXPECT_EQ(known(url), same);
    }
}

TEST(KeysUrl, OfAnOriginIsItsDirectory) {
    for (const char* url :
         {"https://a.example", "https://a.example/", "https://A.example:443",
          "https://a.example?", "https://a.example/..?b"}) {
        EXPECT_EQ(known(url),
                  "https://a.example/.well-known/"
                  "http-message-signatures-directory (origin)")
            << url;
    }
    EXPECT_EQ(known("https://a.example" + std::string(kDirectory)),
              "https://a.example" + std::string(kDirectory));
}

TEST(KeysUrl, IsAbsoluteHttpsAndShort) {
    for (const char* url : {"",
                            "https",
                            "https:",
                            "https://",
                            "https:///a",
                            "http://a.example",
                            "a.example",
                            "/keys.json",
                            "https:a.example",
                            "https://u@a.example/",
                            "https://u:p@a.example",
                            "https://a.example/#b",
                            "https://a.example#",
                            "https://a.example/b c",
                            "https://a.example/%",
                            "https://a.example/%2",
                            "https://a.example/%zz",
                            "https://a.example/<b>",
                            "https://a.example/\"b\"",
                            "https://a.example/\xc3\xbc",
                            "https://a.example\\b",
                            "https://a%2eexample/",
                            "https://a.example:x",
                            "https://a.example:65536",
                            "https://a.example:123456",
                            "https://a:b:443",
                            "https://[::1",
                            "https://::1]",
                            "https://[]/",
                            "https://[::1]x/",
                            "data:application/json,{}"}) {
        EXPECT_EQ(known(url), "none") << url;
    }
    const std::string longest(kMaxKeysUrl - 18, 'b');
    EXPECT_NE(known("https://a.example/" + longest), "none");
    EXPECT_EQ(known("https://a.example/" + longest + 'b'), "none");
    EXPECT_NE(known("https://" + std::string(255, 'a')), "none");
    EXPECT_EQ(known("https://" + std::string(256, 'a')), "none");
}

// An agent whose key is known from a URL, and another from its origin.
class SignatureAgents : public WebBotAuth {
  protected:
    SignatureAgents() {
        keys_ = KeyRing();
        add_at(0, agent_, "https://a.example/keys.json");
        add_at(1, other_, "https://b.example");
    }

    void add_at(std::uint32_t owner, const Signer& signer,
                const std::string& url) {
        keys_.add(owner, read_keys(signer.jwk()).keys.at(0),
                  std::vector<std::string>{keys_url_of(url)->text});
    }

    // What is found of a request with that header, which covers `component`
    // with that value.
    CheckedSignature found(const std::string& agent,
                           const std::string& component,
                           const std::string& value) {
        signing_.covered = {{"\"@authority\"", "example.com"},
                            {component, value}};
        return find(
            signing_.input(),
            signing_.signature(signing_.key_id == other_.thumbprint() ? other_
                                                                      : agent_),
            agent);
    }
    // The same of the member of such a name, which is the only one.
    CheckedSignature member(const std::string& value,
                            const std::string& name = "sig1") {
        return found(name + '=' + value,
                     "\"signature-agent\";key=\"" + name + '"', value);
    }
    static std::string text(const CheckedSignature& finding) {
        return std::string(to_string(finding.result)) + ' ' +
               std::string(to_string(finding.form));
    }
    static std::string problem(const CheckedSignature& finding) {
        EXPECT_EQ(finding.result, Result::malformed) << finding.why;
        EXPECT_EQ(finding.form, AgentForm::unread);
        const std::string head = "signature `sig1`: ";
        EXPECT_EQ(finding.why.substr(0, head.size()), head) << finding.why;
        return finding.why.substr(std::min(head.size(), finding.why.size()));
    }
};

TEST_F(SignatureAgents, AMemberNamesTheUrlOfTheKeys) {
    const CheckedSignature finding = member("\"https://a.example/keys.json\"");
    EXPECT_EQ(text(finding), "verified url");
    EXPECT_EQ(finding.owners, std::vector<std::uint32_t>{0});
    EXPECT_EQ(finding.why,
              "signature `sig1` for `https://a.example/keys.json`: signed with "
              "the key `" +
                  agent_.thumbprint() + "`");
    EXPECT_EQ(text(member("\"https://A.example:443/x/../keys.json?v=2\"")),
              "verified url");
    signing_.key_id = other_.thumbprint();
    EXPECT_EQ(
        text(member("\"https://b.example" + std::string(kDirectory) + '"')),
        "verified url");
}

TEST_F(SignatureAgents, AnOriginIsItsDirectory) {
    signing_.key_id = other_.thumbprint();
    const CheckedSignature finding = member("\"https://b.example\"");
    EXPECT_EQ(text(finding), "verified origin");
    EXPECT_EQ(finding.why.find(
                  "signature `sig1` for the origin `https://b.example`: "),
              0U)
        << finding.why;
}

TEST_F(SignatureAgents, AStringIsForAllSignatures) {
    const CheckedSignature finding =
        found("\"https://a.example/keys.json\"", "\"signature-agent\"",
              "\"https://a.example/keys.json\"");
    EXPECT_EQ(text(finding), "verified string");
    EXPECT_EQ(finding.why.find("signature `sig1` for the string "
                               "`https://a.example/keys.json`: "),
              0U)
        << finding.why;
    signing_.key_id = other_.thumbprint();
    EXPECT_EQ(text(found("\"https://b.example/\"", "\"signature-agent\"",
                         "\"https://b.example/\"")),
              "verified string");
}

TEST_F(SignatureAgents, WithoutTheHeaderTheKeyAloneCounts) {
    const CheckedSignature finding =
        find(signing_.input(), signing_.signature(agent_));
    EXPECT_EQ(text(finding), "verified absent");
    EXPECT_EQ(finding.owners, std::vector<std::uint32_t>{0});
}

// A key is one of the URL that publishes it, and of no other (5.4).
TEST_F(SignatureAgents, AKeyOfAnotherUrlIsUnknown) {
    for (const char* value :
         {"\"https://b.example\"", "\"https://a.example\"",
          "\"https://a.example/keys.jso\"", "\"https://a.example/Keys.json\"",
          "\"https://a.example:8443/keys.json\""}) {
        const CheckedSignature finding = member(value);
        EXPECT_EQ(finding.result, Result::unknown_key) << value;
        EXPECT_TRUE(finding.owners.empty());
        EXPECT_NE(finding.why.find("the key `" + agent_.thumbprint() +
                                   "` is known from another URL"),
                  std::string::npos)
            << finding.why;
    }
    // Two who publish one key are two.
    add_at(7, agent_, "https://c.example/k");
    EXPECT_EQ(member("\"https://c.example/k\"").owners,
              std::vector<std::uint32_t>{7});
    EXPECT_EQ(memory_.left, 99);
}

TEST_F(SignatureAgents, AKeyOfNoUrlIsItsOwnersAnywhere) {
    add(7, agent_.jwk());
    EXPECT_EQ(member("\"https://c.example/k\"").owners,
              std::vector<std::uint32_t>{7});
    EXPECT_EQ(member("\"https://a.example/keys.json\"").owners,
              (std::vector<std::uint32_t>{0, 7}));
}

TEST_F(SignatureAgents, AMemberWithParametersIsIgnored) {
    const std::string typed = "\"https://a.example/keys.json\";type=jwks_uri";
    const CheckedSignature finding = member(typed);
    EXPECT_EQ(text(finding), "unknown_key ignored");
    EXPECT_EQ(finding.why,
              "signature `sig1`, whose `Signature-Agent` has parameters and is "
              "ignored: the key `" +
                  agent_.thumbprint() + "` counts only with its URL");
    EXPECT_EQ(
        text(found("\"https://a.example/keys.json\";a", "\"signature-agent\"",
                   "\"https://a.example/keys.json\";a")),
        "unknown_key ignored");
    // Another's parameters do not matter, and a key without a URL needs none.
    EXPECT_EQ(text(found("x=\"https://b.example\";a, "
                         "sig1=\"https://a.example/keys.json\"",
                         "\"signature-agent\";key=\"sig1\"",
                         "\"https://a.example/keys.json\"")),
              "verified url");
    add(7, agent_.jwk());
    EXPECT_EQ(member(typed).owners, std::vector<std::uint32_t>{7});
}

// As its own vectors do (E.2.1), and whoever changes a label on the way
// (6.6.1).
TEST_F(SignatureAgents, AnotherNameThanTheLabelIsReadIfOnlyOneCanBeMeant) {
    const std::string url = "\"https://a.example/keys.json\"";
    EXPECT_EQ(text(member(url, "g")), "verified url");
    EXPECT_EQ(text(found("g=" + url, "\"signature-agent\"", "g=" + url)),
              "verified url");
    EXPECT_EQ(text(found("x=\"https://b.example\", g=" + url,
                         "\"signature-agent\";key=\"g\"", url)),
              "verified url");
    // Of several, the one that has the label.
    const std::string both = "g=\"https://b.example\", sig1=" + url;
    EXPECT_EQ(text(found(both, "\"signature-agent\"", both)), "verified url");
    const std::string neither = "g=\"https://b.example\", h=" + url;
    EXPECT_EQ(
        problem(found(neither, "\"signature-agent\"", neither)),
        "it covers several members of `Signature-Agent`, and none has its "
        "label");
    signing_.covered = {{"\"@authority\"", "example.com"},
                        {"\"signature-agent\";key=\"g\"", "1"},
                        {"\"signature-agent\";key=\"h\"", "1"}};
    EXPECT_EQ(
        problem(find(signing_.input(), signing_.signature(agent_), neither)),
        "it covers several members of `Signature-Agent`, and none has its "
        "label");
}

// Each of two signatures is its own key's, for its own member (5.2.2).
TEST_F(SignatureAgents, SeveralSignaturesHaveAMemberEach) {
    const std::string agents =
        "sig1=\"https://a.example/keys.json\", sig2=\"https://b.example\"";
    Signing outer = signing_;
    signing_.covered = {{"\"@authority\"", "example.com"},
                        {"\"signature-agent\";key=\"sig1\"",
                         "\"https://a.example/keys.json\""}};
    outer.label = "sig2";
    outer.key_id = other_.thumbprint();
    outer.covered = {
        {"\"@authority\"", "example.com"},
        {"\"signature-agent\";key=\"sig1\"", "\"https://a.example/keys.json\""},
        {"\"signature-agent\";key=\"sig2\"", "\"https://b.example\""}};
    EXPECT_EQ(find(outer.input() + ", " + signing_.input(),
                   outer.signature(other_) + ", " + signing_.signature(agent_),
                   agents)
                  .owners,
              std::vector<std::uint32_t>{1});
    // Another's member is no proof of one's own.
    outer.covered.pop_back();
    EXPECT_EQ(text(find(outer.input(), outer.signature(other_), agents)),
              "unknown_key url");
}

TEST_F(SignatureAgents, WhatASignatureMustCoverItCovers) {
    const std::string url = "\"https://a.example/keys.json\"";
    const std::string uncovered = "it does not cover `signature-agent`";
    for (const char* component :
         {R"("signature-agent";bs)", R"("signature-agent";key=sig1)",
          R"("signature-agent";key="sig1";bs)", R"("signature-agent";sf)",
          R"("signature-agent2")", R"("@path")"}) {
        EXPECT_EQ(problem(found("sig1=" + url, component, url)), uncovered);
    }
    EXPECT_EQ(problem(found(url, R"("signature-agent";key="sig1")", url)),
              uncovered);
    EXPECT_EQ(
        problem(found("other=" + url, R"("signature-agent";key="sig1")", url)),
        "it covers the member `sig1` of `Signature-Agent`, which the "
        "request lacks");
}

TEST_F(SignatureAgents, AMemberIsAnHttpsUrl) {
    for (const char* value :
         {"1", "?1", "https://a.example", "()", "(\"a\")", ":AA==:"}) {
        EXPECT_EQ(problem(member(value)),
                  "the member `sig1` of `Signature-Agent` is not a string")
            << value;
    }
    for (const char* url :
         {"http://a.example/keys.json", "a.example", "data:,{}", "",
          "https://u:p@a.example/", "https://a.example/#keys"}) {
        const std::string value = '"' + std::string(url) + '"';
        const std::string bad = '`' + std::string(url) +
                                "` in `Signature-Agent` is not an https URL";
        EXPECT_EQ(problem(member(value)), bad);
        EXPECT_EQ(problem(found(value, "\"signature-agent\"", value)), bad);
    }
    // What is wrong with a member that nobody asks for does not matter.
    EXPECT_EQ(text(found("x=1, sig1=\"https://a.example/keys.json\"",
                         "\"signature-agent\";key=\"sig1\"",
                         "\"https://a.example/keys.json\"")),
              "verified url");
}

TEST_F(SignatureAgents, TheHeaderIsAStringOrADictionary) {
    for (const char* agent :
         {"https://a.example", "1", "a=", ",", "\"https://a.example",
          "\"https://a.example\", \"https://b.example\"",
          "sig1=\"https://a.example/keys.json", "Sig1=\"https://a.example\""}) {
        const CheckedSignature finding =
            found(agent, "\"signature-agent\"", agent);
        EXPECT_EQ(text(finding), "malformed ") << agent;
        EXPECT_EQ(finding.why, "cannot read the `Signature-Agent` header")
            << agent;
    }
}

}  // namespace
}  // namespace robots::signature
