// The fixture of most tests: an nginx with `robots on`, a policy, and a backend
// that returns what it was asked.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/harness/contains.hpp"
#include "tests/harness/nginx.hpp"

namespace integration {

// User-Agent headers as their senders document them.
constexpr std::string_view kGptBot =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; "
    "GPTBot/1.2; +https://openai.com/gptbot)";
constexpr std::string_view kClaudeBot =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; "
    "ClaudeBot/1.0; +claudebot@anthropic.com)";
constexpr std::string_view kGooglebot =
    "Mozilla/5.0 (compatible; Googlebot/2.1; "
    "+http://www.google.com/bot.html)";
constexpr std::string_view kChrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36";

class RobotsTest : public testing::Test {
  protected:
    // Writes policy.yaml: "version: 1" and `text`.
    void policy(std::string_view text);

    // Configures robots_policy and `robots on`, then `http`, and the backend: a
    // server on @backend@ with `robots off`.
    void configure(std::string_view http);

    // Calls configure() with a server on @web@ that contains `server`, and
    // starts nginx.
    void serve(std::string_view server);

    // Does the same with a server that passes every request to the backend.
    void serve();

    Nginx nginx;
};

// A location that passes all requests to the backend.
extern const std::string_view kToBackend;

}  // namespace integration
