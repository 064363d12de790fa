#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/header_words.hpp"
#include "policy/loader/entries/crawler_entries.hpp"

namespace robots::loader {

namespace {

// Returns Crawlers that search a header for `texts`, and for nothing else.
Crawlers finder_of(const std::vector<Text>& texts) {
    std::vector<Crawler> crawlers;
    for (const Text& text : texts) {
        crawlers.emplace_back();
        crawlers.back().token = std::to_string(crawlers.size());
        crawlers.back().match = {text.value};
    }
    return Crawlers(std::move(crawlers), {});
}

bool finds(const Crawlers& finder, std::string_view header) {
    return finder.identify(header).crawler != nullptr;
}

// An entry, and the texts by which it recognizes User-Agent headers. Texts that
// the entry takes from the catalogue are left out.
struct Candidate {
    const CrawlerEntry* entry;
    std::vector<Text> texts;
};

// Returns Candidate::texts for `entry`. `catalogue` must be the built-in
// catalogue.
std::vector<Text> texts_of(const CrawlerEntry& entry,
                           const Crawlers& catalogue) {
    if (!entry.in_user_agent.value_or(true)) {
        return {};
    }
    if (entry.match && !entry.match->empty()) {
        return *entry.match;
    }
    const Crawler* known = catalogue.find(entry.token);
    if (known != nullptr && known->in_user_agent && !entry.match) {
        return {};
    }
    return {{entry.token, entry.token_place}};
}

std::vector<Candidate> candidates_of(const std::vector<CrawlerEntry>& entries) {
    const Crawlers catalogue(built_in_crawlers(), {});
    std::vector<Candidate> candidates;
    candidates.reserve(entries.size());
    for (const CrawlerEntry& entry : entries) {
        candidates.push_back({&entry, texts_of(entry, catalogue)});
    }
    return candidates;
}

// Checks that texts do not match User-Agent headers of browsers.
class BrowserCheck {
  public:
    explicit BrowserCheck(const std::vector<Candidate>& candidates)
        : words_(browser_words()),
          headers_(browser_headers()),
          no_crawlers_({}, built_in_not_crawlers()) {
        // Keeps only the headers that at least one text matches. This saves
        // time in problem_of(), because usually no header is left.
        std::vector<Text> texts;
        for (const Candidate& candidate : candidates) {
            texts.insert(texts.end(), candidate.texts.begin(),
                         candidate.texts.end());
        }
        const Crawlers finder = finder_of(texts);
        headers_.erase(std::remove_if(headers_.begin(), headers_.end(),
                                      [&finder](std::string_view header) {
                                          return !finds(finder, header);
                                      }),
                       headers_.end());
    }

    // Returns what is wrong with `written`, as the end of a sentence, or "".
    std::string problem_of(const Text& written) const {
        const std::string& text = written.value;
        if (std::none_of(text.begin(), text.end(), is_letter) ||
            std::count_if(text.begin(), text.end(), is_alphanumeric) < 2) {
            return " is too short to tell a crawler from a browser";
        }
        if (is_word(text)) {
            return " is a word that browsers send";
        }
        const Crawlers finder = finder_of({written});
        const auto hit = std::find_if(headers_.begin(), headers_.end(),
                                      [&finder](std::string_view header) {
                                          return finds(finder, header);
                                      });
        return hit == headers_.end()
                   ? ""
                   : " is part of browser headers, for example " + cited(*hit);
    }

  private:
    bool is_word(std::string_view text) const {
        return no_crawlers_.is_browser_word(text) ||
               std::binary_search(words_.begin(), words_.end(), fold(text));
    }

    std::vector<std::string_view> words_;
    std::vector<std::string_view> headers_;  // that at least one text matches
    Crawlers no_crawlers_;
};

void check_browsers(const std::vector<Candidate>& candidates,
                    Findings& findings) {
    const BrowserCheck browsers(candidates);
    for (const Candidate& candidate : candidates) {
        for (const Text& text : candidate.texts) {
            const std::string problem = browsers.problem_of(text);
            if (!problem.empty()) {
                findings.error(text.place, "matches-browsers",
                               cited(text.value) + problem +
                                   ", so browsers would count as " +
                                   cited(candidate.entry->token) +
                                   "; under `match`, write what only this "
                                   "crawler sends, for example `Examplebot/`");
            }
        }
    }
}

// Returns typical headers of a crawler that has `text` in its header.
std::vector<std::string> forms_of(const std::string& text) {
    const std::string product =
        text + (is_alphanumeric(text.back()) ? "/1.0" : "1.0");
    const std::string contact = product + "; +http://www.example.com/bot.html)";
    return {text,
            product,
            product + " (+http://www.example.com/bot.html)",
            "Mozilla/5.0 (compatible; " + contact,
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; " +
                contact,
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) "
            "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile "
            "Safari/537.36 (compatible; " +
                contact};
}

// Checks that entries of included files do not match headers of crawlers of the
// catalogue or of the main file.
class OwnershipCheck {
  public:
    OwnershipCheck(const std::vector<Candidate>& candidates,
                   std::uint32_t main_file, Findings& findings)
        : findings_(findings) {
        std::vector<CrawlerEntry> of_main;
        for (const Candidate& candidate : candidates) {
            const CrawlerEntry& entry = *candidate.entry;
            if (entry.token_place.file == main_file) {
                of_main.push_back(entry);
            } else {
                included_.emplace(fold(entry.token), &candidate);
            }
        }
        if (!included_.empty()) {
            Findings told;
            owned_.emplace(merge_crawlers(built_in_crawlers(), of_main, told),
                           built_in_not_crawlers());
        }
    }

    // `crawlers` must be the catalogue with all entries added.
    void run(const Crawlers& crawlers) {
        if (!owned_) {
            return;
        }
        for (auto it = included_.begin(); it != included_.end();) {
            it = check_entry(*it->second) ? std::next(it) : included_.erase(it);
        }
        for (const Crawler& owner : owned_->entries()) {
            if (owner.in_user_agent) {
                check_owner(owner, crawlers);
            }
        }
    }

  private:
    // Returns false after an error.
    bool check_entry(const Candidate& candidate) {
        const CrawlerEntry& entry = *candidate.entry;
        if (const Crawler* owner = owned_->find(entry.token)) {
            findings_.error(
                entry.token_place, "changes-catalogue",
                "an included file cannot change the known crawler " +
                    cited(owner->token) + "; move this entry to the main file");
            return false;
        }
        return std::all_of(candidate.texts.begin(), candidate.texts.end(),
                           [&](const Text& text) {
                               const Crawler* owner =
                                   owned_->identify(text.value).crawler;
                               if (owner != nullptr) {
                                   tell(entry, text, *owner);
                               }
                               return owner == nullptr;
                           });
    }

    void check_owner(const Crawler& owner, const Crawlers& crawlers) {
        const std::vector<std::string> texts =
            owner.match.empty() ? std::vector<std::string>{owner.token}
                                : owner.match;
        for (const std::string& text : texts) {
            for (const std::string& form : forms_of(text)) {
                const auto taker =
                    included_.find(fold(crawlers.identify(form).token));
                if (taker != included_.end() &&
                    owned_->identify(form).crawler != nullptr) {
                    tell(*taker->second->entry, text_in(*taker->second, form),
                         owner);
                    included_.erase(taker);
                }
            }
        }
    }

    // Returns the text of `candidate` that `header` contains.
    static Text text_in(const Candidate& candidate, const std::string& header) {
        return *std::find_if(candidate.texts.begin(), candidate.texts.end(),
                             [&header](const Text& text) {
                                 return finds(finder_of({text}), header);
                             });
    }

    void tell(const CrawlerEntry& entry, const Text& text,
              const Crawler& owner) {
        findings_.error(
            text.place, "changes-catalogue",
            "an included file cannot take requests from another crawler: " +
                cited(text.value) + " is part of headers of " +
                cited(owner.token) + "; under `match`, write what only " +
                cited(entry.token) +
                " sends, or move this entry to the main file");
    }

    Findings& findings_;
    std::unordered_map<std::string, const Candidate*> included_;  // by token
    std::optional<Crawlers> owned_;  // crawlers of catalogue and main file
};

// The limit is needed because each header is searched for all texts.
constexpr std::size_t kMostTexts = 10000;

bool are_few(const std::vector<Candidate>& candidates, Findings& findings) {
    std::size_t texts = 0;
    for (const Candidate& candidate : candidates) {
        texts += candidate.texts.size();
        if (texts > kMostTexts) {
            findings.error(
                candidate.entry->place, "too-many-crawlers",
                "the crawlers of this policy have more than " +
                    std::to_string(kMostTexts) +
                    " texts to search headers for; write fewer under `match`");
            return false;
        }
    }
    return true;
}

}  // namespace

void check_crawlers(const std::vector<CrawlerEntry>& entries,
                    const Crawlers& crawlers, std::uint32_t main_file,
                    Findings& findings) {
    if (entries.empty() || findings.errors() > 0) {
        return;
    }
    const std::vector<Candidate> candidates = candidates_of(entries);
    if (!are_few(candidates, findings)) {
        return;
    }
    check_browsers(candidates, findings);
    if (findings.errors() == 0) {
        OwnershipCheck(candidates, main_file, findings).run(crawlers);
    }
}

}  // namespace robots::loader
