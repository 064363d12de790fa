// What a crawler is for.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
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
    library,  // HTTP libraries and command-line tools: no crawlers as such
    client,   // webhooks, API clients, apps: no crawlers at all
    other,
};

constexpr std::size_t kCategories = 15;

// Whether only groups that name it bind what is in that category: "*" doesn't.
constexpr bool is_no_crawler(Category category) {
    return category == Category::library || category == Category::client;
}

// "ai-training": the name in YAML and in logs.
std::string_view to_string(Category category);
std::optional<Category> category_from(std::string_view name);

// All of them, in the order of the enumeration.
const std::array<Category, kCategories>& all_categories();

}  // namespace robots
