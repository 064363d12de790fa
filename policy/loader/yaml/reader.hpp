// Typed access to the values of a YAML tree. An invalid value is an error with
// its place and with what to write instead, and reading goes on.

#ifndef ROBOTS_POLICY_LOADER_YAML_READER_HPP
#define ROBOTS_POLICY_LOADER_YAML_READER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/loader/yaml/yaml.hpp"
#include "policy/robots_txt/rate.hpp"

namespace robots::loader {

// A text and where it was written.
struct Text {
    std::string value;
    Place place;
};

// A node and the key that holds it; for an item of a list, the list's key.
struct Value {
    std::string_view key;
    const YamlNode* node = nullptr;

    const Place& place() const { return node->place; }
};

// What somebody may write for one of the words of a choice.
struct Meant {
    std::string_view written;
    std::string_view word;
};

// Whether a text may have several lines.
enum class Lines { one, many };

class Reader {
  public:
    Reader(Findings& findings, const VariableSet& variables)
        : findings_(findings), variables_(variables) {}

    Findings& findings() const { return findings_; }

    // Each of these returns nullopt after an error. Variables are replaced
    // first. A text has no control character, except LF if it may have several
    // lines. Per-request variables become marks in it.
    std::optional<std::string> text(
        const Value& value, PerRequest per_request = PerRequest::refused,
        Lines lines = Lines::one) const;
    std::optional<bool> boolean(const Value& value) const;
    // "500ms", "2s", "1.5s", "5m", "1h", "1d"; between the bounds, inclusive.
    std::optional<Milliseconds> duration(const Value& value, Milliseconds least,
                                         Milliseconds most) const;
    std::optional<std::uint32_t> integer(const Value& value,
                                         std::uint32_t least,
                                         std::uint32_t most) const;
    // "10%", at most 100.
    std::optional<std::uint32_t> percentage(const Value& value) const;

    // One of `words`, as its index. An error suggests what `meant` has for
    // another word.
    std::optional<std::size_t> choice(
        const Value& value, const std::vector<std::string_view>& words,
        std::string_view code = "bad-value",
        const std::vector<Meant>& meant = {}) const;

    // The items of a list; none after an error.
    std::vector<Value> list(const Value& value) const;

    // The same, but a single item may be written without a list.
    std::vector<Value> one_or_more(const Value& value) const;

    // text() of all items. Invalid ones are errors and left out.
    std::vector<Text> texts(const Value& value,
                            PerRequest per_request = PerRequest::refused,
                            Lines lines = Lines::one) const;

    // Whether the value is a map; if not, that is an error.
    bool is_map(const Value& value) const;

    void unknown_key(const YamlNode& key, std::string_view owner,
                     const std::vector<std::string_view>& known) const;

  private:
    std::optional<std::string_view> scalar(const Value& value) const;
    void wrong_type(const Value& value, std::string_view wanted) const;

    Findings& findings_;
    const VariableSet& variables_;
};

// A key of a map: what reads its value into an `Entry`.
template <class Entry>
struct Key {
    std::string_view name;
    void (*read)(const Reader& reader, const Value& value, Entry& entry);
};

// Reads a map key by key, in its order. `owner` names it in errors ("a group").
// False if `value` is not a map.
template <class Entry, std::size_t count>
bool read_map(const Reader& reader, const Value& value, std::string_view owner,
              const Key<Entry> (&keys)[count], Entry& entry) {
    if (!reader.is_map(value)) {
        return false;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& name = map.items[i];
        const Key<Entry>* found = nullptr;
        for (const Key<Entry>& key : keys) {
            if (key.name == name.text) {
                found = &key;
            }
        }
        if (found == nullptr) {
            std::vector<std::string_view> known;
            for (const Key<Entry>& key : keys) {
                known.push_back(key.name);
            }
            reader.unknown_key(name, owner, known);
        } else {
            found->read(reader, {name.text, &map.items[i + 1]}, entry);
        }
    }
    return true;
}

// The value of `key` in a map, or nullptr.
const YamlNode* find_key(const YamlNode& map, std::string_view key);

}  // namespace robots::loader

#endif
