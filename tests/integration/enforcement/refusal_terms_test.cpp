// What a refusal says to programs: a problem in JSON, a price, a licence, the
// limits of a rate.

#include <nlohmann/json.hpp>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

using Json = nlohmann::json;

constexpr char kProblem[] = "Accept: application/problem+json";
constexpr char kLink[] =
    "<https://example.com/license.xml>; rel=\"license\"; "
    "type=\"application/rsl+xml\"";

class RefusalTerms : public RobotsTest {
  protected:
    // A site whose closed folder is /private/.
    void start(const std::string& site, const std::string& server = {}) {
        policy(
            "enforce: {disallow: reject, crawl_delay: reject, request_rate: "
            "reject, impostor: pass, burst: 0, tolerance: 0%}\nsites:\n"
            "  - host: example.com\n" +
            site);
        serve(server + std::string(kToBackend));
    }
    void close(const std::string& site, const std::string& server = {}) {
        start(site + "    groups: [{user_agent: '*', disallow: /private/}]\n",
              server);
    }

    Response ask(const std::string& path = "/private/",
                 const std::vector<std::string>& headers = {},
                 std::string_view agent = kGptBot) {
        Request request("http://example.com" + path);
        request.agent(agent);
        for (const std::string& header : headers) {
            request.header(header);
        }
        return nginx.send(request);
    }

    static std::size_t count(const Response& response, const char* name) {
        std::size_t found = 0;
        for (const auto& [key, value] : response.headers) {
            found += key == name ? 1 : 0;
        }
        return found;
    }
};

TEST_F(RefusalTerms, WhoPrefersJsonGetsAProblem) {
    close(
        "    license: https://example.com/license.xml\n"
        "    refusal: {status: {disallow: 402}, price: USD 0.01, contact: "
        "'a\"b', license_server: 'https://l.example'}\n",
        "add_header X-Revision $robots_revision always;");
    const Response answer = ask("/private/", {kProblem});
    EXPECT_EQ(answer.status, 402);
    EXPECT_EQ(answer.header("Content-Type"), "application/problem+json");
    EXPECT_EQ(answer.header("Cache-Control"), "no-store");
    Json problem = Json::parse(answer.body);
    EXPECT_EQ(problem["request_id"].get<std::string>().size(), 32U);
    problem.erase("request_id");
    const std::string robots_txt =
        "http://example.com:" + std::to_string(nginx.port()) + "/robots.txt";
    EXPECT_EQ(problem, Json({{"title", "Payment Required"},
                             {"status", 402},
                             {"detail",
                              "GPTBot may not fetch this URL: rule \"Disallow: "
                              "/private/\" of group \"*\" in " +
                                  robots_txt + "."},
                             {"crawler", "GPTBot"},
                             {"violation", "disallow"},
                             {"rule", "Disallow: /private/"},
                             {"group", "*"},
                             {"robots_txt", robots_txt},
                             {"revision", answer.header("X-Revision")},
                             {"contact", "a\"b"},
                             {"price", "USD 0.01"},
                             {"licenses", {"https://example.com/license.xml"}},
                             {"license_server", "https://l.example"}}));
}

TEST_F(RefusalTerms, AProblemSaysWhenToComeBack) {
    start("    groups: [{user_agent: '*', crawl_delay: 60s}]\n");
    ask("/");
    const Response answer = ask("/", {kProblem});
    EXPECT_EQ(answer.status, 429);
    const Json problem = Json::parse(answer.body);
    EXPECT_EQ(std::to_string(problem["retry_after"].get<int>()),
              answer.header("Retry-After"));
    EXPECT_FALSE(problem.contains("price"));
    EXPECT_FALSE(problem.contains("licenses"));
    EXPECT_FALSE(answer.has("RateLimit"));
}

TEST_F(RefusalTerms, TheTextOfThePolicyIsTheDetail) {
    close("    refusal: {text: \"No.\\n\\\"${rule}\\\"\\n\"}\n");
    EXPECT_EQ(Json::parse(ask("/private/", {kProblem}).body)["detail"],
              "No.\n\"Disallow: /private/\"");
}

TEST_F(RefusalTerms, AllAcceptHeadersCount) {
    close("");
    const auto type = [this](const std::vector<std::string>& headers) {
        return ask("/private/", headers).header("Content-Type");
    };
    const std::string text = "text/plain; charset=utf-8";
    EXPECT_EQ(type({"Accept: */*"}), text);
    EXPECT_EQ(type({"Accept: text/html", "accept: application/*"}),
              "application/problem+json");
    EXPECT_EQ(type({kProblem, "Accept: text/plain"}), text);
    EXPECT_EQ(type({"Accept: " + std::string(999, ',')}), text);
    EXPECT_EQ(
        type({"Accept: application/problem+json" + std::string(1000, ',')}),
        text);
}

TEST_F(RefusalTerms, AHeadIsAnsweredWithoutTheProblem) {
    close("");
    Request request("http://example.com/private/");
    request.as("HEAD").agent(kGptBot).header(kProblem);
    const Response answer = nginx.send(request);
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.header("Content-Type"), "application/problem+json");
    EXPECT_EQ(answer.body, "");
}

TEST_F(RefusalTerms, OnlyA402NamesThePrice) {
    policy(
        "enforce: {disallow: reject, impostor: pass}\n"
        "refusal: {price: EUR 0.50}\n"
        "sites:\n"
        "  - host: example.com\n"
        "    groups:\n"
        "      - {user_agent: ClaudeBot, disallow: /, refusal: {status: 402}}\n"
        "      - {user_agent: GPTBot, disallow: /, refusal: {status: 402, "
        "price: USD 2}}\n"
        "      - {user_agent: '*', disallow: /private/}\n");
    serve();
    EXPECT_EQ(ask().header("crawler-price"), "USD 2");
    EXPECT_EQ(ask("/private/", {}, kClaudeBot).header("crawler-price"),
              "EUR 0.50");
    const Response other = ask("/private/", {}, kGooglebot);
    EXPECT_EQ(other.status, 403);
    EXPECT_FALSE(other.has("crawler-price"));
}

TEST_F(RefusalTerms, ALicenceIsNamedAndAsksForATokenWhereThereIsAServer) {
    close(
        "    license: [https://example.com/license.xml, "
        "'${origin}/two.xml']\n"
        "    refusal: {status: {disallow: 401}, license_server: "
        "'https://l.example'}\n");
    const Response answer = ask();
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.header("Link"), kLink);
    EXPECT_EQ(count(answer, "Link"), 2U);
    EXPECT_EQ(answer.header("WWW-Authenticate"),
              "License error=\"invalid_request\", error_description=\"This "
              "resource needs a license\"");
    EXPECT_TRUE(contains(ask("/private/", {"Authorization: license x"})
                             .header("WWW-Authenticate"),
                         "error=\"invalid_token\""));
    EXPECT_FALSE(ask("/").has("Link"));
}

TEST_F(RefusalTerms, AGroupsOwnLicenceIsNamedInstead) {
    start(
        "    license: https://example.com/license.xml\n"
        "    groups: [{user_agent: '*', disallow: /private/},\n"
        "      {user_agent: GPTBot, disallow: /private/,\n"
        "       license: https://example.com/training.xml}]\n");
    constexpr char kOutsider[] = "CCBot/2.0 (https://commoncrawl.org/faq/)";
    const Response own = ask("/private/", {kProblem});
    EXPECT_EQ(own.header("Link"),
              "<https://example.com/training.xml>; rel=\"license\"; "
              "type=\"application/rsl+xml\"");
    EXPECT_EQ(count(own, "Link"), 1U);
    EXPECT_EQ(Json::parse(own.body)["licenses"],
              Json({"https://example.com/training.xml"}));
    EXPECT_EQ(ask("/private/", {}, kOutsider).header("Link"), kLink);
}

TEST_F(RefusalTerms, WithoutAServerThereIsOnlyTheLink) {
    close("    license: https://example.com/license.xml\n");
    const Response answer = ask();
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.header("Link"), kLink);
    EXPECT_FALSE(answer.has("WWW-Authenticate"));
}

TEST_F(RefusalTerms, APolicyThatNamesNothingSendsNothing) {
    close("    refusal: {status: {disallow: 402}}\n");
    const Response answer = ask();
    EXPECT_EQ(answer.status, 402);
    for (const char* name : {"Link", "WWW-Authenticate", "crawler-price",
                             "RateLimit", "RateLimit-Policy"}) {
        EXPECT_FALSE(answer.has(name)) << name;
    }
}

// A browser's response changes by nothing else.
TEST_F(RefusalTerms, LicenseLinkIsForEverySuccess) {
    close(
        "    license: https://example.com/license.xml\n"
        "    license_link: true\n"
        "    refusal: {status: {disallow: 402}, price: USD 1, rate_limit: "
        "true, license_server: 'https://l.example'}\n",
        "location /moved { return 301 /; } location /gone { return 410; }");
    for (const std::string_view agent : {kChrome, kGptBot}) {
        const Response page = ask("/", {kProblem}, agent);
        EXPECT_EQ(page.status, 200);
        EXPECT_EQ(page.header("Link"), kLink);
        EXPECT_FALSE(page.has("crawler-price"));
        EXPECT_FALSE(page.has("WWW-Authenticate"));
        EXPECT_FALSE(ask("/robots.txt", {}, agent).has("Link"));
        EXPECT_FALSE(ask("/moved", {}, agent).has("Link"));
        EXPECT_FALSE(ask("/gone", {}, agent).has("Link"));
    }
    EXPECT_EQ(count(ask(), "Link"), 1U);
}

TEST_F(RefusalTerms, ADelayIsAQuota) {
    start(
        "    refusal: {rate_limit: true}\n"
        "    groups: [{user_agent: '*', crawl_delay: 60s, disallow: "
        "/private/}]\n");
    EXPECT_FALSE(ask("/").has("RateLimit"));
    const Response answer = ask("/");
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.header("RateLimit-Policy"), "\"crawl-delay\";q=1;w=60");
    EXPECT_EQ(answer.header("RateLimit"),
              "\"crawl-delay\";r=0;t=" + answer.header("Retry-After"));
    EXPECT_FALSE(ask().has("RateLimit"));
}

TEST_F(RefusalTerms, EachRateIsAQuota) {
    start(
        "    refusal: {rate_limit: true}\n"
        "    groups: [{user_agent: '*', request_rate: [1/1m, 5/1h, 9/1d "
        "0000-2400]}]\n");
    ask("/");
    const Response answer = ask("/");
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.header("RateLimit-Policy"),
              "\"request-rate-1\";q=1;w=60, \"request-rate-2\";q=5;w=3600");
    // Any of them may have been broken.
    EXPECT_FALSE(answer.has("RateLimit"));
}

TEST_F(RefusalTerms, ARateThatIsAloneIsTheOneThatWasBroken) {
    start(
        "    refusal: {rate_limit: true}\n"
        "    groups: [{user_agent: '*', request_rate: 1/1m}]\n");
    ask("/");
    const Response answer = ask("/");
    EXPECT_EQ(answer.header("RateLimit"),
              "\"request-rate\";r=0;t=" + answer.header("Retry-After"));
}

}  // namespace
}  // namespace integration
