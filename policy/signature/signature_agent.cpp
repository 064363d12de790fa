#include "policy/signature/signature_agent.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace robots::signature {

namespace {

constexpr std::string_view kHttps = "https://";

constexpr std::array<std::string_view, 6> kForms{"",       "absent", "url",
                                                 "origin", "string", "ignored"};

// Whether `text` has only octets that a URL without a fragment may have (RFC
// 3986 2).
bool is_url(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto octet = static_cast<unsigned char>(text[at]);
        if (octet == '%' ? percent_triplet(text, at) < 0
                         : !is_uri_octet(octet) || octet == '#') {
            return false;
        }
    }
    return true;
}

bool is_host(std::string_view text) {
    constexpr std::size_t kLongest = 255;
    const bool literal =
        text.size() > 2 && text.front() == '[' && text.back() == ']';
    if (literal) {
        text = text.substr(1, text.size() - 2);
    }
    return !text.empty() && text.size() <= kLongest &&
           std::all_of(text.begin(), text.end(), [literal](char c) {
               return is_alphanumeric(c) || c == '.' ||
                      (literal ? c == ':' : c == '-' || c == '_');
           });
}

// Returns the authority in lower case, without the port 443; nullopt if `text`
// is not an authority.
std::optional<std::string> https_authority(std::string_view text) {
    constexpr std::size_t kMostDigits = 5;
    constexpr unsigned long kUsual = 443;
    constexpr unsigned long kMost = 65535;
    const std::size_t colon = text.rfind(':');
    std::string port;
    if (colon != std::string_view::npos &&
        text.find(']', colon) == std::string_view::npos) {
        port = text.substr(colon + 1);
        text = text.substr(0, colon);
    }
    const unsigned long number = std::strtoul(port.c_str(), nullptr, 10);
    if (!is_host(text) || port.size() > kMostDigits || number > kMost ||
        !std::all_of(port.begin(), port.end(), is_digit)) {
        return std::nullopt;
    }
    std::string out = fold(text);
    if (!port.empty() && number != kUsual) {
        out += ':' + std::to_string(number);
    }
    return out;
}

// Which members of Signature-Agent a signature covers.
struct Covered {
    bool all = false;  // the signature covers the whole header
    std::vector<std::string_view> keys;

    bool has(std::string_view key) const {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }
};

Covered covered_by(const Member& input) {
    Covered out;
    for (const Item& item : input.items) {
        if (!item.value.is_string() || item.value.text != kSignatureAgent) {
            continue;
        }
        if (item.parameters.empty()) {
            out.all = true;
        } else if (item.parameters.size() == 1 &&
                   item.parameters.front().key == "key" &&
                   item.parameters.front().value.is_string()) {
            out.keys.push_back(item.parameters.front().value.text);
        }
    }
    return out;
}

}  // namespace

std::optional<KeysUrl> keys_url_of(std::string_view url) {
    if (url.size() > kMaxKeysUrl || !starts_folded(url, kHttps) ||
        !is_url(url)) {
        return std::nullopt;
    }
    url.remove_prefix(kHttps.size());
    const std::size_t end = std::min(url.find_first_of("/?"), url.size());
    const auto authority = https_authority(url.substr(0, end));
    if (!authority) {
        return std::nullopt;
    }
    std::string_view path = url.substr(end);
    path = path.substr(0, path.find('?'));
    KeysUrl out;
    out.text = std::string(kHttps) + *authority;
    const std::string normal =
        remove_dot_segments(normalise_percent_encoding(path), false);
    out.is_origin = normal == "/";
    out.text.append(out.is_origin ? kDirectory : std::string_view(normal));
    return out;
}

std::string_view to_string(AgentForm form) {
    return kForms[static_cast<std::size_t>(form)];
}

std::string described(const Agent& agent) {
    switch (agent.form) {
        case AgentForm::absent:
            return " without `Signature-Agent`";
        case AgentForm::url:
            return " for " + robots::cited(agent.sent);
        case AgentForm::origin:
            return " for the origin " + robots::cited(agent.sent);
        case AgentForm::string:
            return " for the string " + robots::cited(agent.sent);
        case AgentForm::ignored:
            return ", whose `Signature-Agent` has parameters and is ignored";
        case AgentForm::unread:
            break;
    }
    return {};
}

SignatureAgent::SignatureAgent(const std::optional<std::string>& field,
                               MessageReader& reader)
    : is_absent_(!field) {
    if (!field) {
        return;
    }
    if (!field->empty() && field->front() == '"') {
        if (auto item = read_item(*field)) {
            string_.emplace();
            string_->items.push_back(std::move(*item));
        }
    } else {
        members_ = reader.dictionary(kSignatureAgent);
    }
    is_readable_ = string_ || (members_ != nullptr && !members_->empty());
}

// Returns the member that is meant for the signature. If no member is, sets
// `problem` and returns nullptr. A member that the signature does not cover is
// not meant for this signature (5.2.2).
const Member* SignatureAgent::member_of(const Member& input,
                                        std::string& problem) const {
    const Covered covered = covered_by(input);
    if (!covered.all && (string_ || covered.keys.empty())) {
        problem = "it does not cover `signature-agent`";
        return nullptr;
    }
    if (string_) {
        return &*string_;
    }
    std::string_view key = input.key;
    if (!covered.has(key) && !(covered.all && find(*members_, key))) {
        if (covered.keys.size() == 1) {
            key = covered.keys.front();
        } else if (covered.keys.empty() && members_->size() == 1) {
            key = members_->front().key;
        } else {
            problem =
                "it covers several members of `Signature-Agent`, and none has "
                "its label";
            return nullptr;
        }
    }
    const Member* member = find(*members_, key);
    if (member == nullptr) {
        problem = "it covers the member " + robots::cited(key) +
                  " of `Signature-Agent`, which the request lacks";
    }
    return member;
}

Agent SignatureAgent::of(const Member& input) const {
    Agent out;
    if (is_absent_) {
        out.form = AgentForm::absent;
        return out;
    }
    const Member* member = member_of(input, out.problem);
    if (member == nullptr) {
        return out;
    }
    if (member->is_list || !member->items.front().value.is_string()) {
        out.problem = "the member " + robots::cited(member->key) +
                      " of `Signature-Agent` is not a string";
        return out;
    }
    const Item& item = member->items.front();
    if (!item.parameters.empty()) {
        out.form = AgentForm::ignored;
    } else if (auto url = keys_url_of(item.value.text)) {
        out.form = string_          ? AgentForm::string
                   : url->is_origin ? AgentForm::origin
                                    : AgentForm::url;
        out.sent = item.value.text;
        out.url = std::move(url->text);
    } else {
        out.problem = robots::cited(item.value.text) +
                      " in `Signature-Agent` is not an https URL";
    }
    return out;
}

}  // namespace robots::signature
