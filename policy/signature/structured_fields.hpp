// Structured Fields of HTTP (RFC 9651, and RFC 8941 before it), as far as
// signatures need them: dictionaries and items.
//
// The reader is as strict as the RFC: a field with one fault says nothing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots::signature {

// The most members of a dictionary, items of a list, and parameters of an item;
// a key that comes twice counts twice. A field with more says nothing.
constexpr std::size_t kMostOfAField = 32;

// RFC 9651 3.3.
struct BareItem {
    enum class Kind : std::uint8_t {
        integer,
        decimal,
        string,
        token,
        octets,
        boolean,
        date,
        display_string,
    };

    Kind kind = Kind::boolean;
    // An integer, seconds of a date, 1 for true, thousandths of a decimal.
    std::int64_t number = 0;
    // A string, a token, octets or a display string; without quotes or escapes.
    std::string text;

    bool is_string() const { return kind == Kind::string; }
    bool is_integer() const { return kind == Kind::integer; }
};

struct Parameter {
    std::string key;
    BareItem value;
};

// RFC 9651 3.1.2: in the order in which their keys came first.
using Parameters = std::vector<Parameter>;

// The value of `key`; nullptr if there is none.
const BareItem* find(const Parameters& parameters, std::string_view key);

struct Item {
    BareItem value;
    Parameters parameters;
};

// A member of a dictionary: an item, or an inner list of items.
struct Member {
    std::string key;
    bool is_list = false;
    std::vector<Item> items;  // one, if it is not a list
    Parameters parameters;    // of a list; an item has its own
};

// RFC 9651 3.2.
using Dictionary = std::vector<Member>;

const Member* find(const Dictionary& dictionary, std::string_view key);

// Reads a field's value, all its lines joined by commas (RFC 9651 4.2).
// nullopt: it is not one.
std::optional<Dictionary> read_dictionary(std::string_view field);
std::optional<Item> read_item(std::string_view field);

}  // namespace robots::signature
