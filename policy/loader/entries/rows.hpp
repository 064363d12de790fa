// Functions for the tables that list the keys of the policy language. Each row
// (struct Key) has the name of a key, the function that reads its value into an
// entry, and the functions that combine the value of a site with the value of
// its template (`inherited`). If `inherited` is {}, the values are not
// combined.
//
//     {"max_age", read_as<&BodyEntry::max_age, read_max_age>,
//      replaces<&BodyEntry::max_age>},

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// OwnerOf<&Entry::field> is the struct Entry to which the field belongs.
template <class E, class T>
E owner_of(T E::*field);
template <auto field>
using OwnerOf = decltype(owner_of(field));

// ---- how a value is read ---------------------------------------------------

// Calls read(reader, value), and assigns the result to the field.
template <auto field, auto read>
void read_as(const Reader& reader, const Value& value, OwnerOf<field>& entry) {
    entry.*field = std::invoke(read, reader, value);
}

// read_text() and read_texts() can be the argument `read` of read_as.
inline std::optional<std::string> read_text(const Reader& reader,
                                            const Value& value) {
    return reader.text(value);
}
inline std::vector<Text> read_texts(const Reader& reader, const Value& value) {
    return reader.texts(value);
}

// Like read_as, for a field that is Placed; `read` may return nullopt.
template <auto field, auto read>
void read_placed(const Reader& reader, const Value& value,
                 OwnerOf<field>& entry) {
    if (auto got = std::invoke(read, reader, value)) {
        entry.*field = {std::move(*got), value.place()};
    }
}

// ---- how a site's value changes the value of its template ------------------

// Assigns the value of `said` to `to`, if `said` has a value.
template <class To, class T>
void assign(To& to, const std::optional<T>& said) {
    if (said) {
        to = *said;
    }
}

template <auto field>
void replace(OwnerOf<field>& base, const OwnerOf<field>& own) {
    assign(base.*field, own.*field);
}

template <auto field>
void clear(OwnerOf<field>& base) {
    base.*field = {};
}

template <auto field>
constexpr Inherited<OwnerOf<field>> replaces{replace<field>, clear<field>};

// For fields that are sets: the result is the union of both sets.
template <auto field>
void join(OwnerOf<field>& base, const OwnerOf<field>& own) {
    base.*field |= own.*field;
}
template <auto field>
constexpr Inherited<OwnerOf<field>> joins{join<field>, clear<field>};

// For `enforce`: settings of `base` count only where `own` has no setting. A
// `null` in `enforce` is a setting, because it also removes the settings of the
// levels outside of the template.
template <auto field>
void enforce(OwnerOf<field>& base, const OwnerOf<field>& own) {
    base.*field = (own.*field).on_top_of(base.*field);
}
template <auto field>
constexpr Inherited<OwnerOf<field>> enforces{enforce<field>, nullptr};

// Whether the key in row number `row` of its table is `null` in `own`.
inline bool is_undone(const UndoableEntry& own, std::size_t row) {
    return (own.undone >> row & 1) != 0;
}

// Removes from `base`, the entry of a template, the values of all keys that are
// `null` in `own`.
template <class E, class Row, std::size_t count>
void undo(E& base, const E& own, const Row (&keys)[count]) {
    for (std::size_t row = 0; row < count; ++row) {
        if (is_undone(own, row)) {
            keys[row].inherited.undo(base);
        }
    }
}

// Merges all keys of `own` into `base`, the entry of a template.
template <class E, class Row, std::size_t count>
void lay_over(E& base, const E& own, const Row (&keys)[count]) {
    undo(base, own, keys);
    for (const Row& key : keys) {
        if (key.inherited.meet != nullptr) {
            key.inherited.meet(base, own);
        }
    }
}

// For a key with a map as its value: merges the two maps key by key.
template <auto field, const auto& keys>
void lay_map_over(OwnerOf<field>& base, const OwnerOf<field>& own) {
    lay_over(base.*field, own.*field, keys);
}
}  // namespace robots::loader
