// `refusal`: what refused crawlers read.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderRefusal : public PolicyFixture {
  protected:
    // A policy whose default has `refusal`, in line 2 from column 20.
    static std::string with(const std::string& refusal) {
        return "version: 1\ndefault: {refusal: " + refusal + "}\n";
    }
    Refusal refusal(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return {};
        }
        return loaded.policy->default_site()->robots->settings->refusal;
    }
    // With facts that say what they are.
    static std::string told(const Refusal& refusal) {
        return refusal_text(refusal, "A sentence.",
                            {"<scheme>", "<host>", "<port>", "<origin>", "<id>",
                             "<crawler>", "<rule>"});
    }
};

TEST_F(LoaderRefusal, WithoutOneTheSentenceIsTold) {
    EXPECT_EQ(told(refusal("version: 1\ndefault: {}\n")), "A sentence.\n");
    EXPECT_EQ(told(refusal(with("{}"))), "A sentence.\n");
}

TEST_F(LoaderRefusal, ATextTakesThePlaceOfTheSentence) {
    EXPECT_EQ(told(refusal(with("{text: 'Go away, ${crawler}: ${rule} of "
                                "${origin} (${request_id})'}"))),
              "Go away, <crawler>: <rule> of <origin> (<id>)\n");
    EXPECT_EQ(told(refusal(with("{text: \"a\\nb\\n\"}"))), "a\nb\n");
    EXPECT_EQ(told(refusal(with("{text: '${scheme} ${host} ${port}'}"))),
              "<scheme> <host> <port>\n");
    EXPECT_EQ(told(refusal(with("{text: '$${rule}'}"))), "${rule}\n");
}

TEST_F(LoaderRefusal, AContactIsALineOfItsOwn) {
    EXPECT_EQ(told(refusal(with("{contact: bots@a.example}"))),
              "A sentence.\nContact: bots@a.example\n");
    EXPECT_EQ(told(refusal(with("{contact: bots@a.example, text: no}"))),
              "no\nContact: bots@a.example\n");
}

TEST_F(LoaderRefusal, ASiteLaysItsOwnOverThatOfItsTemplate) {
    const std::string head =
        "version: 1\ntemplates: {t: {refusal: {text: no, contact: us}}}\n"
        "default: {template: t, ";
    EXPECT_EQ(told(refusal(head + "refusal: {text: never}}\n")),
              "never\nContact: us\n");
    EXPECT_EQ(told(refusal(head + "refusal: {text: '', contact: ''}}\n")),
              "A sentence.\n");
}

TEST_F(LoaderRefusal, ErrorsSayWhere) {
    expect_error(with("{text: " + std::string(2001, 'x') + "}"), "out-of-range",
                 2, 27);
    expect_error(with("{contact: " + std::string(201, 'x') + "}"),
                 "out-of-range", 2, 30);
    EXPECT_EQ(refusal(with("{text: " + std::string(2000, 'x') + "}")).text,
              std::string(2000, 'x'));
    expect_error(with("{contact: \"a\\nb\"}"), "control-octet", 2, 30);
    expect_error(with("{text: \"a\\x07b\"}"), "control-octet", 2, 27);
    expect_error(with("{text: '${rul}'}"), "undefined-variable", 2, 27);
    expect_error(with("{text: '${rule:-x}'}"), "bad-variable", 2, 27);
    expect_error(with("{contact: '${origin}'}"), "per-request-variable", 2, 30);
    expect_error(with("no"), "wrong-type", 2, 20);
}

TEST_F(LoaderRefusal, ItsVariablesAreNoneElsewhere) {
    expect_error("version: 1\ndefault: {comment: '${rule}'}\n",
                 "undefined-variable", 2, 20);
    EXPECT_EQ(robots_txt("version: 1\nvariables: {rule: mine}\n"
                         "default: {comment: '${rule}'}\n"),
              "# mine\n");
}

TEST_F(LoaderRefusal, SitesThatDifferInItShareNoSettings) {
    const Loaded loaded = load(
        "version: 1\nsites:\n"
        "  - {host: a.example, refusal: {text: one}}\n"
        "  - {host: b.example, refusal: {contact: one}}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(site_of(*loaded.policy, "http://a.example/")
                  ->robots->settings->refusal.text,
              "one");
    EXPECT_EQ(site_of(*loaded.policy, "http://b.example/")
                  ->robots->settings->refusal.contact,
              "one");
}

}  // namespace
}  // namespace robots
