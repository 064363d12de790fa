// Typed access to the values of a YAML tree. An invalid value is reported as an
// error, with its place and what to write instead, and reading goes on.

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

// A node and its key; for an item of a list, the list's key.
struct Value {
    std::string_view key;
    const YamlNode* node = nullptr;

    const Place& place() const { return node->place; }
};

// For choice(): a wrong word that people may write, and the right word for it.
struct Meant {
    std::string_view written;
    std::string_view word;
};

// Whether a text may have several lines.
enum class Lines { one, many };

class Reader {
  public:
    // An unknown key is an error that says in which map of `homes` the key
    // belongs. A key that is newer than the minor version `language` is an
    // error.
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
    // nullptr: every enforcement is allowed.
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

    // Each of these functions replaces variables first, and returns nullopt
    // after an error. The only control characters of a returned text are LF,
    // with Lines::many, and the marks that replace per-request variables.
    std::optional<std::string> text(
        const Value& value, PerRequest per_request = PerRequest::refused,
        Lines lines = Lines::one) const;
    std::optional<bool> boolean(const Value& value) const;
    // Reads "500ms", "2s", "1.5s", "5m", "1h" or "1d", from `least` to `most`.
    std::optional<Milliseconds> duration(const Value& value, Milliseconds least,
                                         Milliseconds most) const;
    std::optional<std::uint32_t> integer(const Value& value,
                                         std::uint32_t least,
                                         std::uint32_t most) const;
    // Reads "10%", at most 100.
    std::optional<std::uint32_t> percentage(const Value& value) const;

    // Returns the index of one of `words`. For another word, the error suggests
    // the word that `meant` has for it.
    std::optional<std::size_t> choice(
        const Value& value, const std::vector<std::string_view>& words,
        std::string_view code = "bad-value",
        const std::vector<Meant>& meant = {}) const;

    // Returns the items of a list; none after an error.
    std::vector<Value> list(const Value& value) const;

    // Does the same, but a single item may be written without a list.
    std::vector<Value> one_or_more(const Value& value) const;

    // Returns text() of all items. Reports invalid items, and leaves them out.
    std::vector<Text> texts(const Value& value,
                            PerRequest per_request = PerRequest::refused,
                            Lines lines = Lines::one) const;

    // Like text() and texts(), but an empty text is an error with the message
    // `if_empty`.
    std::optional<std::string> filled_text(
        const Value& value, std::string_view if_empty,
        PerRequest per_request = PerRequest::refused) const;
    std::vector<Text> filled_texts(
        const Value& value, std::string_view if_empty,
        PerRequest per_request = PerRequest::refused) const;

    // Returns whether the value is a map; reports an error if it is not.
    bool is_map(const Value& value) const;

    void unknown_key(const YamlNode& key, std::string_view owner,
                     const std::vector<std::string_view>& known) const;

    // Whether `null` is written as the value: it removes the inherited value.
    bool undoes(const Value& value) const;

    // Warns if the name is an old one. Reports an error if the name is newer
    // than the version of the language that this policy is written in.
    void check_age(const Place& place, std::string_view name,
                   const KeyAge& age) const;

    // Reports an error if `name` is an old one, and `map` has the new name,
    // too. `host_line` may be beside `lines`: what they say adds up.
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

// How a key of the entry `own` changes the entry `base` that it inherits from.
// `meet` combines the values of both in `base`; nullptr: this key leaves `base`
// as it is. If `own` has `null`, `undo` removes the value of `base`; without
// `undo`, `null` is read like any other value.
template <class Entry>
struct Inherited {
    void (*meet)(Entry& base, const Entry& own) = nullptr;
    void (*undo)(Entry& base) = nullptr;
};

// The base class of entries that can remove inherited values by `null`.
struct Layer {
    // Bit i is set if the key in row i of the table has the value `null`.
    std::uint32_t undone = 0;
};

// A key of a map: the function that reads its value into an `Entry`, how it
// changes an inherited value, and its age. entries/rows.hpp has the functions
// for most keys.
template <class Entry>
struct Key {
    std::string_view name;
    void (*read)(const Reader& reader, const Value& value, Entry& entry);
    Inherited<Entry> inherited = {};
    KeyAge age = {};
};

// Returns the names of all keys, without old names.
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

// Reads the value if `keys` has a row for `name`. Returns the row or nullptr.
template <class Row, std::size_t count, class Entry>
const Row* read_key(const Reader& reader, const Row (&keys)[count],
                    const YamlNode& name, const YamlNode& value, Entry& entry) {
    for (const Row& key : keys) {
        if (key.name == name.text) {
            const Value read{name.text, &value};
            reader.check_age(name.place, name.text, key.age);
            if constexpr (std::is_base_of_v<Layer, Entry>) {
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

// Reads the keys of a map in the order of the file. Errors call the map `owner`
// ("a group"). Returns false if `value` is not a map.
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

// Returns the value of `key` in a map, or nullptr.
const YamlNode* find_key(const YamlNode& map, std::string_view key);

}  // namespace robots::loader
