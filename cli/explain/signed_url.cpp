#include "cli/explain/signed_url.hpp"

#include <algorithm>
#include <string_view>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

using robots::signature::Message;

class NoPrecedents : public robots::signature::Precedents {
  public:
    bool know(std::string_view, std::string_view) override { return false; }
    bool allow() override { return true; }
    void keep(std::string_view, std::string_view, robots::Utc) override {}
};

std::string authority_of(const robots::Url& url) {
    constexpr std::string_view kMark = "://";
    const std::string origin = robots::origin({url.host, url.port, url.scheme});
    return origin.substr(origin.find(kMark) + kMark.size());
}

}  // namespace

bool is_header(const std::string& text) {
    const std::size_t colon = text.find(':');
    return colon != std::string::npos && colon > 0 &&
           text.find_first_of(" \t\r\n") > colon &&
           text.find_first_of("\r\n") == std::string::npos;
}

std::vector<Header> headers_of(const std::vector<std::string>& texts) {
    std::vector<Header> out;
    for (const std::string& text : texts) {
        const std::size_t colon = text.find(':');
        out.push_back({robots::fold(std::string_view(text).substr(0, colon)),
                       std::string(robots::trim(
                           std::string_view(text).substr(colon + 1)))});
    }
    return out;
}

robots::signature::Finding check_signature(
    const SignedRequest& request, const robots::signature::KeyRing& keys,
    bool test_keys, robots::Utc now) {
    const std::string authority = authority_of(request.url);
    Message message;
    message.method = request.method;
    message.scheme = to_string(request.url.scheme);
    message.authority = authority;
    message.target = request.url.target;
    for (const Header& header : request.headers) {
        message.fields.push_back({header.name, header.value});
    }
    const bool has_host =
        std::any_of(message.fields.begin(), message.fields.end(),
                    [](const auto& field) { return field.name == "host"; });
    if (!has_host) {
        message.fields.push_back({"host", authority});
    }
    NoPrecedents precedents;
    return robots::signature::check(message, keys, test_keys, now, precedents);
}

}  // namespace robotsctl
