#include "policy/import/header_texts.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/import/nginx_conf.hpp"

namespace robots {

std::string_view expression_of(std::string_view key) {
    return key.substr(starts_with(key, "~*") ? 2 : 1);
}

std::vector<std::string> tokens_with(const std::string& text,
                                     const Crawlers& crawlers) {
    const std::string folded = fold(text);
    const auto has = [&folded](const std::string& word) {
        return fold(word).find(folded) != std::string::npos;
    };
    std::vector<std::string> out;
    for (const Crawler& crawler : crawlers.entries()) {
        const bool named =
            crawler.match.empty()
                ? has(crawler.token)
                : std::any_of(crawler.match.begin(), crawler.match.end(), has);
        if (crawler.in_user_agent && named) {
            out.push_back(crawler.token);
        }
    }
    return out;
}

void MapExceptions::add(const std::string& key, const Crawlers& crawlers) {
    const auto texts = starts_with(key, "~")
                           ? texts_of_expression(expression_of(key))
                           : std::vector<std::string>{key};
    if (!texts) {
        texts_.emplace_back();
        return;
    }
    for (const std::string& text : *texts) {
        if (!text.empty()) {  // an empty header names no crawler
            texts_.push_back(crawlers.is_browser_word(text) ? "" : fold(text));
        }
    }
}

bool MapExceptions::may_cover(const std::string& text,
                              const std::vector<std::string>& tokens) const {
    return may_cover(text) || std::any_of(tokens.begin(), tokens.end(),
                                          [this](const std::string& token) {
                                              return may_cover(token);
                                          });
}

bool MapExceptions::may_cover(const std::string& name) const {
    const auto is_alike = [folded = fold(name)](const std::string& text) {
        const std::string start = text.substr(0, text.find(kAnyOctet));
        return folded.find(start) != std::string::npos ||
               text.find(folded) != std::string::npos;
    };
    return std::any_of(texts_.begin(), texts_.end(), is_alike);
}

}  // namespace robots
