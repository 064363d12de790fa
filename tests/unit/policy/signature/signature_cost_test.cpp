// What a signature may cost: how often a message is read for it, and how much
// of it.

#include <gtest/gtest.h>

#include <map>

#include "tests/harness/costly_signatures.hpp"
#include "tests/unit/policy/signature/web_bot_auth_fixture.hpp"

namespace robots::signature {
namespace {

using tests::full_dictionary;
using tests::members_of;

class SignatureCost : public WebBotAuth {
  protected:
    static Dictionary input_of(const std::string& components) {
        auto read = read_dictionary("s=(" + components + ")");
        EXPECT_TRUE(read) << components;
        return read ? *read : Dictionary(1);
    }

    std::map<std::string, std::string> results(const std::string& key_id) {
        std::map<std::string, std::string> out;
        for (const auto& each : tests::costly_signatures(kNow, key_id)) {
            Message message = message_;
            message.target = each.target;
            for (const auto& [name, value] : each.fields) {
                message.fields.push_back({name, value});
            }
            out[each.name] = to_string(
                check(message, keys_, false, Utc(now_), memory_).result);
        }
        return out;
    }

    // Which signatures ask for the rate that all share.
    int asked() const { return 100 - memory_.left; }
};

TEST_F(SignatureCost, AFieldIsParsedOnceForAllThatCoverIt) {
    const std::string first = full_dictionary();
    const std::string second = first.substr(0, first.size() - 1);
    message_.fields = {{"x", first}, {"y", second}};
    MessageReader reader(message_);
    const Dictionary input =
        input_of(members_of("x", 15) + members_of("y", 15));
    for (int signature = 0; signature < 3; ++signature) {
        EXPECT_EQ(signature_base(reader, input.front()).problem, "");
        EXPECT_EQ(reader.parsed(), first.size() + second.size());
    }
    // One that is none is not tried again, either.
    message_.fields.push_back({"z", "("});
    EXPECT_EQ(reader.dictionary("z"), nullptr);
    EXPECT_EQ(reader.dictionary("z"), nullptr);
    EXPECT_EQ(reader.parsed(), first.size() + second.size() + 1);
}

TEST_F(SignatureCost, AQueryIsReadOnceForAllItsParameters) {
    message_.target = "/?aa=1&ab=2";
    MessageReader reader(message_);
    const Dictionary input =
        input_of(R"("@query-param";name="aa" "@query-param";name="ab")");
    for (int signature = 0; signature < 3; ++signature) {
        EXPECT_EQ(signature_base(reader, input.front()).problem, "");
        EXPECT_EQ(reader.parsed(), 10U);
    }
}

TEST_F(SignatureCost, NoMoreIsParsedThanABaseMayHave) {
    const std::string most = "aa;b=\"" + std::string(kMaxBase - 7, 'x') + '"';
    message_.fields = {{"x", most}, {"y", "aa"}, {"z", most + ' '}};
    MessageReader reader(message_);
    EXPECT_NE(reader.dictionary("x"), nullptr);
    EXPECT_EQ(reader.dictionary("y"), nullptr);
    MessageReader other(message_);
    EXPECT_NE(other.dictionary("y"), nullptr);
    EXPECT_EQ(other.dictionary("x"), nullptr);
    EXPECT_EQ(other.parsed(), 2U);
    // A query counts, too.
    const std::string target = "/?" + std::string(kMaxBase, 'q') + "&a=1";
    message_.target = target;
    MessageReader third(message_);
    EXPECT_EQ(third.query_param("a"), std::nullopt);
    EXPECT_EQ(third.parsed(), 0U);
}

TEST_F(SignatureCost, ParametersOfAQueryAreBounded) {
    std::string query = "?";
    for (std::size_t i = 0; i < kMaxQueryParams; ++i) {
        query += tests::two_letters(i) + '&';
    }
    EXPECT_EQ(QueryParams(query).find("aa"), "");
    EXPECT_EQ(QueryParams(query + "zz").find("aa"), std::nullopt);
}

TEST_F(SignatureCost, WhatIsReadOfALongFieldIsBounded) {
    const std::string line(3 * kMaxBase, 'x');
    message_.fields = {{"x", line}, {"x", line}, {"x", line}};
    MessageReader reader(message_);
    EXPECT_EQ(reader.field("x")->size(), kMaxBase + 1);
    for (const char* component : {R"("x")", R"("x";bs)"}) {
        EXPECT_EQ(signature_base(reader, input_of(component).front()).problem,
                  "it covers more than 8 KiB");
    }
}

TEST_F(SignatureCost, AtMost32ComponentsAreCovered) {
    signing_.covered.clear();
    for (std::size_t i = 0; i < 31; ++i) {
        signing_.covered.push_back({'"' + tests::two_letters(i) + '"', "1"});
        message_.fields.push_back({signing_.covered.back().name, "1"});
    }
    std::vector<std::string> names;
    for (const auto& each : signing_.covered) {
        names.push_back(each.name.substr(1, 2));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        message_.fields[i].name = names[i];
    }
    signing_.covered.push_back({"\"@authority\"", "example.com"});
    EXPECT_EQ(result(), "verified") << why();
    signing_.covered.push_back({"\"@method\"", "GET"});
    EXPECT_EQ(why(), "cannot read the `Signature-Input` header");
}

TEST_F(SignatureCost, ARequestHasAtMost256LinesOfHeaders) {
    message_.fields.assign(kMaxFields - 2, {"x", ""});
    EXPECT_EQ(result(), "verified");
    message_.fields.emplace_back();
    EXPECT_EQ(why(), "the request has more than 256 lines of headers");
}

// What it covers cannot be put together, and nobody tries.
TEST_F(SignatureCost, AKeyThatNobodyHasEndsIt) {
    signing_.covered.push_back({"\"missing\"", ""});
    EXPECT_EQ(result(), "malformed");
    EXPECT_EQ(asked(), 1);
    signing_.key_id = Signer(9).thumbprint();
    EXPECT_EQ(result(), "unknown_key");
    EXPECT_EQ(asked(), 1);
}

TEST_F(SignatureCost, TheRateEndsIt) {
    EXPECT_EQ(result(), "verified");
    memory_.left = 0;
    EXPECT_EQ(result(), "verified");
    // The same signature of another request counts as new.
    message_.authority = "a.example";
    EXPECT_EQ(result(), "unchecked");
    message_.authority = "example.com";
    signing_.covered.push_back({"\"missing\"", ""});
    EXPECT_EQ(result(), "unchecked");
}

TEST_F(SignatureCost, ASignatureThatWasMetCountsOnceForEachOtherRequest) {
    EXPECT_EQ(result(), "verified");
    EXPECT_EQ(asked(), 1);
    message_.authority = "a.example";
    EXPECT_EQ(result(), "invalid");
    EXPECT_EQ(asked(), 2);
}

TEST_F(SignatureCost, CostlyRequestsAreReadOrMalformed) {
    using Results = std::map<std::string, std::string>;
    EXPECT_EQ(results(Signer(9).thumbprint()),
              (Results{{"250-members", "malformed"},
                       {"240-parameters", "malformed"},
                       {"members", "unknown_key"},
                       {"encoded", "unknown_key"},
                       {"agents", "unknown_key"},
                       {"lines", "unknown_key"},
                       {"900-lines", "malformed"},
                       {"repeats", "malformed"}}));
    EXPECT_EQ(asked(), 0);
    EXPECT_EQ(results(agent_.thumbprint()),
              (Results{{"250-members", "malformed"},
                       {"240-parameters", "malformed"},
                       {"members", "invalid"},
                       {"encoded", "invalid"},
                       {"agents", "invalid"},
                       {"lines", "invalid"},
                       {"900-lines", "malformed"},
                       {"repeats", "malformed"}}));
    EXPECT_EQ(asked(), 12);
}

}  // namespace
}  // namespace robots::signature
