#include "cli/sources/sources.hpp"

#include <curl/curl.h>
#include <algorithm>
#include <map>
#include <memory>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

bool is_wanted(const std::string& token, const std::vector<std::string>& only) {
    return only.empty() ||
           std::any_of(only.begin(), only.end(), [&](const std::string& each) {
               return robots::equal_folded(each, token);
           });
}

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string url_part(const Url& url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url.get(), part, &text, flags) != CURLUE_OK) {
        return {};
    }
    std::string out = text;
    curl_free(text);
    return out;
}

// Returns why the host is not public; empty if it is public. libcurl has
// already converted forms like "0x7f.1" into four numbers.
std::string why_not_host(std::string host) {
    if (!host.empty() && host.front() == '[') {
        host = host.substr(1, host.find_first_of("%]") - 1);
    }
    const std::string address = robots::address_from(host);
    if (!address.empty()) {
        return robots::why_not_public(address);
    }
    host.insert(0, ".");
    return robots::ends_folded(host, ".localhost") ||
                   robots::ends_folded(host, ".localhost.")
               ? "it is this machine"
               : "";
}

}  // namespace

std::string_view to_string(SourceKind kind) {
    return kind == SourceKind::ranges ? "ranges" : "keys";
}

std::vector<IdentitySource> sources_of(
    const std::vector<robots::Crawler>& crawlers,
    const std::vector<std::string>& only) {
    std::vector<IdentitySource> out;
    std::map<std::string, std::size_t> indices;  // by URL: the index in `out`
    const auto add = [&](SourceKind kind, const std::string& url,
                         const std::string& token) {
        const auto [it, added] = indices.try_emplace(url, out.size());
        if (added) {
            out.push_back({kind, url, robots::identity_file_name(url), {}});
        }
        out[it->second].tokens.push_back(token);
    };
    for (const robots::Crawler& crawler : crawlers) {
        if (!is_wanted(crawler.token, only)) {
            continue;
        }
        for (const std::string& url : crawler.ranges_urls) {
            add(SourceKind::ranges, url, crawler.token);
        }
        for (const std::string& agent : crawler.keys_urls) {
            add(SourceKind::keys, robots::url_of_keys(agent), crawler.token);
        }
    }
    return out;
}

std::string tokens_text(const IdentitySource& source) {
    const std::vector<std::string>& tokens = source.tokens;
    if (tokens.size() < 2) {
        return tokens.empty() ? std::string() : tokens.front();
    }
    return tokens.front() + " and " +
           (tokens.size() == 2 ? tokens.back()
                               : std::to_string(tokens.size() - 1) + " more");
}

SourceUrl read_source_url(const std::string& text, bool allow_private) {
    SourceUrl out;
    const Url url(curl_url(), &curl_url_cleanup);
    if (url == nullptr ||
        curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
        out.problem = "this is not a URL";
        return out;
    }
    out.host = robots::fold(url_part(url, CURLUPART_HOST));
    out.port = url_part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    if (url_part(url, CURLUPART_SCHEME) != "https") {
        out.problem = "only https is fetched; write `https://...`";
    } else if (!url_part(url, CURLUPART_USER).empty() ||
               !url_part(url, CURLUPART_PASSWORD).empty()) {
        out.problem = "a URL with a user name or a password is not fetched";
    } else if (!allow_private) {
        const std::string why = why_not_host(out.host);
        out.problem = why.empty() ? ""
                                  : "its host is not public: " + why +
                                        "; use --allow-private if that is "
                                        "meant";
    }
    return out;
}

}  // namespace robotsctl
