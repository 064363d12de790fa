// Reads typed values from a YAML tree. If a value is invalid, reports an error
// with its place and what to write instead, and continues.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/key_homes.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/loader/yaml/yaml.hpp"
#include "policy/robots_txt/rate.hpp"

namespace robots {
struct EnforcementOverride;
}

namespace robots::loader {

using Text = Placed<std::string>;

// A node and its key. For an item of a list, `key` is the key of the list.
struct Value {
    std::string_view key;
    const YamlNode* node = nullptr;

    const Place& place() const { return node->place; }
};

// For Reader::choice(): a wrong word that people may write, and the right word.
struct Meant {
    std::string_view written;
    std::string_view word;
};

// Whether a text may have several lines.
enum class Lines { one, many };

class Reader {
  public:
    // `homes` has the map to which each key belongs. If a key is in a wrong
    // map, the error says which map is right. A key that is newer than the
    // minor version `language` is an error.
    Reader(Findings& findings, const VariableSet& variables,
           std::vector<KeyHome> homes = {}, int language = kLanguageMinor)
        : findings_(findings),
          variables_(&variables),
          homes_(std::move(homes)),
          language_(language) {}

    // Returns the reader for an included file with its own variables.
    // Enforcement in that file must be at least as strict as `at_least`.
    Reader of_included(const VariableSet& variables,
                       const EnforcementOverride& at_least) const {
        Reader out(*this);
        out.variables_ = &variables;
        out.at_least_ = &at_least;
        return out;
    }

    Findings& findings() const { return findings_; }
    const VariableSet& variables() const { return *variables_; }
    // Returns the least strict enforcement that the file may set, or nullptr if
    // the file may set any enforcement.
    const EnforcementOverride* at_least() const { return at_least_; }
    int language() const { return language_; }

    void error(const Place& place, std::string_view code,
               std::string text) const {
        findings_.error(place, code, std::move(text));
    }
    void warning(const Place& place, std::string_view code,
                 std::string text) const {
        findings_.warning(place, code, std::move(text));
    }

    // The functions that return an optional replace variables in the value
    // first, and return nullopt after an error. A returned text has no control
    // characters, with two exceptions: LF if `lines` is Lines::many, and the
    // marks that replace per-request variables.
    std::optional<std::string> text(
        const Value& value, PerRequest per_request = PerRequest::refused,
        Lines lines = Lines::one) const;
    std::optional<bool> boolean(const Value& value) const;
    // Reads a duration from `least` to `most`: "500ms", "1.5s", "5m", "1h",
    // "1d".
    std::optional<Milliseconds> duration(const Value& value, Milliseconds least,
                                         Milliseconds most) const;
    std::optional<std::uint32_t> integer(const Value& value,
                                         std::uint32_t least,
                                         std::uint32_t most) const;
    // Reads a percentage of at most 100: "10%".
    std::optional<std::uint32_t> percentage(const Value& value) const;

    // Returns the index of the value in `words`. If the value is another word,
    // the error suggests the right word from `meant`.
    std::optional<std::size_t> choice(
        const Value& value, const std::vector<std::string_view>& words,
        std::string_view code = "bad-value",
        const std::vector<Meant>& meant = {}) const;

    // Returns the items of a list. Returns an empty vector after an error.
    std::vector<Value> list(const Value& value) const;

    // Does the same as list(), but a single item may be written without a list.
    std::vector<Value> one_or_more(const Value& value) const;

    // Returns the texts of one item or of a list. Reports invalid items as
    // errors, and leaves them out.
    std::vector<Text> texts(const Value& value,
                            PerRequest per_request = PerRequest::refused,
                            Lines lines = Lines::one) const;

    // Do the same as text() and texts(), but an empty text is an error with the
    // message `if_empty`.
    std::optional<std::string> filled_text(
        const Value& value, std::string_view if_empty,
        PerRequest per_request = PerRequest::refused) const;
    std::vector<Text> filled_texts(
        const Value& value, std::string_view if_empty,
        PerRequest per_request = PerRequest::refused) const;

    // Returns whether the value is a map. Reports an error if it is not a map.
    bool is_map(const Value& value) const;

    void unknown_key(const YamlNode& key, std::string_view owner,
                     const std::vector<std::string_view>& known) const;

    // Returns whether the value is written as `null`, which removes an
    // inherited value.
    bool undoes(const Value& value) const;

    // Warns if `name` is the old name of a renamed key. Reports an error if
    // `name` is newer than language(), the newest minor version that this load
    // accepts. `age` must be the age of `name`.
    void check_age(const Place& place, std::string_view name,
                   const KeyAge& age) const;

    // Reports an error if `name` is the old name of a renamed key, and `map`
    // also has the new name. Exception: a map may have `host_line` and its new
    // name `lines`, because the values of both are added.
    void check_renamed(const YamlNode& map, const YamlNode& name,
                       const KeyAge& age) const;

  private:
    std::optional<std::string_view> scalar(const Value& value) const;
    void wrong_type(const Value& value, std::string_view wanted) const;

    Findings& findings_;
    const VariableSet* variables_;
    const EnforcementOverride* at_least_ = nullptr;
    std::vector<KeyHome> homes_;
    int language_;
};

// How one key of the entry `own` changes the entry `base`, from which `own`
// inherits. `meet` merges the value of `own` into `base`. If `meet` is nullptr,
// the key does not change `base`. If the value in `own` is `null`, `undo`
// removes the value from `base`. If `undo` is nullptr, `null` is read like any
// other value.
template <class Entry>
struct Inherited {
    void (*meet)(Entry& base, const Entry& own) = nullptr;
    void (*undo)(Entry& base) = nullptr;
};

// The base class of entries in which `null` removes an inherited value.
struct UndoableEntry {
    // Bit i is set if the key in row i of the table of keys has the value
    // `null`.
    std::uint32_t undone = 0;
};

// A row in a table of keys: the name of the key, the function that reads its
// value into an `Entry`, how the value changes an inherited value, and the age
// of the name. entries/rows.hpp has functions for `read` and `inherited`.
template <class Entry>
struct Key {
    std::string_view name;
    void (*read)(const Reader& reader, const Value& value, Entry& entry);
    Inherited<Entry> inherited = {};
    KeyAge age = {};
};

// Returns the names of all `keys`, except old names of renamed keys.
template <class Row, std::size_t count>
std::vector<std::string_view> names_of(const Row (&keys)[count]) {
    std::vector<std::string_view> out;
    for (const Row& key : keys) {
        if (key.age.today.empty()) {
            out.push_back(key.name);
        }
    }
    return out;
}

// Reads `value` into `entry` if `keys` has a row for `name`. Returns this row,
// or nullptr.
template <class Row, std::size_t count, class Entry>
const Row* read_key(const Reader& reader, const Row (&keys)[count],
                    const YamlNode& name, const YamlNode& value, Entry& entry) {
    for (const Row& key : keys) {
        if (key.name == name.text) {
            const Value read{name.text, &value};
            reader.check_age(name.place, name.text, key.age);
            if constexpr (std::is_base_of_v<UndoableEntry, Entry>) {
                static_assert(count <= 32);
                if (key.inherited.undo != nullptr && reader.undoes(read)) {
                    entry.undone |= std::uint32_t{1} << (&key - keys);
                    return &key;
                }
            }
            key.read(reader, read, entry);
            return &key;
        }
    }
    return nullptr;
}

// Reads all keys of a map into `entry`, in the order of the file. Errors call
// the map `owner` ("a group"). Returns false if `value` is not a map.
template <class Entry, std::size_t count>
bool read_map(const Reader& reader, const Value& value, std::string_view owner,
              const Key<Entry> (&keys)[count], Entry& entry) {
    if (!reader.is_map(value)) {
        return false;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& name = map.items[i];
        const auto* key = read_key(reader, keys, name, map.items[i + 1], entry);
        if (key == nullptr) {
            reader.unknown_key(name, owner, names_of(keys));
        } else {
            reader.check_renamed(map, name, key->age);
        }
    }
    return true;
}

// Returns the value of `key` in `map`, or nullptr if `map` does not have the
// key.
const YamlNode* find_key(const YamlNode& map, std::string_view key);

}  // namespace robots::loader
