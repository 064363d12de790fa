// Reads Structured Fields of HTTP (RFC 9651, and RFC 8941 before it), as far as
// signatures need them: dictionaries and items.
//
// The reader is as strict as the RFC: a field with one error is rejected.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots::signature {

// Maximum members of a dictionary, items of a list, and parameters of an item.
// A key that occurs twice counts twice. A field with more is rejected.
constexpr std::size_t kMostOfAField = 32;

// A value without parameters (RFC 9651 3.3).
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
    // The value of an integer, the seconds of a date, 1 for true, or the
    // thousandths of a decimal.
    std::int64_t number = 0;
    // The value of a string, a token, octets or a display string, without
    // quotes and escapes.
    std::string text;

    bool is_string() const { return kind == Kind::string; }
    bool is_integer() const { return kind == Kind::integer; }
};

struct Parameter {
    std::string key;
    BareItem value;
};

// Sorted by the first occurrence of each key (RFC 9651 3.1.2).
using Parameters = std::vector<Parameter>;

// Returns the value of `key`, or nullptr if the key is missing.
const BareItem* find(const Parameters& parameters, std::string_view key);

struct Item {
    BareItem value;
    Parameters parameters;
};

// A member of a dictionary: an item, or an inner list of items.
struct Member {
    std::string key;
    bool is_list = false;
    std::vector<Item> items;  // exactly one if is_list is false
    Parameters parameters;    // of the list; an item has its own parameters
};

// A dictionary (RFC 9651 3.2).
using Dictionary = std::vector<Member>;

const Member* find(const Dictionary& dictionary, std::string_view key);

// Both functions read the value of a field. If the field has several lines, the
// caller must have joined them with commas (RFC 9651 4.2). read_dictionary()
// returns nullopt if the value is not a dictionary; read_item() returns nullopt
// if it is not an item.
std::optional<Dictionary> read_dictionary(std::string_view field);
std::optional<Item> read_item(std::string_view field);

}  // namespace robots::signature
