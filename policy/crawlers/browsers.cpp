#include "policy/crawlers/browsers.hpp"

namespace robots {

namespace {

#include "browsers_table.inc"

std::vector<std::string_view> lines(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos;
         end = text.find('\n')) {
        out.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return out;
}

}  // namespace

std::vector<std::string_view> browser_words() {
    return lines({kBrowserWords, sizeof kBrowserWords - 1});
}

std::vector<std::string_view> browser_headers() {
    return lines({kBrowserHeaders, sizeof kBrowserHeaders - 1});
}

}  // namespace robots
