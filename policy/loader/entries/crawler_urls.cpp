#include "policy/loader/entries/crawler_urls.hpp"

#include <algorithm>
#include <optional>

#include "policy/base/text.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

namespace {

// The rest of a URL must be fit for a request, and mean the same to everyone.
bool is_target(const std::string& target) {
    return std::all_of(target.begin(), target.end(), [](char c) {
        return c > ' ' && c < '\x7f' && c != '#' && c != '"' && c != '\\';
    });
}

std::optional<std::string> canonical_url(const std::string& text) {
    const auto url = parse_url(text);
    // parse_url leaves out the user and the password that there may be.
    constexpr std::size_t kScheme = std::string_view("https://").size();
    const std::string authority =
        text.substr(0, text.find_first_of("/?#", kScheme));
    if (!url || url->scheme != Scheme::https || !is_target(url->target) ||
        authority.find('@') != std::string::npos) {
        return std::nullopt;
    }
    std::string out = origin({url->host, url->port, url->scheme});
    return url->target == "/" ? out : out + url->target;
}

}  // namespace

std::vector<std::string> read_https_urls(const Reader& reader,
                                         const Value& value) {
    std::vector<std::string> out;
    for (const Text& text : reader.texts(value)) {
        if (auto url = canonical_url(text.value)) {
            out.push_back(std::move(*url));
        } else {
            reader.findings().error(
                text.place, "bad-url",
                "`" + std::string(value.key) + "`: " + quoted(text.value) +
                    " is not an https URL; write one such as "
                    "`https://example.com`");
        }
    }
    return out;
}

}  // namespace robots::loader
