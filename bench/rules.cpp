#include "bench/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace bench {

namespace {

constexpr std::array kWords = {
    "account",   "address",  "admin",     "ajax",     "apparel",   "archive",
    "basket",    "bath",     "bed",       "belts",    "black",     "blog",
    "blue",      "boots",    "brand",     "cart",     "catalog",   "category",
    "checkout",  "coats",    "compare",   "contact",  "coupon",    "customer",
    "de",        "deals",    "decor",     "download", "dresses",   "en",
    "export",    "feed",     "filter",    "fr",       "furniture", "garden",
    "gift",      "green",    "hats",      "help",     "home",      "images",
    "index",     "item",     "jackets",   "jeans",    "kids",      "kitchen",
    "lamps",     "large",    "leather",   "list",     "login",     "logout",
    "media",     "men",      "mobile",    "new",      "offers",    "order",
    "outlet",    "p",        "page",      "pants",    "payment",   "popular",
    "press",     "preview",  "price",     "print",    "private",   "product",
    "profile",   "promo",    "questions", "red",      "register",  "returns",
    "review",    "rugs",     "sale",      "sandals",  "search",    "seller",
    "shelf",     "shipping", "shirts",    "shoes",    "shop",      "size",
    "skirts",    "small",    "sofas",     "sports",   "static",    "stock",
    "store",     "style",    "summer",    "support",  "tables",    "tag",
    "toys",      "tracking", "user",      "vendor",   "watches",   "white",
    "wholesale", "winter",   "wishlist",  "women"};
constexpr std::array kParameters = {
    "colour", "currency", "dir",  "filter", "gclid",  "lang", "limit",
    "mode",   "order",    "page", "price",  "q",      "ref",  "session",
    "sid",    "size",     "sort", "source", "utm_id", "view", "zoom"};
constexpr std::array kEndings = {".html", ".pdf", ".php", ".jpg", ".xml"};

constexpr std::size_t kBrands = 900;

// minstd_rand's numbers are the standard's, the same everywhere; those of the
// standard's distributions are not.
class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}

    std::size_t below(std::size_t n) { return engine_() % n; }

    template <std::size_t N>
    std::string one_of(const std::array<const char*, N>& all) {
        return all[below(N)];
    }

    std::string number() { return std::to_string(below(9000) + 100); }

    // "shoes" or, twice as often, the name of a brand.
    std::string word() {
        return below(3) == 0 ? one_of(kWords) : brand(below(kBrands));
    }

    // "shoes", "red-shoes" or "shoes-4711".
    std::string segment() {
        switch (below(3)) {
            case 0:
                return word();
            case 1:
                return word() + '-' + word();
            default:
                return word() + '-' + number();
        }
    }

    // "page=".
    std::string parameter() { return one_of(kParameters) + '='; }

  private:
    // The nth brand: two to four syllables.
    static std::string brand(std::size_t n) {
        constexpr std::string_view kConsonants = "bcdfghklmnprstvz";
        constexpr std::string_view kVowels = "aeiouy";
        std::minstd_rand octets(static_cast<unsigned>(n) + 1);
        std::string out;
        for (std::size_t i = 2 + octets() % 3; i > 0; --i) {
            out += kConsonants[octets() % kConsonants.size()];
            out += kVowels[octets() % kVowels.size()];
        }
        return out;
    }

    std::minstd_rand engine_;
};

std::string literal(Random& random) {
    std::string path = '/' + random.word();
    // A rule for a whole department is rare among thousands.
    const bool whole_department = random.below(20) == 0;
    for (std::size_t i = whole_department ? 0 : 1 + random.below(2); i > 0;
         --i) {
        path += '/' + random.segment();
    }
    switch (random.below(5)) {
        case 0:
            return path + '/';
        case 1:
            return path + '?' + random.parameter();
        case 2:
            return path + random.one_of(kEndings);
        default:
            return path;
    }
}

std::string starred(Random& random) {
    switch (random.below(6)) {
        case 0:
            return "/*?" + random.parameter() + random.word();
        case 1:
            return "/*&" + random.parameter() + random.number();
        case 2:
            return '/' + random.segment() + "/*/" + random.segment();
        case 3:
            return "/*/" + random.segment() + '/' + random.segment();
        case 4:
            return '/' + random.segment() + "/*?" + random.parameter();
        default:
            return "/*?*" + random.word() + '_' + random.parameter();
    }
}

std::string anchored(Random& random) {
    switch (random.below(3)) {
        case 0:
            return '/' + random.segment() + "/*" + random.one_of(kEndings) +
                   '$';
        case 1:
            return "/*/" + random.segment() + random.one_of(kEndings) + '$';
        default:
            return "/*/" + random.segment() + "/*/" + random.segment() + '$';
    }
}

std::string path_of(std::size_t place, Random& random) {
    constexpr std::string_view kKinds = "lllsllslla";
    switch (kKinds[place % kKinds.size()]) {
        case 'l':
            return literal(random);
        case 's':
            return starred(random);
        default:
            return anchored(random);
    }
}

// What the rule closes: its text with something for each "*".
std::string filled(std::string_view path, Random& random) {
    std::string out;
    for (const char c : path) {
        if (c == '*') {
            out += random.word();
        } else if (c != '$') {
            out += c;
        }
    }
    return out;
}

std::string target(const std::vector<Line>& lines, Random& random) {
    std::string out = "/";
    if (!lines.empty() && random.below(3) == 0) {
        out = filled(lines[random.below(lines.size())].path, random);
    }
    const std::size_t size = 23 + random.below(41);
    const char* separator = out.back() == '/' ? "" : "/";
    while (out.size() < size) {
        const bool query = out.find('?') != std::string::npos;
        if (query) {
            out += '&' + random.parameter() + random.number();
        } else if (random.below(6) == 0) {
            out += '?' + random.parameter() + random.number();
        } else {
            out += separator + random.segment();
        }
        separator = "/";
    }
    out.resize(size);
    return out;
}

}  // namespace

std::vector<Line> shop_lines(std::size_t count) {
    Random random(9309);
    std::unordered_set<std::string> seen;
    std::vector<Line> lines;
    while (lines.size() < count) {
        std::string path = path_of(lines.size(), random);
        if (seen.insert(path).second) {
            lines.push_back({random.below(8) == 0, std::move(path)});
        }
    }
    return lines;
}

std::vector<std::string> shop_targets(const std::vector<Line>& lines,
                                      std::size_t count) {
    Random random(2022);
    std::vector<std::string> targets;
    targets.reserve(count);
    while (targets.size() < count) {
        targets.push_back(target(lines, random));
    }
    return targets;
}

std::string robots_txt(const std::vector<Line>& lines) {
    std::string out = "User-agent: *\n";
    for (const Line& line : lines) {
        out += (line.allow ? "Allow: " : "Disallow: ") + line.path + '\n';
    }
    return out;
}

robots::RuleSet rule_set(const std::vector<Line>& lines) {
    std::vector<robots::NewRule> rules;
    rules.reserve(lines.size());
    for (const Line& line : lines) {
        rules.push_back({line.allow, robots::Pattern(line.path), {}});
    }
    return robots::RuleSet(std::move(rules));
}

}  // namespace bench
