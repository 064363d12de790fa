// The catalogue of crawlers, and how a crawler is recognised by its User-Agent
// header.
//
// A header names a crawler if it contains one of the catalogue's tokens as a
// whole word. Of several tokens, those outside of URLs come first, then the
// longest; of two entries with the same, that of the policy's `crawlers` comes
// first. If the header contains none, its shape may still show a crawler: a
// product that ends in "bot", "crawler" or "spider" (header_shape.hpp), a
// "+http" contact address, or a name behind "compatible;". Webhooks, API
// clients and apps send contact addresses, too. So if one of the last two
// shapes shows a name that does not sound like a crawler's, the name is marked
// (Sighting::contact_only). A browser is never a crawler. Examples:
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

// Whether a crawler obeys a directive, by its operator's documentation.
enum class Obeys : std::uint8_t { undocumented, yes, no };

// Whether an address belongs to the crawler that the User-Agent names; see
// identity.hpp.
enum class Identity : std::uint8_t { unverifiable, verified, impostor };

// One list of the addresses that an operator's crawler uses.
struct PublishedRanges {
    AddressRanges addresses;
    std::string file;  // empty: written in the policy itself
    Place place;       // where the policy names it
    Utc written{0};    // when the file was written
    // False if the file can't be used: it might have contained any address.
    bool usable = true;
};

// One set of the keys with which an operator signs its crawler's requests.
struct PublishedKeys {
    std::vector<signature::Key> keys;
    std::string url;  // where they were fetched; empty: any of `keys_urls`
    std::string file;
    Place place;     // where the policy names it
    Utc written{0};  // when the file was written
    // False if the file can't be used: it might have contained any key.
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
    bool in_policy = false;     // `crawlers` of a policy add or change it
    bool own_match = false;     // `crawlers` say what is in its headers
    // Only files of limited includes name it. What one customer calls a crawler
    // may be another's API client: it has an entry only on sites that name it.
    bool is_customers = false;
    // The domains of the reverse names of its addresses: "googlebot.com", in
    // lower case, without a dot at either end.
    std::vector<std::string> rdns;
    std::vector<PublishedRanges> ranges;
    // The URLs where its operator publishes lists of its addresses
    // ("https://example.com/bot.json"), and sets of its keys. In `keys_urls`,
    // an origin without a path means the directory of keys at its well-known
    // path.
    std::vector<std::string> ranges_urls;
    std::vector<std::string> keys_urls;
    Place keys_url_place;  // where a policy names them
    std::vector<PublishedKeys> keys;
    // These are set by Crawlers.
    std::uint64_t key = 0;            // token_key of its token
    std::uint64_t assertion_key = 0;  // assertion_key_of it
};

// Returns a hash of the crawler's token and the domains of its reverse names.
// If these change, earlier answers of DNS no longer count.
std::uint64_t assertion_key_of(const Crawler& crawler);

// Returns the built-in catalogue, from crawlers.yaml.
std::vector<Crawler> built_in_crawlers();

// Returns words that browsers send, from crawlers.yaml: none is a crawler's
// name.
std::vector<std::string> built_in_not_crawlers();

// A sample of browsers' headers, to find crawler entries that match browsers.
// The build draws the sample from the tests' data (tools/embed_browsers.cpp).
//
// Returns the words that are in at least two headers of browsers, folded and
// sorted. A word is as in header_words.hpp, and starts with a letter.
std::vector<std::string_view> browser_words();

// Returns some headers of browsers. Each word that is in at least five of all
// headers is in at least one of the returned headers.
std::vector<std::string_view> browser_headers();

// What a User-Agent header says about its sender.
struct Sighting {
    // The product token as its entry spells it or, if there is no entry, a view
    // into the header. Empty if the header names no crawler.
    std::string_view token;
    Category category = Category::other;
    const Crawler* crawler = nullptr;  // nullptr: no entry has that token
    // Only a contact address or "compatible;" shows the crawler, and its name
    // does not sound like a crawler's. So it may be an API client, a webhook or
    // an app: "MyShop/1.0 (+https://...)".
    bool contact_only = false;

    explicit operator bool() const { return !token.empty(); }

    // Whether what "*" chooses includes the sender: neither libraries and
    // clients, nor crawlers to which the group "*" does not apply.
    bool obeys_star() const {
        return !is_no_crawler(category) &&
               (crawler == nullptr || crawler->wildcard != Obeys::no);
    }
};

// Whether the site of a request names a crawler with Crawler::is_customers.
using IsNamed = std::function<bool(const Crawler& crawler)>;
inline bool is_named_nowhere(const Crawler& /*crawler*/) {
    return false;
}

// A set of crawlers, immutable once built.
class Crawlers {
  public:
    // Of several `entries` with the same token the last counts.
    explicit Crawlers(std::vector<Crawler> entries,
                      const std::vector<std::string>& not_crawlers);

    Crawlers(const Crawlers&) = delete;
    Crawlers& operator=(const Crawlers&) = delete;

    // Returns the crawler that `user_agent`, a whole header value, names. Reads
    // its first 2048 octets; never allocates. Asks `is_named` if the header has
    // the token of a customer.
    Sighting identify(std::string_view user_agent,
                      const IsNamed& is_named = is_named_nowhere) const;

    // Returns the entry of a product token, case-insensitively, or nullptr.
    const Crawler* find(std::string_view token) const;

    // Returns the crawler of a product token, whether or not it has an entry.
    // `token` must outlive the result.
    Sighting named(std::string_view token,
                   const IsNamed& is_named = is_named_nowhere) const;

    // Whether `token` is a word of browsers' headers.
    bool is_browser_word(std::string_view token) const;

    // The entries whose texts are not searched for in headers, since too many
    // other texts have the same key (NeedleIndex::kMostAlike). These crawlers
    // are recognised only by their shape.
    const std::vector<std::uint32_t>& left_out() const {
        return needles_.left_out();
    }

    const std::vector<Crawler>& entries() const { return entries_; }

    // The keys of all entries; Owner::number is an index of entries().
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
