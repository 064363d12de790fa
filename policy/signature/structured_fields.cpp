#include "policy/signature/structured_fields.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/base64.hpp"
#include "policy/base/utf8.hpp"

namespace robots::signature {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_letter(char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}
bool is_printable(char c) {
    return c >= ' ' && c < '\x7f';
}
// Whether `c` may be inside a token: an octet of RFC 9110 5.6.2, ":" or "/"
// (RFC 9651 3.3.4).
bool is_token_part(char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("!#$%&'*+-.^_`|~:/").find(c) !=
               std::string_view::npos;
}

// Reads a text from its front. After an error, the position is undefined.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    bool at_end() const { return rest_.empty(); }
    char next() const { return rest_.empty() ? '\0' : rest_.front(); }

    char take() {
        const char c = next();
        rest_.remove_prefix(rest_.empty() ? 0 : 1);
        return c;
    }
    bool skip(char c) {
        if (rest_.empty() || rest_.front() != c) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }
    void skip_spaces() {
        while (skip(' ')) {
        }
    }
    void skip_blanks() {
        while (skip(' ') || skip('\t')) {
        }
    }
    template <typename Is>
    std::string_view take_while(Is is) {
        const auto* end = std::find_if_not(rest_.begin(), rest_.end(), is);
        const auto size = static_cast<std::size_t>(end - rest_.begin());
        const std::string_view out = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return out;
    }

  private:
    std::string_view rest_;
};

class FieldReader {
  public:
    explicit FieldReader(std::string_view field) : in_(field) {}

    // Reads the whole field. Ignores spaces around it (RFC 9651 4.2).
    template <typename T, typename Read>
    std::optional<T> whole(Read read) {
        T out;
        in_.skip_spaces();
        if (!read(out)) {
            return std::nullopt;
        }
        in_.skip_spaces();
        return in_.at_end() ? std::optional<T>(std::move(out)) : std::nullopt;
    }

    // Reads a dictionary (RFC 9651 4.2.2).
    bool dictionary(Dictionary& out) {
        for (std::size_t count = 1; !in_.at_end(); ++count) {
            Member member;
            if (count > kMostOfAField || !key(member.key) ||
                !member_value(member)) {
                return false;
            }
            put(out, std::move(member));
            in_.skip_blanks();
            if (in_.at_end()) {
                return true;
            }
            if (!in_.skip(',')) {
                return false;
            }
            in_.skip_blanks();
            if (in_.at_end()) {
                return false;
            }
        }
        return true;
    }

    // Reads an item (RFC 9651 4.2.3).
    bool item(Item& out) {
        return bare(out.value) && parameters(out.parameters);
    }

  private:
    // Appends `next`. If the list has an element with this key, replaces that
    // element instead.
    template <typename T>
    static void put(std::vector<T>& list, T next) {
        const auto known = std::find_if(
            list.begin(), list.end(),
            [&next](const T& each) { return each.key == next.key; });
        if (known != list.end()) {
            *known = std::move(next);
        } else {
            list.push_back(std::move(next));
        }
    }

    bool member_value(Member& out) {
        if (!in_.skip('=')) {
            out.items.emplace_back();
            out.items.back().value.number = 1;
            return parameters(out.items.back().parameters);
        }
        if (in_.next() == '(') {
            out.is_list = true;
            return inner_list(out.items) && parameters(out.parameters);
        }
        out.items.emplace_back();
        return item(out.items.back());
    }

    // Reads an inner list (RFC 9651 4.2.1.2).
    bool inner_list(std::vector<Item>& out) {
        in_.take();
        for (;;) {
            in_.skip_spaces();
            if (in_.skip(')')) {
                return true;
            }
            out.emplace_back();
            if (out.size() > kMostOfAField || !item(out.back()) ||
                (in_.next() != ' ' && in_.next() != ')')) {
                return false;
            }
        }
    }

    // Reads parameters (RFC 9651 4.2.3.2).
    bool parameters(Parameters& out) {
        for (std::size_t count = 1; in_.skip(';'); ++count) {
            Parameter next;
            next.value.number = 1;
            in_.skip_spaces();
            if (count > kMostOfAField || !key(next.key) ||
                (in_.skip('=') && !bare(next.value))) {
                return false;
            }
            put(out, std::move(next));
        }
        return true;
    }

    // Reads a key (RFC 9651 4.2.3.3).
    bool key(std::string& out) {
        if (!is_lower(in_.next()) && in_.next() != '*') {
            return false;
        }
        out = in_.take_while([](char c) {
            return is_lower(c) || is_digit(c) || c == '_' || c == '-' ||
                   c == '.' || c == '*';
        });
        return true;
    }

    // Reads a bare item (RFC 9651 4.2.3.1).
    bool bare(BareItem& out) {
        const char first = in_.next();
        if (is_digit(first) || first == '-') {
            return number(out);
        }
        if (is_letter(first) || first == '*') {
            out.kind = BareItem::Kind::token;
            out.text = in_.take_while(is_token_part);
            return true;
        }
        in_.take();
        switch (first) {
            case '"':
                return string(out);
            case ':':
                return octets(out);
            case '?':
                out.kind = BareItem::Kind::boolean;
                out.number = in_.next() == '1' ? 1 : 0;
                return in_.skip('1') || in_.skip('0');
            case '@':
                return number(out) &&
                       std::exchange(out.kind, BareItem::Kind::date) ==
                           BareItem::Kind::integer;
            case '%':
                return in_.skip('"') && display_string(out);
            default:
                return false;
        }
    }

    // Reads an integer or a decimal (RFC 9651 4.2.4).
    bool number(BareItem& out) {
        constexpr std::size_t kMostDigits = 15;
        constexpr std::size_t kMostBeforePoint = 12;
        constexpr std::size_t kMostBehindPoint = 3;
        const bool negative = in_.skip('-');
        const std::string_view whole = in_.take_while(is_digit);
        std::string_view fraction;
        const bool decimal = in_.skip('.');
        if (decimal) {
            fraction = in_.take_while(is_digit);
        }
        if (whole.empty() || whole.size() > kMostDigits ||
            (decimal && (whole.size() > kMostBeforePoint || fraction.empty() ||
                         fraction.size() > kMostBehindPoint))) {
            return false;
        }
        std::string digits(whole);
        digits += fraction;
        digits.append(decimal ? kMostBehindPoint - fraction.size() : 0, '0');
        out.kind = decimal ? BareItem::Kind::decimal : BareItem::Kind::integer;
        out.number = std::strtoll(digits.c_str(), nullptr, 10);
        out.number = negative ? -out.number : out.number;
        return true;
    }

    // Reads a string whose first quote was read (RFC 9651 4.2.5).
    bool string(BareItem& out) {
        out.kind = BareItem::Kind::string;
        while (!in_.at_end()) {
            char c = in_.take();
            if (c == '"') {
                return true;
            }
            if (!is_printable(c)) {
                return false;
            }
            if (c == '\\') {
                c = in_.take();
                if (c != '"' && c != '\\') {
                    return false;
                }
            }
            out.text += c;
        }
        return false;
    }

    // Reads octets whose first ":" was read (RFC 9651 4.2.7).
    bool octets(BareItem& out) {
        out.kind = BareItem::Kind::octets;
        const std::string_view text =
            in_.take_while([](char c) { return c != ':'; });
        auto octets = from_base64(text, Base64::standard);
        if (!in_.skip(':') || !octets) {
            return false;
        }
        out.text = std::move(*octets);
        return true;
    }

    // Reads a display string whose first quote was read (RFC 9651 4.2.10).
    bool display_string(BareItem& out) {
        out.kind = BareItem::Kind::display_string;
        while (!in_.at_end()) {
            char c = in_.take();
            if (c == '"') {
                return is_utf8(out.text);
            }
            if (!is_printable(c)) {
                return false;
            }
            if (c == '%') {
                const std::size_t high = kDigits.find(in_.take());
                const std::size_t low = kDigits.find(in_.take());
                if (high == std::string_view::npos ||
                    low == std::string_view::npos) {
                    return false;
                }
                c = static_cast<char>(high << 4 | low);
            }
            out.text += c;
        }
        return false;
    }

    static bool is_utf8(std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t octets = character_at(text, at).octets;
            if (octets == 0) {
                return false;
            }
            at += octets;
        }
        return true;
    }

    Cursor in_;
};

template <typename T>
const T* find_key(const std::vector<T>& list, std::string_view key) {
    const auto it =
        std::find_if(list.begin(), list.end(),
                     [key](const T& each) { return each.key == key; });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace

const BareItem* find(const Parameters& parameters, std::string_view key) {
    const Parameter* found = find_key(parameters, key);
    return found == nullptr ? nullptr : &found->value;
}

const Member* find(const Dictionary& dictionary, std::string_view key) {
    return find_key(dictionary, key);
}

std::optional<Dictionary> read_dictionary(std::string_view field) {
    FieldReader reader(field);
    return reader.whole<Dictionary>(
        [&reader](Dictionary& out) { return reader.dictionary(out); });
}

std::optional<Item> read_item(std::string_view field) {
    FieldReader reader(field);
    return reader.whole<Item>(
        [&reader](Item& out) { return reader.item(out); });
}

}  // namespace robots::signature
