// User-Agent headers, and whom each names to the fuzzer's policy.

#pragma once

#include <array>
#include <string_view>

namespace request_fuzz {

enum class Who {
    nobody,
    everyone,  // bound by the group "*"
    shaped,    // the same, and known by its shape alone
    claude,    // has a group of its own at example.com
};

struct Agent {
    std::string_view text;
    Who who;
};

constexpr std::array<Agent, 14> kAgents{{
    {"GPTBot/1.2", Who::everyone},
    {"gptbot", Who::everyone},
    {"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; "
     "GPTBot/1.2; +https://openai.com/gptbot)",
     Who::everyone},
    {"Mozilla/5.0 (compatible; Googlebot/2.1; "
     "+http://www.google.com/bot.html)",
     Who::everyone},
    {"c31bot/1.0", Who::shaped},
    {"c36bot/1.0", Who::shaped},
    {"ClaudeBot/1.0", Who::claude},
    {"CLAUDEBOT", Who::claude},
    {"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
     Who::nobody},
    {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, "
     "like Gecko) Chrome/131.0.0.0 Safari/537.36",
     Who::nobody},
    {"Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1", Who::nobody},
    {"", Who::nobody},
    {"-", Who::nobody},
    {"Mozilla/5.0", Who::nobody},
}};

}  // namespace request_fuzz
