#include "cli/identity/source_url.hpp"

#include <curl/curl.h>

#include <memory>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/special_addresses.hpp"

namespace robotsctl {

namespace {

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string part_of(const Url& url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url.get(), part, &text, flags) != CURLUE_OK) {
        return {};
    }
    std::string out = text;
    curl_free(text);
    return out;
}

// libcurl has made "0x7f.1" and the like into four numbers.
std::string why_not_host(std::string host) {
    if (!host.empty() && host.front() == '[') {
        host = host.substr(1, host.find_first_of("%]") - 1);
    }
    const std::string address = robots::address_from(host);
    if (!address.empty()) {
        return robots::why_not_public(address);
    }
    const std::string folded = '.' + robots::fold(host);
    for (const std::string name : {".localhost", ".localhost."}) {
        if (folded.size() >= name.size() &&
            folded.compare(folded.size() - name.size(), name.size(), name) ==
                0) {
            return "it is this machine";
        }
    }
    return {};
}

}  // namespace

SourceUrl read_source_url(const std::string& text, bool allow_private) {
    SourceUrl out;
    const Url url(curl_url(), &curl_url_cleanup);
    if (url == nullptr ||
        curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
        out.problem = "this is not a URL";
        return out;
    }
    out.host = robots::fold(part_of(url, CURLUPART_HOST));
    out.port = part_of(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    if (part_of(url, CURLUPART_SCHEME) != "https") {
        out.problem = "only https is fetched; write `https://...`";
    } else if (!part_of(url, CURLUPART_USER).empty() ||
               !part_of(url, CURLUPART_PASSWORD).empty()) {
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
