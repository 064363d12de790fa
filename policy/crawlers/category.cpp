#include "policy/crawlers/category.hpp"

namespace robots {

namespace {

struct Named {
    Category category;
    std::string_view name;
};

constexpr std::array<Named, kCategories> kNames{{
    {Category::search, "search"},
    {Category::ai_training, "ai-training"},
    {Category::ai_search, "ai-search"},
    {Category::ai_agent, "ai-agent"},
    {Category::seo, "seo"},
    {Category::archive, "archive"},
    {Category::preview, "preview"},
    {Category::feed, "feed"},
    {Category::monitor, "monitor"},
    {Category::ads, "ads"},
    {Category::research, "research"},
    {Category::security, "security"},
    {Category::library, "library"},
    {Category::client, "client"},
    {Category::other, "other"},
}};

constexpr std::array<Category, kCategories> categories() {
    std::array<Category, kCategories> all{};
    for (std::size_t i = 0; i < kCategories; ++i) {
        all[i] = kNames[i].category;
    }
    return all;
}

constexpr std::array<Category, kCategories> kAll = categories();

}  // namespace

std::string_view to_string(Category category) {
    return kNames[static_cast<std::size_t>(category)].name;
}

std::optional<Category> category_from(std::string_view name) {
    for (const Named& named : kNames) {
        if (named.name == name) {
            return named.category;
        }
    }
    return std::nullopt;
}

const std::array<Category, kCategories>& all_categories() {
    return kAll;
}

}  // namespace robots
