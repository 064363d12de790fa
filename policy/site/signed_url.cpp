#include "policy/site/signed_url.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

class NoPrecedents : public signature::Precedents {
  public:
    bool has_met(std::string_view) override { return false; }
    bool know(std::string_view, std::string_view) override { return false; }
    bool allow() override { return true; }
    void keep(std::string_view, std::string_view, Utc) override {}
};

std::string authority_of(const Url& url) {
    constexpr std::string_view kMark = "://";
    const std::string text = origin({url.host, url.port, url.scheme});
    return text.substr(text.find(kMark) + kMark.size());
}

}  // namespace

bool is_header(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != std::string_view::npos && colon > 0 &&
           text.find_first_of(" \t\r\n") > colon &&
           text.find_first_of("\r\n") == std::string_view::npos;
}

std::vector<Header> headers_of(const std::vector<std::string>& texts) {
    std::vector<Header> out;
    for (const std::string& text : texts) {
        const std::size_t colon = text.find(':');
        out.push_back(
            {fold(std::string_view(text).substr(0, colon)),
             std::string(trim(std::string_view(text).substr(colon + 1)))});
    }
    return out;
}

std::optional<std::vector<Header>> headers_from(std::string_view lines) {
    std::vector<std::string> texts;
    for (const std::string& line : split_lines(lines)) {
        const std::string_view text = trim(line, " \t\r");
        if (!text.empty() && !is_header(text)) {
            return std::nullopt;
        }
        if (!text.empty()) {
            texts.emplace_back(text);
        }
    }
    return headers_of(texts);
}

signature::CheckedSignature check_signature(const SignedRequest& request,
                                            const signature::KeyRing& keys,
                                            bool test_keys, Utc now) {
    const std::string authority = authority_of(request.url);
    signature::Message message;
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
    return signature::check(message, keys, test_keys, now, precedents);
}

}  // namespace robots
