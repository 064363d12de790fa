#include "policy/crawlers/category.hpp"

namespace robots {

namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, kCategories> kNames{
    "search",   "ai-training", "ai-search", "ai-agent", "seo",
    "archive",  "preview",     "feed",      "monitor",  "ads",
    "research", "security",    "library",   "client",   "other"};

constexpr std::array<Category, kCategories> categories() {
    std::array<Category, kCategories> all{};
    for (std::size_t i = 0; i < kCategories; ++i) {
        all[i] = static_cast<Category>(i);
    }
    return all;
}

constexpr std::array<Category, kCategories> kAll = categories();

}  // namespace

std::string_view to_string(Category category) {
    return kNames[static_cast<std::size_t>(category)];
}

std::optional<Category> category_from(std::string_view name) {
    for (const Category category : kAll) {
        if (to_string(category) == name) {
            return category;
        }
    }
    return std::nullopt;
}

const std::array<Category, kCategories>& all_categories() {
    return kAll;
}

}  // namespace robots
