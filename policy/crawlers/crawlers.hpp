// The catalogue of crawlers, and how a crawler is recognised by its User-Agent
// header.
//
// A header names a crawler if it contains a token of the catalogue as a whole
// word. If a header contains several tokens, a token outside of URLs wins, and
// then the longest token wins. If two entries have the same token, the entry
// from the policy's `crawlers` wins.
//
// A header without a token can still show a crawler by one of three shapes: a
// product that ends in "bot", "crawler" or "spider" (header_shape.hpp), a
// "+http" contact address, or a name behind "compatible;". But webhooks, API
// clients and apps also send contact addresses. So the last two shapes set
// Sighting::contact_only if the name does not sound like a crawler's. A browser
// is never a crawler. Examples:
//
//     Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)   GPTBot
//     Googlebot-Image/1.0                Googlebot-Image, not Googlebot
//     Mozilla/5.0 (Linux; CUBOT X20)     nobody: nothing shows CUBOT as sender
//     MyOwnBot/0.1                       MyOwnBot, by its shape

#pragma once

#include <cstdint>
#include <functional>
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

// Whether a crawler obeys a directive, as documented by its operator.
enum class Obeys : std::uint8_t { undocumented, yes, no };

// Whether a client address belongs to the crawler that the User-Agent header
// names (identity.hpp).
enum class Identity : std::uint8_t { unverifiable, verified, impostor };

// One list of the addresses that an operator's crawler uses.
struct PublishedRanges {
    AddressRanges addresses;
    std::string file;  // empty: the addresses are in the policy itself
    Place place;       // where the policy mentions the list
    Utc written{0};    // when the file was written
    // False if the file cannot be used. Then any address may be the crawler's.
    bool usable = true;
};

// One set of the keys with which an operator signs its crawler's requests.
struct PublishedKeys {
    std::vector<signature::TimedKey> keys;
    std::string url;  // source of the keys; empty: any of Crawler::keys_urls
    std::string file;
    Place place;     // where the policy mentions the set
    Utc written{0};  // when the file was written
    // False if the file cannot be used. Then any key may be the crawler's.
    bool usable = true;
};

// One crawler of the catalogue.
struct Crawler {
    std::string token;               // the product token in robots.txt
    std::vector<std::string> match;  // texts in headers; empty: `token`
    Category category = Category::other;
    std::string operator_name;
    std::string docs;  // URL of the operator's page
    Obeys wildcard = Obeys::undocumented;
    Obeys crawl_delay = Obeys::undocumented;
    Obeys request_rate = Obeys::undocumented;
    Obeys visit_time = Obeys::undocumented;
    std::string falls_back_to;  // another token, used if no group has `token`
    bool in_user_agent = true;  // false: `token` is only used in robots.txt
    bool self_hosted = false;   // software that many operators run
    bool catalogued = true;     // false: only in a policy, not in the catalogue
    bool in_policy = false;     // a policy's `crawlers` add or change the entry
    bool own_match = false;     // a policy's `crawlers` set `match`
    // True if only limited files (Include::is_limited()) contain the crawler.
    // Customers write limited files, and a crawler of one customer may be an
    // API client of another. So the entry is only used for sites with a group
    // or a budget for the crawler.
    bool is_customers = false;
    // The domains of the reverse DNS names of the crawler's addresses:
    // "googlebot.com", in lower case, without a dot at either end.
    std::vector<std::string> rdns;
    std::vector<PublishedRanges> ranges;
    // The URLs of the operator's lists of addresses, such as
    // "https://example.com/bot.json", and of the operator's sets of keys. In
    // `keys_urls`, an origin without a path means the key directory at the
    // well-known path of this origin.
    std::vector<std::string> ranges_urls;
    std::vector<std::string> keys_urls;
    Place keys_url_place;  // where `keys_urls` is in a policy
    std::vector<PublishedKeys> keys;
    // The constructor of Crawlers sets these two keys.
    std::uint64_t key = 0;            // token_key(token)
    std::uint64_t assertion_key = 0;  // assertion_key_of() this entry
};

// Returns a hash of the crawler's token and `rdns`. If the hash changes,
// earlier DNS answers about the crawler are no longer used.
std::uint64_t assertion_key_of(const Crawler& crawler);

// Returns the built-in catalogue, from crawlers.yaml.
std::vector<Crawler> built_in_crawlers();

// Returns words of browsers' headers, from crawlers.yaml. These words never
// name a crawler.
std::vector<std::string> built_in_not_crawlers();

// The next two functions return a sample of browsers' headers, to find crawler
// entries that match browsers by mistake. The build draws the sample from the
// tests' data (tools/embed_browsers.cpp).
//
// Returns the words (header_words.hpp) that are in at least two headers of
// browsers and start with a letter, in lower case and sorted.
std::vector<std::string_view> browser_words();

// Returns some headers of browsers. Each word that is in at least five headers
// of the tests' data is in at least one of the returned headers.
std::vector<std::string_view> browser_headers();

// A Sighting is what a User-Agent header says about its sender.
struct Sighting {
    // The product token: as the entry spells it or, if `crawler` is nullptr, a
    // view into the header. Empty if the header names no crawler.
    std::string_view token;
    Category category = Category::other;
    const Crawler* crawler = nullptr;  // nullptr: no entry has this token
    // True if only a contact address or "compatible;" shows the crawler, and
    // its name does not sound like a crawler's. Then the sender may be an API
    // client, a webhook or an app: "MyShop/1.0 (+https://...)".
    bool contact_only = false;

    explicit operator bool() const { return !token.empty(); }

    // Whether "*" in a policy includes the sender. "*" excludes libraries,
    // clients, and crawlers that do not obey the group "*".
    bool obeys_star() const {
        return !is_no_crawler(category) &&
               (crawler == nullptr || crawler->wildcard != Obeys::no);
    }
};

// A callback that is only called for crawlers with Crawler::is_customers.
// Returns whether the policy of the requested site mentions `crawler`: in a
// group, or in a budget that crawlers share.
using IsNamed = std::function<bool(const Crawler& crawler)>;
inline bool is_named_nowhere(const Crawler& /*crawler*/) {
    return false;
}

// A set of crawlers, immutable after construction.
class Crawlers {
  public:
    // If several `entries` have the same token, only the last entry is kept.
    // `not_crawlers` are words that never name a crawler.
    explicit Crawlers(std::vector<Crawler> entries,
                      const std::vector<std::string>& not_crawlers);

    Crawlers(const Crawlers&) = delete;
    Crawlers& operator=(const Crawlers&) = delete;

    // Returns the crawler that `user_agent`, a whole header value, names. Reads
    // only the first 2,048 octets of the value. Never allocates.
    Sighting identify(std::string_view user_agent,
                      const IsNamed& is_named = is_named_nowhere) const;

    // Returns the entry of a product token, or nullptr. Ignores case.
    const Crawler* find(std::string_view token) const;

    // Returns a Sighting for a product token, even if the token has no entry.
    // `token` must outlive the result.
    Sighting named(std::string_view token,
                   const IsNamed& is_named = is_named_nowhere) const;

    // Whether `token` is one of the words in `not_crawlers`. Ignores case.
    bool is_browser_word(std::string_view token) const;

    // Returns the index of an entry for each text that is not searched for in
    // headers, because too many texts have the same key
    // (NeedleIndex::kMostAlike). The entry is only recognised by its other
    // texts or by the shape of a header.
    const std::vector<std::uint32_t>& left_out() const {
        return needles_.left_out();
    }

    const std::vector<Crawler>& entries() const { return entries_; }

    // Returns the keys of all entries. Owner::number is an index in entries().
    const signature::KeyRing& keys() const { return keys_; }

  private:
    class BestNeedle;

    void add_needles(std::uint32_t crawler, std::vector<Needle>& needles) const;
    bool names_crawler(const Needle& needle, std::string_view header,
                       std::size_t at) const;
    Sighting by_name(const HeaderWords& words, const IsNamed& is_named) const;
    Sighting by_shape(const HeaderWords& words, const IsNamed& is_named) const;
    Sighting shaped(std::string_view name, bool contact_only,
                    const IsNamed& is_named) const;
    std::string_view product_before(std::string_view header,
                                    std::size_t end) const;

    std::vector<Crawler> entries_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_token_;  // Crawler::key
    std::vector<std::string> not_crawlers_;  // folded, sorted
    NeedleIndex needles_;
    signature::KeyRing keys_;
};

}  // namespace robots
