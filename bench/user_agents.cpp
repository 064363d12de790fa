#include "bench/user_agents.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "tests/unit/policy/lint/source_lines.hpp"

namespace bench {

namespace {

constexpr std::array kSyllables = {
    "ac", "al",  "ber", "co", "da",  "dex", "el", "fo",  "gra",
    "hu", "in",  "jo",  "ka", "li",  "lo",  "me", "mi",  "nar",
    "no", "ori", "pa",  "pi", "qu",  "ra",  "ri", "sa",  "sem",
    "ta", "ti",  "ul",  "ve", "vor", "wi",  "xa", "yan", "zen"};
constexpr std::array kEndings = {"bot",    "Bot",     "-bot",     "Crawler",
                                 "spider", "Fetch",   "-fetcher", "Agent",
                                 "",       "Preview", "Scan",     "-Search"};

// std::minstd_rand gives the same numbers everywhere.
class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}

    std::size_t below(std::size_t n) { return engine_() % n; }

    template <std::size_t N>
    std::string one_of(const std::array<const char*, N>& all) {
        return all[below(N)];
    }

    template <typename T>
    void shuffle(std::vector<T>& list) {
        for (std::size_t i = list.size(); i > 1; --i) {
            std::swap(list[i - 1], list[below(i)]);
        }
    }

  private:
    std::minstd_rand engine_;
};

std::string made_up_token(Random& random) {
    std::string token;
    for (std::size_t i = 0; i < 2 + random.below(3); ++i) {
        token += random.one_of(kSyllables);
    }
    if (random.below(2) == 0) {
        token[0] = static_cast<char>(token[0] - 'a' + 'A');
    }
    return token + random.one_of(kEndings);
}

robots::Crawler of_policy(std::string token) {
    robots::Crawler crawler;
    crawler.token = std::move(token);
    crawler.catalogued = false;
    return crawler;
}

const robots::Crawlers& catalogue() {
    static const robots::Crawlers crawlers(robots::built_in_crawlers(),
                                           robots::built_in_not_crawlers());
    return crawlers;
}

// The front of a real header, its digits changed.
std::string like(const std::string& header, Random& random) {
    std::string changed = header.substr(0, kHeaderSize);
    for (char& c : changed) {
        if (c >= '0' && c <= '9') {
            c = static_cast<char>('0' + random.below(10));
        }
    }
    return changed;
}

}  // namespace

std::vector<robots::Crawler> crawlers(std::size_t count) {
    Random random(1);
    std::vector<robots::Crawler> list = robots::built_in_crawlers();
    random.shuffle(list);
    std::unordered_set<std::string> taken;
    for (const robots::Crawler& crawler : list) {
        taken.insert(robots::fold(crawler.token));
    }
    while (list.size() < count) {
        std::string token = made_up_token(random);
        if (taken.insert(robots::fold(token)).second) {
            list.push_back(of_policy(std::move(token)));
        }
    }
    list.resize(count);
    return list;
}

std::vector<std::string> texts(const std::vector<robots::Crawler>& crawlers) {
    std::vector<std::string> all;
    for (const robots::Crawler& crawler : crawlers) {
        if (!crawler.in_user_agent) {
            continue;
        }
        if (crawler.match.empty()) {
            all.push_back(crawler.token);
        }
        all.insert(all.end(), crawler.match.begin(), crawler.match.end());
    }
    return all;
}

std::vector<std::string> browser_headers(std::size_t count) {
    constexpr std::size_t kLongest = kHeaderSize + 8;
    Random random(2);
    std::vector<std::string> real =
        source_lines("tests/data/user_agents_browsers.txt");
    real.erase(std::remove_if(real.begin(), real.end(),
                              [](const std::string& header) {
                                  return header.size() < kHeaderSize ||
                                         header.size() > kLongest;
                              }),
               real.end());
    if (real.empty()) {
        throw std::runtime_error(
            "tests/data/user_agents_browsers.txt is not "
            "under ROBOTS_SOURCE");
    }
    std::unordered_set<std::string> taken;
    std::vector<std::string> headers;
    while (headers.size() < count) {
        std::string header = like(real[random.below(real.size())], random);
        if (!catalogue().identify(header) && taken.insert(header).second) {
            headers.push_back(std::move(header));
        }
    }
    return headers;
}

}  // namespace bench
