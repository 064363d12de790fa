// What a crawler is for.

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
    client,   // webhooks, API clients, apps: no crawlers at all
    other,
};

constexpr std::size_t kCategories = 15;

// Whether a group "*" does not bind senders of that category; only groups that
// name the senders do.
constexpr bool is_no_crawler(Category category) {
    return category == Category::library || category == Category::client;
}

// The names, in the order of the enumeration.
constexpr std::array<std::string_view, kCategories> kCategoryNames{
    "search",   "ai-training", "ai-search", "ai-agent", "seo",
    "archive",  "preview",     "feed",      "monitor",  "ads",
    "research", "security",    "library",   "client",   "other"};

// Returns the name in YAML and in logs: "ai-training".
constexpr std::string_view to_string(Category category) {
    return kCategoryNames[static_cast<std::size_t>(category)];
}

}  // namespace robots
