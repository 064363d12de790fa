// The tables of policy/crawlers/built_in_crawlers.cpp, without rows. The
// generators that write these tables are linked with it.

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {

std::vector<Crawler> built_in_crawlers() {
    return {};
}

std::vector<std::string> built_in_not_crawlers() {
    return {};
}

std::vector<std::string_view> browser_words() {
    return {};
}

std::vector<std::string_view> browser_headers() {
    return {};
}

}  // namespace robots
