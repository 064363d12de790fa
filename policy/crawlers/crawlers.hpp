// Who a crawler says it is: the catalogue, and identification by the
// User-Agent header.
//
// A header names a crawler if it contains one of the catalogue's tokens as a
// whole word; of several tokens the longest counts. If it contains none, two
// shapes still show a crawler: a product that ends in "bot", "crawler" or
// "spider" and has a version, and a "+http" contact address. Webhooks, API
// clients and apps send such an address, too, so that a name with nothing else
// that shows a crawler is marked (Sighting::contact_only). A browser is never a
// crawler. Examples:
//
//     Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)   GPTBot
//     Googlebot-Image/1.0                Googlebot-Image, not Googlebot
//     Mozilla/5.0 (Linux; CUBOT X20)     nobody: "bot" is no whole word here
//     MyOwnBot/0.1                       MyOwnBot, by its shape

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/category.hpp"
#include "policy/crawlers/needle_index.hpp"
#include "policy/robots_txt/request_rate.hpp"
#include "policy/signature/key_set.hpp"

namespace robots {

// What an operator documents: whether its crawler obeys a directive.
enum class Obeys : std::uint8_t { undocumented, yes, no };

// Whether an address fits what a crawler says it is; see identity.hpp.
enum class Identity : std::uint8_t { unverifiable, verified, impostor };

// One list of the addresses that an operator's crawler comes from.
struct PublishedRanges {
    AddressRanges addresses;
    std::string file;  // empty: written in the policy itself
    Place place;       // where the policy names it
    Utc written{0};    // when the file was written
    // False: the file can't be used, and might have contained any address.
    bool usable = true;
};

// One set of the keys that an operator signs its crawler's requests with.
struct PublishedKeys {
    std::vector<signature::Key> keys;
    std::string url;  // where they were fetched; empty: at `keys_urls`, if any
    std::string file;
    Place place;     // where the policy names it
    Utc written{0};  // when the file was written
    // False: the file can't be used, and might have contained any key.
    bool usable = true;
};

// One crawler of the catalogue.
struct Crawler {
    std::string token;               // as robots.txt names it
    std::vector<std::string> match;  // texts in the header, if not the token
    Category category = Category::other;
    std::string operator_name;
    std::string docs;  // URL of the operator's page
    Obeys wildcard = Obeys::undocumented;
    Obeys crawl_delay = Obeys::undocumented;
    Obeys request_rate = Obeys::undocumented;
    Obeys visit_time = Obeys::undocumented;
    std::string falls_back_to;  // token whose group applies next
    bool in_user_agent = true;  // false: a token for robots.txt only
    bool self_hosted = false;   // software that anybody runs, each for himself
    bool catalogued = true;     // false: known only because a policy names it
    // The domains of its addresses' reverse names: "googlebot.com", in lower
    // case, without a dot at either end.
    std::vector<std::string> rdns;
    std::vector<PublishedRanges> ranges;
    // Where its operator publishes lists of its addresses, and the keys that it
    // signs with: "https://example.com/bot.json". Of keys an origin, without a
    // path, means the directory of keys that lies at its well-known place.
    std::vector<std::string> ranges_urls;
    std::vector<std::string> keys_urls;
    Place keys_url_place;  // where a policy names them
    std::vector<PublishedKeys> keys;
    // Set by Crawlers.
    std::uint64_t key = 0;            // token_key of its token
    std::uint64_t assertion_key = 0;  // assertion_key_of it
};

// A key of what a crawler asserts, which its reverse name proves or disproves:
// its token, with the domains of its reverse names.
std::uint64_t assertion_key_of(const Crawler& crawler);

// The catalogue that is built in, from crawlers.yaml.
std::vector<Crawler> built_in_crawlers();

// Words that browsers send, from crawlers.yaml: never a crawler's name.
std::vector<std::string> built_in_not_crawlers();

// A sample of browsers' headers, to find crawler entries that match browsers.
// The build draws it from the tests' data (tools/embed_browsers.cpp).
//
// The words that are in at least two headers of browsers, folded and sorted.
// A word is as in header_words.hpp, and starts with a letter.
std::vector<std::string_view> browser_words();

// Some headers of browsers. Each word that five of all headers have is in one.
std::vector<std::string_view> browser_headers();

// What a header says about its sender.
struct Sighting {
    // The product token as its entry spells it or, if no entry has it, a view
    // into the header. Empty: no crawler.
    std::string_view token;
    Category category = Category::other;
    const Crawler* crawler = nullptr;  // nullptr: no entry has that token
    // Known by the form of its header alone, with a name that could as well be
    // an API client's, a webhook's or an app's: "MyShop/1.0 (+https://...)".
    bool contact_only = false;

    explicit operator bool() const { return !token.empty(); }
};

// A set of crawlers, immutable once built.
class Crawlers {
  public:
    // `entries` later in the list override earlier ones of the same token.
    explicit Crawlers(std::vector<Crawler> entries,
                      const std::vector<std::string>& not_crawlers);

    Crawlers(const Crawlers&) = delete;
    Crawlers& operator=(const Crawlers&) = delete;

    // The crawler that `user_agent`, a whole header value, names. Reads its
    // first 2048 octets; never allocates.
    Sighting identify(std::string_view user_agent) const;

    // The entry of a product token, case-insensitively, or nullptr.
    const Crawler* find(std::string_view token) const;

    // The crawler of a product token, whether an entry has it or not. `token`
    // outlives it.
    Sighting named(std::string_view token) const;

    // Whether `token` is a word of browsers' headers.
    bool is_browser_word(std::string_view token) const;

    // The entries that headers are not searched for, since too many others
    // begin like them (NeedleIndex::kMostAlike). Only their shape shows them.
    const std::vector<std::uint32_t>& left_out() const {
        return needles_.left_out();
    }

    const std::vector<Crawler>& entries() const { return entries_; }

    // The keys of all entries; their owners are indices of entries().
    const signature::KeyRing& keys() const { return keys_; }

  private:
    class BestNeedle;

    void add_needles(std::uint32_t crawler, std::vector<Needle>& needles) const;
    bool names_crawler(const Needle& needle, std::string_view header,
                       std::size_t at) const;
    Sighting by_name(const HeaderWords& words) const;
    Sighting by_shape(const HeaderWords& words) const;
    Sighting shaped(std::string_view name, bool contact_only) const;
    std::string_view product_before(std::string_view header,
                                    std::size_t end) const;

    std::vector<Crawler> entries_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_token_;  // Crawler::key
    std::vector<std::string> not_crawlers_;  // folded, sorted
    NeedleIndex needles_;
    signature::KeyRing keys_;
};

}  // namespace robots
