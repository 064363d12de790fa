#include "policy/crawlers/crawlers.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/header_shape.hpp"
#include "policy/crawlers/header_words.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/signature/signature_agent.hpp"

namespace robots {

namespace {

// Returns the URLs that Signature-Agent is allowed to contain in a request that
// is signed with a key of `set`.
std::vector<std::string> urls_of(const PublishedKeys& set,
                                 const std::vector<std::string>& keys_urls) {
    std::vector<std::string> out;
    for (const std::string& url :
         set.url.empty() ? keys_urls : std::vector<std::string>{set.url}) {
        if (auto known = signature::keys_url_of(url)) {
            out.push_back(std::move(known->text));
        }
    }
    return out;
}

}  // namespace

std::uint64_t assertion_key_of(const Crawler& crawler) {
    std::string assertion = crawler.token;
    for (const std::string& domain : crawler.rdns) {
        assertion += '\n' + domain;
    }
    return token_key(assertion);
}

Crawlers::Crawlers(std::vector<Crawler> entries,
                   const std::vector<std::string>& not_crawlers) {
    for (const std::string& word : not_crawlers) {
        not_crawlers_.push_back(fold(word));
    }
    std::sort(not_crawlers_.begin(), not_crawlers_.end());
    entries_.reserve(entries.size());
    for (Crawler& entry : entries) {
        entry.key = token_key(entry.token);
        entry.assertion_key = assertion_key_of(entry);
        const auto [it, added] = by_token_.emplace(
            entry.key, static_cast<std::uint32_t>(entries_.size()));
        if (added) {
            entries_.push_back(std::move(entry));
        } else {
            entries_[it->second] = std::move(entry);
        }
    }
    std::vector<Needle> needles;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        add_needles(i, needles);
        for (const PublishedKeys& set : entries_[i].keys) {
            const signature::KeyRing::Urls urls(
                urls_of(set, entries_[i].keys_urls));
            for (const signature::TimedKey& key : set.keys) {
                keys_.add(i, key, urls);
            }
        }
    }
    needles_ = NeedleIndex(std::move(needles), [this](std::string_view word) {
        return is_browser_word(word);
    });
}

void Crawlers::add_needles(std::uint32_t crawler,
                           std::vector<Needle>& needles) const {
    const Crawler& entry = entries_[crawler];
    if (!entry.in_user_agent ||
        (!entry.catalogued && is_browser_word(entry.token))) {
        return;
    }
    const auto add = [crawler, &needles](const std::string& text) {
        if (!text.empty() && text != "*") {
            needles.push_back({fold(text), crawler});
        }
    };
    if (entry.match.empty()) {
        add(entry.token);
    }
    std::for_each(entry.match.begin(), entry.match.end(), add);
}

// Whether the needle at header[at] shows that its crawler sent the header. A
// needle of the catalogue always does. A token that comes from a policy can be
// any word ("Web", "Download"), even a word that browsers send. So a token from
// a policy must be where a product is: at the start of the header, in front of
// a "/", or behind "compatible; ".
bool Crawlers::names_crawler(const Needle& needle, std::string_view header,
                             std::size_t at) const {
    if (entries_[needle.crawler].catalogued) {
        return true;
    }
    constexpr std::string_view kCompatible = "compatible; ";
    const std::size_t end = at + needle.text.size();
    return at == 0 || (end < header.size() && header[end] == '/') ||
           (at >= kCompatible.size() &&
            starts_folded(header.substr(at - kCompatible.size()), kCompatible));
}

// Selects the best of the needles that are found in a header. A needle outside
// of URLs is better than a needle inside a URL. Next, a needle is better if it
// is not another product's version ("Nutch-1.19" is a version in
// "Examplebot/Nutch-1.19"). Next, the longest needle is best, and then the
// first needle. If two entries have the same text, the entry for which a policy
// set the text is better.
class Crawlers::BestNeedle {
  public:
    // All arguments must outlive the BestNeedle.
    BestNeedle(const Crawlers& crawlers, std::string_view header,
               const IsNamed& is_named)
        : crawlers_(crawlers),
          header_(header),
          is_named_(is_named),
          urls_(header) {}

    void consider(const Needle& needle, std::size_t at) {
        const Crawler& entry = crawlers_.entries_[needle.crawler];
        if (crawlers_.names_crawler(needle, header_, at) &&
            (best_ == nullptr || rank(needle, at) < rank(*best_, best_at_)) &&
            (!entry.is_customers || is_named_(entry))) {
            best_ = &needle;
            best_at_ = at;
        }
    }

    // Returns the best needle, or nullptr if no needle names a crawler.
    const Needle* get() const { return best_; }

  private:
    std::tuple<bool, bool, std::size_t, std::size_t, bool> rank(
        const Needle& needle, std::size_t at) {
        return {urls_.contains(at), at > 0 && header_[at - 1] == '/',
                SIZE_MAX - needle.text.size(), at,
                !crawlers_.entries_[needle.crawler].own_match};
    }

    const Crawlers& crawlers_;
    const std::string_view header_;
    const IsNamed& is_named_;
    UrlSpans urls_;
    const Needle* best_ = nullptr;
    std::size_t best_at_ = 0;
};

Sighting Crawlers::by_name(const HeaderWords& words,
                           const IsNamed& is_named) const {
    BestNeedle best(*this, words.header(), is_named);
    needles_.find(words, [&best](const Needle& needle, std::size_t at) {
        best.consider(needle, at);
    });
    if (best.get() == nullptr) {
        return {};
    }
    const Crawler& crawler = entries_[best.get()->crawler];
    return {crawler.token, crawler.category, &crawler};
}

// Returns the last product with a version in front of header[end], such as
// "Client" in "Chef Client/10.18 (x86_64-linux; ". If no product has a version,
// returns the last product. Ignores words that browsers send.
std::string_view Crawlers::product_before(std::string_view header,
                                          std::size_t end) const {
    std::string_view last;
    bool has_version = false;
    for (std::size_t at = 0; at < end;) {
        const std::string_view word = word_at(header, at);
        const bool is_version = at > 0 && header[at - 1] == '/';
        if (!word.empty() && !is_version && is_product(word) &&
            !is_browser_word(word)) {
            const bool versioned = version_follows(header, at + word.size());
            last = versioned || !has_version ? word : last;
            has_version |= versioned;
        }
        at += std::max<std::size_t>(word.size(), 1);
    }
    return last;
}

// Returns a Sighting for a name that only the shape of a header shows. If
// `name` is the token of an entry, the Sighting is for this entry.
Sighting Crawlers::shaped(std::string_view name, bool contact_only,
                          const IsNamed& is_named) const {
    if (name.empty()) {
        return {};
    }
    Sighting sighting = named(name, is_named);
    sighting.contact_only = contact_only;
    return sighting;
}

Sighting Crawlers::by_shape(const HeaderWords& words,
                            const IsNamed& is_named) const {
    const std::string_view header = words.header();
    const auto is_browsers = [this](std::string_view word) {
        return is_browser_word(word);
    };
    const std::string_view product = crawler_by_shape(words, is_browsers);
    if (!product.empty()) {
        return shaped(product, false, is_named);
    }
    const std::size_t contact = contact_address(header);
    const std::string_view name = contact != 0
                                      ? product_before(header, contact)
                                      : compatible_product(header, is_browsers);
    return shaped(name, !sounds_like_crawler(name), is_named);
}

Sighting Crawlers::identify(std::string_view user_agent,
                            const IsNamed& is_named) const {
    const HeaderWords words(user_agent);
    const Sighting named = by_name(words, is_named);
    return named ? named : by_shape(words, is_named);
}

const Crawler* Crawlers::find(std::string_view token) const {
    const auto it = by_token_.find(token_key(token));
    return it == by_token_.end() ? nullptr : &entries_[it->second];
}

Sighting Crawlers::named(std::string_view token,
                         const IsNamed& is_named) const {
    const Crawler* known = find(token);
    return known != nullptr && (!known->is_customers || is_named(*known))
               ? Sighting{known->token, known->category, known}
               : Sighting{token, Category::other, nullptr};
}

bool Crawlers::is_browser_word(std::string_view token) const {
    std::array<char, kMaxProduct> folded{};
    if (token.size() > folded.size()) {
        return false;
    }
    std::transform(token.begin(), token.end(), folded.begin(),
                   [](char c) { return fold(c); });
    return std::binary_search(not_crawlers_.begin(), not_crawlers_.end(),
                              std::string_view(folded.data(), token.size()));
}

}  // namespace robots
