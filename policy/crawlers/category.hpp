// The category of a crawler: what the crawler is used for.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace robots {

enum class Category : std::uint8_t {
    search,
    ai_training,
    ai_search,
    ai_agent,
    seo,
    archive,
    preview,
    feed,
    monitor,
    ads,
    research,
    security,
    library,  // HTTP libraries and command-line tools: not crawlers themselves
    client,   // webhooks, API clients, apps: not crawlers
    other,
};

constexpr std::size_t kCategories = 15;

// Whether the robots.txt group "*" does not apply to senders of `category`.
// Only a group with the sender's own product token applies to the sender.
constexpr bool is_no_crawler(Category category) {
    return category == Category::library || category == Category::client;
}

// The names of the categories, in the order of Category.
constexpr std::array<std::string_view, kCategories> kCategoryNames{
    "search",   "ai-training", "ai-search", "ai-agent", "seo",
    "archive",  "preview",     "feed",      "monitor",  "ads",
    "research", "security",    "library",   "client",   "other"};

// Returns the name of `category` in YAML and in logs, such as "ai-training".
constexpr std::string_view to_string(Category category) {
    return kCategoryNames[static_cast<std::size_t>(category)];
}

}  // namespace robots
