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
        return refusal_text(
            refusal, "A sentence.",
            SlotTexts({"", "<host>", "<port>", "<scheme>", "<origin>", "<id>",
                       "<crawler>", "<rule>"}));
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

TEST_F(LoaderRefusal, NoSignatureIsAskedForUnlessThePolicyDoes) {
    EXPECT_FALSE(refusal(with("{contact: us}")).accept_signature);
    EXPECT_FALSE(refusal(with("{accept_signature: false}")).accept_signature);
    EXPECT_TRUE(refusal(with("{accept_signature: true}")).accept_signature);
    const std::string head =
        "version: 1\ntemplates: {t: {refusal: {accept_signature: true}}}\n"
        "default: {template: t, ";
    EXPECT_TRUE(refusal(head + "refusal: {text: no}}\n").accept_signature);
    EXPECT_FALSE(refusal(head + "refusal: {accept_signature: false}}\n")
                     .accept_signature);
    EXPECT_FALSE(refusal(head + "refusal: null}\n").accept_signature);
    // Sites with another one do not share settings.
    const Loaded two = load(
        "version: 1\nsites:\n"
        "- {host: a.example, refusal: {accept_signature: true}}\n"
        "- {host: b.example}\n");
    ASSERT_NE(two.policy, nullptr) << all(two.diagnostics);
    EXPECT_TRUE(site_of(*two.policy, "http://a.example/")
                    ->robots->settings->refusal.accept_signature);
    EXPECT_FALSE(site_of(*two.policy, "http://b.example/")
                     ->robots->settings->refusal.accept_signature);
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
    expect_error(with("{license_server: 'http://a.example'}"), "bad-value", 2,
                 37);
    expect_error(with("{license_server: 'https:///a'}"), "bad-value", 2, 37);
    expect_error(with("{license_server: 'https://a b'}"), "bad-value", 2, 37);
    expect_error(with("{rate_limit: often}"), "bad-boolean", 2, 33);
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

TEST_F(LoaderRefusal, OfATemplateIsLaidUnder) {
    const std::string head =
        "version: 1.1\ntemplates: {t: {refusal: {license_server: "
        "'https://a.example', rate_limit: true}}}\ndefault: {template: t, ";
    const Refusal both = refusal(head + "refusal: {text: no}}\n");
    EXPECT_EQ(both.license_server, "https://a.example");
    EXPECT_TRUE(both.rate_limit);
    const Refusal none =
        refusal(head + "refusal: {license_server: null, rate_limit: false}}\n");
    EXPECT_EQ(none.license_server, "");
    EXPECT_FALSE(none.rate_limit);
}

// What does not fit into a header stays in robots.txt.
TEST_F(LoaderRefusal, TheFirstLicensesThatFitAreLinked) {
    const std::string longest(kMaxLicense - 10, 'x');
    const Loaded loaded =
        load("version: 1.1\ndefault: {license: ['${origin}/1', 'http://a/" +
             longest + "yy', 'http://a/" + longest +
             "y', 'http://a/3', 'http://a/4', 'http://a/5']}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const auto& licenses =
        effective_licenses(*loaded.policy->default_site()->robots, nullptr);
    ASSERT_EQ(licenses.size(), kMaxLicenseLinks);
    EXPECT_EQ(license_link(licenses[0], {"b.example", 81, Scheme::http}),
              "<http://b.example:81/1>; rel=\"license\"; "
              "type=\"application/rsl+xml\"");
    EXPECT_EQ(licenses[1].pieces().at(0).literal.size(), kMaxLicense);
    EXPECT_EQ(licenses[3].pieces().at(0).literal, "http://a/4");
}

// RSL 1.0, 4.4: the licences of a group replace the site's for its crawlers.
TEST_F(LoaderRefusal, AGroupsLicensesAreInsteadOfTheSites) {
    const Loaded loaded = load(
        "version: 1.1\n"
        "default:\n"
        "  license: http://a/site\n"
        "  groups:\n"
        "    - user_agent: '*'\n"
        "    - {user_agent: ABot, license: [http://a/1, '${origin}/2']}\n"
        "    - {user_agent: BBot, license: http://a/3}\n"
        "    - {user_agent: CBot, license: http://a/4, disallow: /}\n"
        "    - {user_agent: CBot, private: true, disallow: /,\n"
        "       enforce: {disallow: reject}}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Robots& robots = *loaded.policy->default_site()->robots;
    const auto of = [&robots](std::string_view token) {
        std::string links;
        for (const Body& each :
             effective_licenses(robots, robots.groups.named(token))) {
            const std::string link =
                license_link(each, {"b.example", 80, Scheme::http});
            links += link.substr(0, link.find('>') + 1);
        }
        return links;
    };
    EXPECT_EQ(of("*"), "<http://a/site>");
    EXPECT_EQ(of("ABot"), "<http://a/1><http://b.example/2>");
    EXPECT_EQ(of("BBot"), "<http://a/3>");
    EXPECT_EQ(of("CBot"), "<http://a/site>");  // bound by a private group
    EXPECT_EQ(of("DBot"), "<http://a/site>");  // no group
}

TEST_F(LoaderRefusal, ALinkHoldsNoOddOctets) {
    EXPECT_EQ(license_link(Body::verbatim("http://a/<\">\r\n\xC3\xA4 %41"),
                           {"a", 80, Scheme::http}),
              "<http://a/%3C%22%3E%0D%0A%C3%A4%20%41>; rel=\"license\"; "
              "type=\"application/rsl+xml\"");
}

class RefusalPrice : public PolicyFixture {
  protected:
    std::string price(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return loaded.policy->default_site()
            ->robots->groups.named("a")
            ->enforcement->price.value_or("");
    }
};

TEST_F(RefusalPrice, EachLevelHasIt) {
    const std::string file =
        "version: 1.1\nrefusal: {price: USD 0.01}\n"
        "templates: {t: {refusal: {price: USD 0.02}}}\n";
    const std::string group = "groups: [{user_agent: a}]}\n";
    EXPECT_EQ(price(file + "default: {" + group), "USD 0.01");
    EXPECT_EQ(price(file + "default: {template: t, " + group), "USD 0.02");
    EXPECT_EQ(price(file + "default: {template: t, refusal: {price: EUR 3}, " +
                    group),
              "EUR 3");
    EXPECT_EQ(price(file + "default: {template: t, refusal: null, " + group),
              "USD 0.01");
    EXPECT_EQ(price(file + "default: {refusal: {price: null}, " + group), "");
    EXPECT_EQ(price(file + "default: {enforce: null, groups: [{user_agent: a, "
                           "refusal: {price: USD 4.50}}]}\n"),
              "USD 4.50");
    EXPECT_EQ(price(file + "default: {enforce: null, " + group), "USD 0.01");
}

TEST_F(RefusalPrice, AnErrorSaysWhatToWrite) {
    for (const char* bad : {"free", "0.01", "usd 1", "'USD  1'", "USD -1",
                            "USD 1.2345678", "USD 12345678", "USD 01", "''"}) {
        expect_error("version: 1.1\ndefault: {refusal: {price: " +
                         std::string(bad) + "}}\n",
                     "bad-value", 2, 28);
    }
}

class RefusalStatus : public PolicyFixture {
  protected:
    std::uint16_t status(const std::string& yaml, Violation violation) const {
        const Loaded loaded = load(yaml);
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return loaded.policy->default_site()
            ->robots->groups.named("a")
            ->enforcement->status_for(violation);
    }
};

TEST_F(RefusalStatus, EachLevelHasIt) {
    const std::string file = "version: 1.1\nrefusal: {status: 404}\n";
    const std::string site = "default: {refusal: {status: {disallow: 410}}, ";
    const std::string group = "groups: [{user_agent: a}]}\n";
    EXPECT_EQ(status(file + "default: {" + group, Violation::crawl_delay), 404);
    EXPECT_EQ(status(file + "default: {" + group, Violation::impostor), 404);
    EXPECT_EQ(status(file + site + group, Violation::disallow), 410);
    EXPECT_EQ(status(file + site + group, Violation::visit_time), 404);
    EXPECT_EQ(status(file + site +
                         "groups: [{user_agent: a, refusal: {status: "
                         "{disallow: 451}}}]}\n",
                     Violation::disallow),
              451);
}

// Statuses are kept with the actions: neither key takes the other's away.
TEST_F(RefusalStatus, StandsBeforeOrBehindEnforce) {
    for (const std::string both :
         {"enforce: {disallow: reject}, refusal: {status: {disallow: 410}}",
          "refusal: {status: {disallow: 410}}, enforce: {disallow: reject}"}) {
        EXPECT_EQ(status("version: 1.1\ndefault: {groups: [{user_agent: a, " +
                             both + "}]}\n",
                         Violation::disallow),
                  410)
            << both;
    }
}

TEST_F(RefusalStatus, OfEnforceIsItsOldName) {
    const std::string old =
        "version: 1\nenforce: {status: {disallow: 410}}\n"
        "default: {groups: [{user_agent: a}]}\n";
    EXPECT_EQ(status(old, Violation::disallow), 410);
    expect_warnings(old, {{"deprecated-key", 2, 11}});
}

TEST_F(RefusalStatus, WhatItCannotBeIsAnError) {
    const auto expect_bad = [this](const std::string& refusal, const char* code,
                                   std::uint32_t column) {
        expect_error("version: 1.1\nrefusal: " + refusal + "\ndefault: {}\n",
                     code, 2, column);
    };
    expect_bad("{status: 200}", "bad-number", 19);
    expect_bad("{status: {disallow: 600}}", "bad-number", 30);
    expect_bad("{status: {burst: 403}}", "unknown-key", 20);
    expect_bad("{text: no}", "unknown-key", 11);
    expect_bad("403", "wrong-type", 10);
    expect_error(
        "version: 1.1\ndefault: {groups: [{user_agent: a, refusal: {contact: "
        "us}}]}\n",
        "unknown-key", 2, 46);
}

}  // namespace
}  // namespace robots
