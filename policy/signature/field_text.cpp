#include "policy/signature/field_text.hpp"

#include <cstdlib>

#include "policy/base/base64.hpp"

namespace robots::signature {

namespace {

constexpr std::int64_t kThousandths = 1000;

std::string decimal_text(std::int64_t thousandths) {
    const std::int64_t size = std::abs(thousandths);
    std::string fraction = std::to_string(kThousandths + size % kThousandths);
    while (fraction.size() > 2 && fraction.back() == '0') {
        fraction.pop_back();
    }
    fraction.front() = '.';
    return (thousandths < 0 ? "-" : "") + std::to_string(size / kThousandths) +
           fraction;
}

std::string quoted_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

std::string display_text(std::string_view text) {
    std::string out = "%\"";
    for (const char c : text) {
        if (c >= ' ' && c < '\x7f' && c != '%' && c != '"') {
            out += c;
        } else {
            const auto octet = static_cast<unsigned char>(c);
            out += '%';
            out += "0123456789abcdef"[octet >> 4];
            out += "0123456789abcdef"[octet & 15];
        }
    }
    return out + '"';
}

}  // namespace

std::string written(const BareItem& item) {
    switch (item.kind) {
        case BareItem::Kind::integer:
            return std::to_string(item.number);
        case BareItem::Kind::decimal:
            return decimal_text(item.number);
        case BareItem::Kind::string:
            return quoted_string(item.text);
        case BareItem::Kind::token:
            return item.text;
        case BareItem::Kind::octets:
            return ':' + to_base64(item.text, Base64::standard) + ':';
        case BareItem::Kind::boolean:
            return item.number != 0 ? "?1" : "?0";
        case BareItem::Kind::date:
            return '@' + std::to_string(item.number);
        case BareItem::Kind::display_string:
            break;
    }
    return display_text(item.text);
}

std::string written(const Parameters& parameters) {
    std::string out;
    for (const Parameter& each : parameters) {
        out += ';' + each.key;
        if (each.value.kind != BareItem::Kind::boolean ||
            each.value.number == 0) {
            out += '=' + written(each.value);
        }
    }
    return out;
}

std::string written(const Item& item) {
    return written(item.value) + written(item.parameters);
}

std::string written(const Member& member) {
    if (!member.is_list) {
        return written(member.items.front());
    }
    std::string out = "(";
    for (const Item& item : member.items) {
        out += (out.size() == 1 ? "" : " ") + written(item);
    }
    return out + ')' + written(member.parameters);
}

}  // namespace robots::signature
