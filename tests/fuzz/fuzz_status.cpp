// Query strings of robots_status, of any octets: each has an answer, in a few
// steps, whose JSON is JSON and whose lists are as long as they may be.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "policy/site/signed_url.hpp"
#include "policy/verdict/judge.hpp"
#include "status/answer.hpp"
#include "status/collection/rows.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using namespace robots;

constexpr std::size_t kOctets = std::size_t{1} << 18;
constexpr std::size_t kSites = 700;  // more than a part of a list
constexpr std::size_t kMostSteps = 100;

std::shared_ptr<Robots> make_robots() {
    const std::string text = "User-agent: *\nDisallow: /a\n";
    auto robots = std::make_shared<Robots>();
    robots->groups = Groups(parse_robots_txt(text), {Shared<Enforcement>()});
    robots->body = Body::verbatim(text);
    robots->revision = Revision(1);
    return robots;
}

// A policy, and what some crawlers did.
class Server {
  public:
    Server()
        : policy_(std::make_shared<const Crawlers>(built_in_crawlers(),
                                                   built_in_not_crawlers())),
          ledger_(memory_.data(), kOctets),
          activity_(memory_.data() + kOctets, kOctets) {
        const auto robots = make_robots();
        for (std::size_t i = 0; i < kSites; ++i) {
            policy_.add("s" + std::to_string(i) + ".example", robots);
        }
        for (const char* agent : {"GPTBot/1.0", "bingbot/2.0", "Odd-bot/1"}) {
            visit(agent);
        }
    }

    status::StatusSource source() const {
        status::StatusSource out{
            policy_, ledger_, activity_, {}, Milliseconds{5000}};
        out.epoch = std::chrono::seconds(1800000000);
        out.server.policy_file = "policy.yaml";
        out.server.now = 1800000005;
        out.server.sites = kSites;
        return out;
    }

    const Policy& policy() const { return policy_; }

  private:
    void visit(std::string_view agent) {
        const Site& site = policy_.sites()[0];
        Verdict verdict;
        verdict.judged = true;
        verdict.crawler = policy_.crawlers().identify(agent);
        verdict.group = site.robots->groups.named("*");
        verdict.rule = &verdict.group->rules.rules()[0];
        verdict.violation = Violation::disallow;
        verdict.action = verdict.would = Action::log;
        Ledger::Entry entry;
        ledger_.judged(site, verdict, Milliseconds{1000}, entry);
        activity_.judged(site, verdict, Milliseconds{1000});
        ViolationNote note;
        note.site = site.key;
        note.crawler = crawler_key(verdict.crawler);
        note.path = decltype(note.path)("/a");
        activity_.violated(note);
    }

    alignas(
        Ledger::kAlignment) std::array<unsigned char, 2 * kOctets> memory_{};
    Policy policy_;
    Ledger ledger_;
    Activity activity_;
};

const Server& server() {
    static const auto made = std::make_unique<Server>();
    return *made;
}

// What the module reads of a question before it judges.
void explain(const status::Question& question, status::JsonWriter& json) {
    const auto headers = headers_from(question.headers);
    if (!headers) {
        json.name("error").text("no headers");
        return;
    }
    for (const Header& header : *headers) {
        expect(!header.name.empty() &&
                   header.name.find_first_of(" \r\n") == std::string::npos,
               "a header has a name");
        expect(header.value.find_first_of("\r\n") == std::string::npos,
               "a header is one line");
    }
    const Url url{Scheme::https, "s1.example", 443, "/"};
    const signature::CheckedSignature found =
        check_signature({url, "GET", *headers},
                        server().policy().crawlers().keys(), false, Utc(0));
    expect(found.owners.empty(), "nobody has a key");
    json.name("signature").text_if_any(to_string(found.result));
    json.name("signature_why").text_if_any(found.why);
    json.name("signature_form").text_if_any(to_string(found.form));
}

void check_lists(const nlohmann::json& all) {
    const std::string view = all.at("view");
    if (all.contains("sites")) {
        const std::size_t most =
            view == "sites" ? status::kSitesOfList : status::kSitesOnPage;
        const auto& sites = all.at("sites");
        expect(sites.at("rows").size() <= most, "a list is bounded");
        const std::size_t first = sites.at("first");
        const std::size_t total = sites.at("total");
        expect(first + sites.at("rows").size() <= total, "a part lies in it");
    }
    if (all.contains("last_violations")) {
        expect(all.at("last_violations").size() <= RecentViolations::kMost,
               "violations are bounded");
    }
}

void check_answer(std::string_view arguments) {
    status::StatusRequest asked;
    asked.arguments = arguments;
    asked.authority = {"status.example", 80, Scheme::http};
    status::Answer answer(server().source(), asked, explain);
    std::size_t steps = 1;
    while (!answer.step()) {
        expect(++steps < kMostSteps, "an answer comes to its end");
    }
    expect(answer.status() == 200 || answer.status() == 404, "a status");
    expect(!answer.body().empty(), "an answer says something");
    if (answer.content_type() == "application/json") {
        const auto all = nlohmann::json::parse(answer.body(), nullptr, false);
        expect(!all.is_discarded(), "JSON is JSON");
        expect((answer.status() == 404) == (all.at("view") == "error"),
               "what is not found says so");
        check_lists(all);
    } else if (answer.content_type().substr(0, 9) == "text/html") {
        expect(answer.body().find("id=\"data\"></script>") !=
                   std::string_view::npos,
               "the page has nothing of its query in it");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string arguments(reinterpret_cast<const char*>(data), size);
    for (const char* name : {"crawler", "site", "headers", ""}) {
        expect(status::argument(arguments, name).size() <= size,
               "a value is no longer than what was sent");
    }
    check_answer(arguments);
    check_answer(arguments + "&format=json");
    return 0;
}
