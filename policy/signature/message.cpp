#include "policy/signature/message.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/base64.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"
#include "policy/signature/field_text.hpp"

namespace robots::signature {

namespace {

// Whether `octet` is outside of the application/x-www-form-urlencoded
// percent-encode set (WHATWG URL 1.3), and so is not encoded.
bool is_unescaped(unsigned char octet) {
    return is_unreserved(octet) ? octet != '~' : octet == '*';
}

std::string canonical(std::string_view text) {
    return percent_encoded(decode_form(text), is_unescaped);
}

}  // namespace

QueryParams::QueryParams(std::string_view query) {
    query.remove_prefix(std::min<std::size_t>(query.size(), 1));
    while (!query.empty()) {
        const std::string_view pair = take_until('&', query);
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

namespace {

std::string_view path_of(std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    return path.empty() ? "/" : path;
}

// Returns the query, with its "?". Returns "?" if the target has no query (RFC
// 9421 2.2.7).
std::string_view query_of(std::string_view target) {
    const std::size_t mark = target.find('?');
    return mark == std::string_view::npos ? "?" : target.substr(mark);
}

// Returns the authority in lower case, without the scheme's default port (RFC
// 9421 2.2.3).
std::string authority_of(const Message& message) {
    const std::string_view port = message.scheme == "https" ? ":443" : ":80";
    std::string_view authority = message.authority;
    if (authority.size() > port.size() &&
        authority.substr(authority.size() - port.size()) == port) {
        authority.remove_suffix(port.size());
    }
    return fold(authority);
}

std::string target_uri_of(const Message& message) {
    const std::size_t mark =
        std::min(message.target.find('?'), message.target.size());
    return std::string(message.scheme)
        .append("://")
        .append(authority_of(message))
        .append(path_of(message.target))
        .append(message.target.substr(mark));
}

std::optional<std::string> derived_value(MessageReader& reader,
                                         const Item& component) {
    const Message& message = reader.message();
    const std::string& name = component.value.text;
    if (name == "@query-param") {
        const BareItem* param = find(component.parameters, "name");
        return component.parameters.size() == 1 && param != nullptr &&
                       param->is_string()
                   ? reader.query_param(param->text)
                   : std::nullopt;
    }
    if (!component.parameters.empty()) {
        return std::nullopt;
    }
    if (name == "@authority") {
        return authority_of(message);
    }
    if (name == "@method") {
        return std::string(message.method);
    }
    if (name == "@path") {
        return std::string(path_of(message.target));
    }
    if (name == "@query") {
        return std::string(query_of(message.target));
    }
    if (name == "@scheme") {
        return std::string(message.scheme);
    }
    if (name == "@request-target") {
        return std::string(message.target);
    }
    return name == "@target-uri" ? std::optional(target_uri_of(message))
                                 : std::nullopt;
}

// Returns the member `key` of the field `name`, a dictionary (RFC 9421 2.1.2).
std::optional<std::string> member_value(MessageReader& reader,
                                        std::string_view name,
                                        std::string_view key) {
    const Dictionary* dictionary = reader.dictionary(name);
    const Member* member =
        dictionary != nullptr ? find(*dictionary, key) : nullptr;
    return member != nullptr ? std::optional(written(*member)) : std::nullopt;
}

// Joins all lines of a field, each converted by `write`. Stops when the result
// is too long for a signature base.
template <typename Write>
std::optional<std::string> joined(const Message& message, std::string_view name,
                                  Write write) {
    std::optional<std::string> out;
    for (const Field& field : message.fields) {
        if (field.name == name && (!out || out->size() <= kMaxBase)) {
            out ? out->append(", ") : out.emplace();
            out->append(write(trim(field.value).substr(0, kMaxBase + 1)));
        }
    }
    return out;
}

// Returns a line as a byte sequence, for the parameter `bs` (RFC 9421 2.1.3).
std::string wrapped(std::string_view line) {
    return ':' + to_base64(line, Base64::standard) + ':';
}

std::optional<std::string> component_value(MessageReader& reader,
                                           const Item& component) {
    const std::string& name = component.value.text;
    if (!name.empty() && name.front() == '@') {
        return derived_value(reader, component);
    }
    if (component.parameters.empty()) {
        return reader.field(name);
    }
    const Parameter& only = component.parameters.front();
    if (component.parameters.size() > 1) {
        return std::nullopt;
    }
    if (only.key == "key" && only.value.is_string()) {
        return member_value(reader, name, only.value.text);
    }
    return only.key == "bs" && only.value.number == 1
               ? joined(reader.message(), name, wrapped)
               : std::nullopt;
}

}  // namespace

std::optional<std::string> MessageReader::field(std::string_view name) const {
    return joined(message_, name, [](std::string_view line) { return line; });
}

bool MessageReader::may_parse(std::size_t octets) {
    if (octets > kMaxBase - parsed_) {
        return false;
    }
    parsed_ += octets;
    return true;
}

const Dictionary* MessageReader::dictionary(std::string_view name) {
    auto known = dictionaries_.find(name);
    if (known == dictionaries_.end()) {
        const auto text = field(name);
        known = dictionaries_
                    .emplace(name, text && may_parse(text->size())
                                       ? read_dictionary(*text)
                                       : std::nullopt)
                    .first;
    }
    return known->second ? &*known->second : nullptr;
}

std::optional<std::string> MessageReader::query_param(std::string_view name) {
    if (!query_) {
        const std::string_view query = query_of(message_.target);
        query_.emplace(may_parse(query.size()) ? query : "?");
    }
    return query_->find(name);
}

Base signature_base(MessageReader& reader, const Member& input) {
    Base out;
    std::set<std::string> met;
    for (const Item& component : input.items) {
        const std::string name = written(component);
        if (!component.value.is_string()) {
            out.problem =
                "it covers " + robots::cited(name) + ", which is not a string";
            return out;
        }
        if (!met.insert(name).second) {
            out.problem = "it covers " + robots::cited(name) + " twice";
            return out;
        }
        const auto value = component_value(reader, component);
        if (!value) {
            out.problem = "it covers " + robots::cited(name) +
                          ", which the request lacks or robots does not read";
            return out;
        }
        out.text += name + ": " + *value + '\n';
        if (out.text.size() > kMaxBase) {
            out.problem = "it covers more than 8 KiB";
            return out;
        }
    }
    out.text += "\"@signature-params\": " + written(input);
    return out;
}

}  // namespace robots::signature
