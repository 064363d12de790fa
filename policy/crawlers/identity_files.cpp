#include "policy/crawlers/identity_files.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>

#include "policy/base/hexadecimal.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/crawlers/header_words.hpp"

namespace robots {

namespace {

constexpr std::string_view kFileScheme = "https://";
constexpr std::string_view kDirectory =
    "/.well-known/http-message-signatures-directory";

// File systems allow 255 octets; a temporary name has some more.
constexpr std::size_t kLongest = 200;

void append(std::string& out, char octet) {
    if (is_alphanumeric(octet) || octet == '-' || octet == '.') {
        out += octet;
    } else if (octet == '/') {
        out += '_';
    } else {
        append_triplet(out, static_cast<unsigned char>(octet));
    }
}

std::string_view without_scheme(std::string_view url) {
    if (url.substr(0, kFileScheme.size()) == kFileScheme) {
        url.remove_prefix(kFileScheme.size());
    }
    return url;
}

}  // namespace

std::string identity_file_name(std::string_view url) {
    std::string out;
    for (const char octet : without_scheme(url)) {
        append(out, octet);
    }
    if (!out.empty() && out.front() == '.') {
        out.replace(0, 1, "%2E");
    }
    if (out.size() > kLongest) {
        const Hexadecimal hash =
            hexadecimal(XXH3_64bits(url.data(), url.size()));
        out.resize(kLongest - hash.size() - 1);
        out += '~';
        out.append(hash.data(), hash.size());
    }
    return out;
}

std::string url_of_keys(std::string_view keys_url) {
    std::string_view rest = without_scheme(keys_url);
    const std::size_t slash = rest.find('/');
    const bool is_origin =
        slash == std::string_view::npos || slash + 1 == rest.size();
    if (!is_origin) {
        return std::string(keys_url);
    }
    keys_url.remove_suffix(slash == std::string_view::npos ? 0 : 1);
    return std::string(keys_url) + std::string(kDirectory);
}

}  // namespace robots
