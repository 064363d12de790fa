// What would be done without the cap of the caller, and where it is written.

#include "policy/verdict/deciding_line.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class JudgeWould : public JudgeTest {};

constexpr std::string_view kText =
    "User-agent: *\nDisallow: /a\nCrawl-delay: 2\n";

TEST_F(JudgeWould, WithoutACapItIsWhatIsDone) {
    for (const Action all :
         {Action::pass, Action::log, Action::throttle, Action::reject}) {
        serve(kText, enforce(all), "site" + std::string(to_string(all)));
        site = &policy.sites().back();
        for (const char* target : {"/", "/a", "/b", "/a"}) {
            const Verdict verdict = ask(target);
            EXPECT_EQ(verdict.would, verdict.action) << target;
        }
    }
}

TEST_F(JudgeWould, UnderLogItIsWhatThePolicyNames) {
    cap = Action::log;
    serve(kText, enforce(Action::reject));
    EXPECT_EQ(ask("/").would, Action::pass);
    const Verdict closed = ask("/a", "BBot/1");
    EXPECT_EQ(closed.action, Action::log);
    EXPECT_EQ(closed.would, Action::reject);
    EXPECT_EQ(closed.status, 0);
    const Verdict early = ask("/", "ABot/1", 10);
    EXPECT_EQ(early.violation, Violation::crawl_delay);
    EXPECT_EQ(early.action, Action::log);
    EXPECT_EQ(early.would, Action::reject);
}

TEST_F(JudgeWould, TheStrictestOfAllCounts) {
    cap = Action::log;
    serve(kText, enforce(Action::reject, Violation::disallow, Action::log));
    ask("/");
    const Verdict both = ask("/a", "ABot/1", 10);
    EXPECT_EQ(both.violation, Violation::disallow);
    EXPECT_EQ(both.would, Action::reject) << "it comes too early, too";
}

TEST_F(JudgeWould, WhatWouldWaitTooLongWouldBeRefused) {
    cap = Action::log;
    Enforcement settings = enforce(Action::throttle);
    serve(kText, settings);
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 10).would, Action::throttle);
    settings.max_wait = Milliseconds{100};
    serve(kText, settings, "short.example");
    site = &policy.sites().back();
    ask("/");
    EXPECT_EQ(ask("/", "ABot/1", 10).would, Action::reject);
}

TEST_F(JudgeWould, WhatIsOffStaysOff) {
    cap = Action::log;
    serve(kText, enforce(Action::pass));
    EXPECT_EQ(ask("/a").would, Action::pass);
}

// "line:column" of the line that decided.
std::string place(const Verdict& verdict) {
    const Place at = place_of(verdict);
    return std::to_string(at.line) + ':' + std::to_string(at.column);
}

TEST_F(JudgeWould, AVerdictsLineHasAPlace) {
    serve(kText, enforce(Action::log));
    EXPECT_EQ(place(ask("/")), "0:0");
    EXPECT_EQ(place(ask("/a", "BBot/1")), "2:1");
    EXPECT_EQ(place(ask("/", "ABot/1", 10)), "3:1");
    request.identity = Identity::impostor;
    EXPECT_EQ(place(ask("/a")), "0:0");
}

}  // namespace
}  // namespace robots
