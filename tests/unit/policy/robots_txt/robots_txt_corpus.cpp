#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"

#include <cstdint>
#include <string_view>

#include "tests/unit/policy/robots_txt/dice.hpp"

namespace robots {

namespace {

using Names = std::vector<std::string_view>;

const Names kBots{"Googlebot",   "bingbot",     "GPTBot",          "CCBot",
                  "AhrefsBot",   "SemrushBot",  "MJ12bot",         "Yandex",
                  "Baiduspider", "ClaudeBot",   "archive.org_bot", "dotbot",
                  "Slurp",       "DuckDuckBot", "Applebot",        "PetalBot"};
const Names kPaths{"/wp-admin/",
                   "/wp-includes/",
                   "/cgi-bin/",
                   "/checkout",
                   "/cart/*",
                   "/*?sort=",
                   "/*&dir=desc",
                   "/search",
                   "/*.pdf$",
                   "/admin/$",
                   "/tmp",
                   "/%7Euser/",
                   "/caf%c3%a9/",
                   "/a b/",
                   "/caf\xC3\xA9",
                   "/${host}/",
                   "/price$list",
                   "/\"quoted\"",
                   "/back\\slash",
                   "/index.html",
                   "/blog/index.htm",
                   "/*/print/*/all$",
                   "*/trackback/",
                   "/user/*?*token=",
                   "*",
                   "/"};

std::string group(Dice& dice, const std::string& agent, std::uint32_t rules) {
    std::string out = "User-agent: " + agent + '\n';
    for (std::uint32_t i = 0; i < rules; ++i) {
        out += (dice.one_in(4) ? "Allow: " : "Disallow: ") + dice.pick(kPaths) +
               '\n';
    }
    return out;
}

std::string blog(Dice& dice) {
    std::string out =
        "User-agent: *\nDisallow: /wp-admin/\n"
        "Allow: /wp-admin/admin-ajax.php\n";
    out += group(dice, dice.pick(kBots), dice.below(4));
    return out + "\nSitemap: https://blog" + dice.number(99) +
           ".example/wp-sitemap.xml\n";
}

std::string shop(Dice& dice) {
    std::string out =
        "# Shop " + dice.number(99) + "\n#\n#\t\"We\" use ${x}\n\n";
    out += group(dice, "*", 12);
    out += "Crawl-delay: " + dice.number(20) + "\n\n";
    out += group(dice, "Googlebot-Image", 2);
    out += "Sitemap: https://shop.example/sitemap_" + dice.number(9) +
           ".xml.gz # weekly\nSitemap: https://shop.example/b.xml?x=1&y=2\n";
    return out;
}

std::string bad_bots(Dice& dice) {
    std::string out;
    for (const std::string_view bot : kBots) {
        if (!dice.one_in(3)) {
            out += "User-agent: " + std::string(bot) + "\nDisallow: /\n\n";
        }
    }
    return out + "User-agent: *\nDisallow:\n";
}

std::string stacked(Dice& dice) {
    std::string out;
    for (std::uint32_t i = 0; i < 5; ++i) {
        out += "User-agent: " + dice.pick(kBots) + '\n';
    }
    out += group(dice, dice.pick(kBots), 3);
    out += "Content-Signal: search=yes,ai-train=no\n\n";
    return out + group(dice, "*", 2) + "Content-signal: ai-input=no\n";
}

std::string overlapping(Dice& dice) {
    std::string out;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const std::string bot = dice.one_in(2) ? "*" : dice.pick(kBots);
        out += "user-agent: " + bot + '\n' +
               group(dice, dice.pick(kBots), 1 + dice.below(3));
        if (dice.one_in(2)) {
            out += "crawl-delay: 0." + dice.number(9) + '\n';
        }
    }
    return out;
}

std::string misspelt(Dice& dice) {
    return "Useragent: " + dice.pick(kBots) + "\nDissallow: /x" +
           dice.number(9) + "\nDisalow /y\nuser agent: *\n" +
           "DISALLOW : /z\nCrawldelay: 3\nNoindex: /n\nAllow: relative/path\n"
           "Disallow: http://example.com/full\nAllow: /a#comment\n" +
           group(dice, dice.pick(kBots) + "/2.1 (like this)", 2);
}

std::string rated(Dice& dice) {
    std::string out = group(dice, "*", 2);
    for (std::uint32_t i = dice.below(6); i > 0; --i) {
        out += "Request-rate: " + dice.number(20) + '/' + dice.number(90) +
               (dice.one_in(3) ? "m 0800-1800" : "") + '\n';
    }
    out += "Visit-time: 0600-0845\nVisit-time: 2200-0100\n";
    return out + group(dice, dice.pick(kBots), 1) +
           "Request-rate: 1/5\nRequest-rate: often\n";
}

std::string regional(Dice& dice) {
    return group(dice, "Yandex", 3) +
           "Clean-param: ref /articles/\nClean-param: sid&sort /forum/*.php\n"
           "Host: www.example.ru\n\n" +
           group(dice, "*", 2) + "Crawl-delay: " + dice.number(3) +
           ".5\nLicense: https://example.com/l.xml\n"
           "Sitemap: https://example.com/\xD0\xBA.xml\n";
}

std::string usage(Dice& dice) {
    return group(dice, "*", 2) + "Content-Usage: train-ai=n\n" +
           (dice.one_in(2) ? "Content-Usage: /open/ train-ai=y\n" : "") +
           group(dice, "GPTBot", 1) +
           "Content-Usage: /a train-ai=n, search=y\nContent-Usage: what?\n";
}

std::string garbage(Dice& dice) {
    std::string out =
        dice.one_in(2) ? "<!DOCTYPE html>\n" : "Disallow: /early\n";
    for (std::uint32_t i = 0; i < 20; ++i) {
        std::string line;
        for (std::uint32_t n = dice.below(30); n > 0; --n) {
            line += static_cast<char>(dice.below(256));
        }
        out += (dice.one_in(3) ? "Disallow: /" : "") + line + '\n';
        if (dice.one_in(6)) {
            out += "User-agent: " + line + '\n';
        }
        if (dice.one_in(6)) {
            out += "Sitemap: " + line + '\n';
        }
    }
    return out;
}

// Agents with lines of their own that share the rules which follow.
std::string hosted(Dice& dice) {
    const Names lines{"Crawl-delay: 3600",
                      "Crawl-delay: 1",
                      "Request-rate: 1/5",
                      "Visit-time: 0600-0845",
                      "Content-Signal: ai-train=no",
                      "Content-Usage: train-ai=n",
                      "Crawl-delay: soon",
                      "Crawl-delay: 1000000",
                      "",
                      "# why"};
    std::string out;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const std::string bot = dice.one_in(4) ? "*" : dice.pick(kBots);
        out += "User-agent: " + bot + '\n' + dice.pick(lines) + '\n';
        if (dice.one_in(3)) {
            out += "Disallow: " + dice.pick(kPaths) + '\n' + dice.pick(lines) +
                   '\n';
        }
    }
    return out;
}

// As an editor on another system saves it.
std::string saved_elsewhere(const std::string& text) {
    std::string out = "\xEF\xBB\xBF";
    for (const char c : text) {
        out += c == '\n' ? "\r\n" : std::string(1, c);
    }
    return out;
}

}  // namespace

std::vector<CorpusFile> robots_txt_corpus() {
    struct Kind {
        const char* name;
        std::string (*make)(Dice&);
    };
    constexpr Kind kKinds[] = {
        {"blog", blog},         {"shop", shop},
        {"bad bots", bad_bots}, {"stacked", stacked},
        {"misspelt", misspelt}, {"overlapping", overlapping},
        {"rated", rated},       {"regional", regional},
        {"usage", usage},       {"garbage", garbage},
        {"hosted", hosted},
    };
    std::vector<CorpusFile> out{{"empty", ""}, {"only a comment", "# hello\n"}};
    for (std::uint32_t i = 0; i < 25; ++i) {
        for (const Kind& kind : kKinds) {
            Dice dice(i * 31 + static_cast<std::uint32_t>(&kind - kKinds));
            std::string text = kind.make(dice);
            if (i % 5 == 4) {
                text = saved_elsewhere(text);
            }
            out.push_back(
                {kind.name + (' ' + std::to_string(i)), std::move(text)});
        }
    }
    return out;
}

}  // namespace robots
