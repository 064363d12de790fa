#include "policy/signature/query_param.hpp"

#include <algorithm>

#include "policy/base/percent_encoding.hpp"

namespace robots::signature {

namespace {

// Of application/x-www-form-urlencoded (WHATWG URL 5.1).
std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int octet = percent_triplet(text, at);
        if (octet >= 0) {
            out += static_cast<char>(octet);
            at += 2;
        } else {
            out += text[at] == '+' ? ' ' : text[at];
        }
    }
    return out;
}

// The octets that the WHATWG's percent-encode set for that leaves as they are
// (WHATWG URL 1.3).
bool stays(unsigned char octet) {
    return is_unreserved(octet) ? octet != '~' : octet == '*';
}

std::string encoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (stays(octet)) {
            out += c;
        } else {
            append_triplet(out, octet);
        }
    }
    return out;
}

std::string canonical(std::string_view text) {
    return encoded(decoded(text));
}

}  // namespace

QueryParams::QueryParams(std::string_view query) {
    query.remove_prefix(std::min<std::size_t>(query.size(), 1));
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view pair = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (pair.empty()) {
            continue;
        }
        if (all_.size() == kMaxQueryParams) {
            all_.clear();
            return;
        }
        const std::size_t equals = std::min(pair.find('='), pair.size());
        all_.emplace_back(canonical(pair.substr(0, equals)),
                          pair.substr(std::min(equals + 1, pair.size())));
    }
}

std::optional<std::string> QueryParams::find(std::string_view name) const {
    const std::string wanted = canonical(name);
    const auto is_wanted = [&wanted](const auto& each) {
        return each.first == wanted;
    };
    const auto found = std::find_if(all_.begin(), all_.end(), is_wanted);
    return found == all_.end() || std::any_of(found + 1, all_.end(), is_wanted)
               ? std::nullopt
               : std::optional(canonical(found->second));
}

}  // namespace robots::signature
