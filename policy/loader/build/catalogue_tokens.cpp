#include "policy/loader/build/catalogue_tokens.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/token_parts.hpp"

namespace robots::loader {

namespace {

// Returns whether users, and not the operator, decide what the crawler fetches
// and from which addresses.
bool is_run_by_others(const Crawler& crawler) {
    return is_no_crawler(crawler.category) ||
           (crawler.category == Category::monitor &&
            crawler.wildcard == Obeys::no);
}

bool is_of_one_operator(const Crawler& a, const Crawler& b) {
    return !a.operator_name.empty() &&
           equal_folded(a.operator_name, b.operator_name);
}

}  // namespace

void sort_folded(std::vector<std::string>& tokens) {
    std::sort(tokens.begin(), tokens.end(),
              [](const std::string& a, const std::string& b) {
                  return fold(a) < fold(b);
              });
}

CatalogueTokens::CatalogueTokens(const std::vector<Crawler>& crawlers) {
    std::map<std::string, std::vector<std::string>> run_by_others;
    for (const Crawler& crawler : crawlers) {
        categories_[static_cast<std::size_t>(crawler.category)].push_back(
            crawler.token);
        if (crawler.operator_name.empty()) {
            continue;
        }
        const std::string folded = fold(crawler.operator_name);
        Operator& known = operators_[folded];
        if (known.name.empty()) {
            known.name = crawler.operator_name;
        }
        (is_run_by_others(crawler) ? run_by_others[folded] : known.tokens)
            .push_back(crawler.token);
    }
    for (auto& [folded, tokens] : run_by_others) {
        Operator& known = operators_[folded];
        if (known.tokens.empty()) {
            known.tokens = std::move(tokens);
        }
    }
    std::for_each(categories_.begin(), categories_.end(), sort_folded);
    for (auto& [folded, known] : operators_) {
        sort_folded(known.tokens);
    }
    find_containing(crawlers);
}

void CatalogueTokens::find_containing(const std::vector<Crawler>& crawlers) {
    TokenParts parts;
    for (std::size_t i = 0; i < crawlers.size(); ++i) {
        parts.add(crawlers[i].token, i);
    }
    for (const Crawler& crawler : crawlers) {
        for (const std::size_t i : parts.of(crawler.token)) {
            const Crawler& part = crawlers[i];
            if (!is_of_one_operator(crawler, part) &&
                !equal_folded(crawler.falls_back_to, part.token)) {
                containing_[fold(part.token)].push_back(crawler.token);
            }
        }
    }
    for (auto& [folded, tokens] : containing_) {
        sort_folded(tokens);
    }
}

const std::vector<std::string>& CatalogueTokens::containing(
    std::string_view token) const {
    static const std::vector<std::string> kNone;
    const auto it = containing_.find(fold(token));
    return it == containing_.end() ? kNone : it->second;
}

const std::vector<std::string>* CatalogueTokens::of_operator(
    std::string_view name) const {
    const auto it = operators_.find(fold(name));
    return it == operators_.end() ? nullptr : &it->second.tokens;
}

std::string CatalogueTokens::operator_like(std::string_view name) const {
    constexpr std::size_t kLeastPart = 4;
    const std::string folded = fold(name);
    std::vector<std::string_view> words;
    const Operator* containing = nullptr;
    for (const auto& [key, known] : operators_) {
        // Adds only names of a similar length, because nearest() finds no other
        // names and reads only the first 1000 words.
        if (key.size() <= folded.size() + 2 &&
            folded.size() <= key.size() + 2) {
            words.emplace_back(key);
        }
        if (containing == nullptr && folded.size() >= kLeastPart &&
            key.find(folded) != std::string::npos) {
            containing = &known;
        }
    }
    const std::string_view near = nearest(folded, words);
    if (!near.empty()) {
        containing = &operators_.find(near)->second;
    }
    return containing == nullptr
               ? ""
               : "; did you mean " + cited(containing->name) + "?";
}

namespace {

// Returns a token that contains `token` and is not in `tokens`, which must be
// folded. Returns "" if none exists.
std::string outside(const std::string& token,
                    const std::set<std::string>& tokens,
                    const CatalogueTokens& catalogue) {
    for (const std::string& other : catalogue.containing(token)) {
        if (tokens.count(fold(other)) == 0) {
            return other;
        }
    }
    return "";
}

}  // namespace

PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents) {
    PartTokens out;
    std::set<std::string> kept;  // folded tokens
    std::vector<std::string> parts;
    for (const std::string& token : user_agents) {
        kept.insert(fold(token));
        if (!catalogue.containing(token).empty()) {
            parts.push_back(token);
        }
    }
    // Checks long tokens first. So if a long token is left out, the checks of
    // the shorter tokens that it contains see it as a token outside of the
    // group.
    std::stable_sort(parts.begin(), parts.end(),
                     [](const std::string& a, const std::string& b) {
                         return a.size() > b.size();
                     });
    for (const std::string& token : parts) {
        std::string other = outside(token, kept, catalogue);
        if (!other.empty()) {
            kept.erase(fold(token));
            out.example = std::move(other);
            out.left_out.insert(out.left_out.begin(), token);
        }
    }
    user_agents.erase(std::remove_if(user_agents.begin(), user_agents.end(),
                                     [&kept](const std::string& token) {
                                         return kept.count(fold(token)) == 0;
                                     }),
                      user_agents.end());
    return out;
}

void find_published_parts(const CatalogueTokens& catalogue,
                          lint::Document& document) {
    std::set<std::string> all;  // folded tokens
    for (const RobotsGroup& group : document.text.groups) {
        for (const std::string& token : group.user_agents) {
            all.insert(fold(token));
        }
    }
    for (std::size_t i = 0; i < document.notes.size(); ++i) {
        PartTokens& parts = document.notes[i].parts;
        for (const std::string& token : document.text.groups[i].user_agents) {
            std::string other = outside(token, all, catalogue);
            if (!other.empty()) {
                if (parts.published.empty()) {
                    parts.example = std::move(other);
                }
                parts.published.push_back(token);
            }
        }
    }
}

void find_taken_tokens(const CatalogueTokens& catalogue,
                       const std::vector<const GroupEntry*>& entries,
                       lint::Document& document) {
    const auto acts = [](const GroupEntry& entry) {
        const auto& actions = entry.enforce.action;
        return std::any_of(actions.begin(), actions.end(), [](auto action) {
            return action && *action > Action::log;
        });
    };
    std::map<std::string, std::size_t> groups;  // index by folded token
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i]->is_private || !acts(*entries[i])) {
            continue;
        }
        catalogue.for_each_of(*entries[i], [&](const auto& tokens) {
            for (const std::string& token : tokens) {
                groups.try_emplace(fold(token), i);
            }
        });
    }
    for (std::size_t i = 0; i < entries.size() && !groups.empty(); ++i) {
        auto& taken_from = document.notes[i].taken_from;
        for (const Text& token : entries[i]->user_agents) {
            const auto found = groups.find(fold(token.value));
            if (!taken_from && found != groups.end()) {
                taken_from = {token.value, entries[found->second]->enforce};
            }
        }
    }
}

}  // namespace robots::loader
