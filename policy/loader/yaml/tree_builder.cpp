#include "policy/loader/yaml/tree_builder.hpp"

#include <yaml-cpp/mark.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace robots::loader {

namespace {

// The number of open nodes while an item of the packed list is added: the
// document's map and the list.
constexpr std::size_t kInPackedList = 2;

// In a map with at most this size, each key is compared with all earlier keys.
constexpr std::uint32_t kFewItems = 32;

// Finds the first key of a map that has the same text as a later key.
class FirstKeys {
  public:
    explicit FirstKeys(const YamlNode& map) : map_(map) {}

    // Returns the first key with the text of the key at `at`, which may be this
    // key itself. Call it for all keys in order.
    const YamlNode& first_like(std::uint32_t at) {
        const YamlNode& key = map_.items[at];
        if (map_.size > kFewItems) {
            return *seen_.emplace(key.text, &key).first->second;
        }
        for (std::uint32_t i = 0; i < at; i += 2) {
            const YamlNode& other = map_.items[i];
            if (other.kind == YamlNode::Kind::scalar &&
                other.text == key.text) {
                return other;
            }
        }
        return key;
    }

  private:
    const YamlNode& map_;
    std::unordered_map<std::string_view, const YamlNode*> seen_;
};

// Whether text[at] starts a word for null that is not a key. For a missing
// value, `at` is the place of the next token, which may be a key.
bool says_null_at(std::string_view text, std::size_t at) {
    const std::string_view from = text.substr(std::min(at, text.size()));
    constexpr std::string_view kEnds = " \t\r\n,]}";
    const std::size_t end = std::min(from.find_first_of(kEnds), from.size());
    const std::string_view word = from.substr(0, end);
    const std::size_t next = from.find_first_not_of(" \t", end);
    return (word == "null" || word == "~" || word == "Null" ||
            word == "NULL") &&
           (next == std::string_view::npos || from[next] != ':');
}

}  // namespace

Place place_of(const YAML::Mark& mark, std::uint32_t file) {
    Place out;
    out.file = file;
    if (!mark.is_null()) {
        out.line = static_cast<std::uint32_t>(mark.line) + 1;
        out.column = static_cast<std::uint32_t>(mark.column) + 1;
    }
    return out;
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
    YamlNode node = started(YamlNode::Kind::null, mark, anchor);
    node.says_null = says_null_at(text_, reached_);
    add(node);
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t) {
    findings_.error(place_of(mark, file_), "yaml-alias",
                    "aliases are not supported; put shared parts into a "
                    "template, and quote a value that starts with `*`");
    add(started(YamlNode::Kind::null, mark, 0));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag,
                           YAML::anchor_t anchor, const std::string& value) {
    YamlNode node = started(YamlNode::Kind::scalar, mark, anchor);
    check_tag(node, tag);
    last_scalar_ = static_cast<std::size_t>(mark.pos);
    node.text = stored(value);
    add(node);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark,
                                  const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
    open(started(YamlNode::Kind::sequence, mark, anchor), tag);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag,
                             YAML::anchor_t anchor, YAML::EmitterStyle::value) {
    open(started(YamlNode::Kind::map, mark, anchor), tag);
}

YamlNode TreeBuilder::started(YamlNode::Kind kind, const YAML::Mark& mark,
                              YAML::anchor_t anchor) {
    YamlNode node;
    node.kind = kind;
    node.place = place_of(mark, file_);
    reached_ = static_cast<std::size_t>(std::max(mark.pos, 0));
    reached_at_ = node.place;
    if (anchor != 0) {
        findings_.error(node.place, "yaml-anchor",
                        "anchors are not supported; put shared parts into a "
                        "template, and quote a value that starts with `&`");
    }
    return node;
}

// The parser tags untagged plain text "?" and untagged quoted text "!".
void TreeBuilder::check_tag(const YamlNode& node, const std::string& tag) {
    const bool untagged =
        tag.empty() ||
        (tag.size() == 1 && (tag.front() == '?' || tag.front() == '!'));
    if (untagged || (node.kind == YamlNode::Kind::scalar &&
                     tag == "tag:yaml.org,2002:str")) {
        return;
    }
    findings_.error(
        node.place, "yaml-tag",
        "tags such as " + cited(tag) +
            " are not supported; quote a value that starts with `!`");
}

std::string_view TreeBuilder::stored(const std::string& text) {
    if (text.empty()) {
        return {};
    }
    char* copy =
        static_cast<char*>(memory().allocate(text.size(), alignof(char)));
    std::copy(text.begin(), text.end(), copy);
    return {copy, text.size()};
}

// Returns the memory for the texts and items of the next node.
std::pmr::memory_resource& TreeBuilder::memory() {
    if (in_packed_list_) {
        return item_memory_;
    }
    return *document_.arena_;
}

// Whether `node` is the list to pack: the value of `packed_key_`.
bool TreeBuilder::starts_packed_list(const YamlNode& node) const {
    return open_.size() + 1 == kInPackedList &&
           open_.front().node.kind == YamlNode::Kind::map &&
           node.kind == YamlNode::Kind::sequence && stack_.size() % 2 == 1 &&
           stack_.back().kind == YamlNode::Kind::scalar &&
           !packed_key_.empty() && stack_.back().text == packed_key_;
}

void TreeBuilder::open(const YamlNode& node, const std::string& tag) {
    check_tag(node, tag);
    if (open_.size() == kMaxDepth) {
        findings_.error(
            node.place, "yaml-too-deep",
            "nested more than " + std::to_string(kMaxDepth) + " levels deep");
        throw TooMuch{};
    }
    if (!in_packed_list_ && starts_packed_list(node)) {
        in_packed_list_ = true;
        nodes_outside_ = nodes_;
    }
    open_.push_back({node, stack_.size()});
}

void TreeBuilder::close() {
    YamlNode node = open_.back().node;
    const std::size_t first = open_.back().first;
    open_.pop_back();
    in_packed_list_ = in_packed_list_ && open_.size() >= kInPackedList;
    if (stack_.size() > first) {
        take_items(node, first);
    }
    if (node.kind == YamlNode::Kind::map) {
        check_keys(node);
    }
    add(node);
}

// Moves all nodes from stack_[first] to the end of the stack into node.items.
void TreeBuilder::take_items(YamlNode& node, std::size_t first) {
    if (node.kind == YamlNode::Kind::map) {
        place_empty_values(first);
    }
    const std::size_t count = stack_.size() - first;
    auto* items = static_cast<YamlNode*>(
        memory().allocate(count * sizeof(YamlNode), alignof(YamlNode)));
    std::uninitialized_copy(stack_.begin() + static_cast<std::ptrdiff_t>(first),
                            stack_.end(), items);
    node.items = items;
    node.size = static_cast<std::uint32_t>(count);
    stack_.resize(first);
}

// Adds a complete node.
void TreeBuilder::add(const YamlNode& node) {
    if (nodes_ == most_nodes_) {
        findings_.error(node.place, "too-many-values",
                        "the files of this policy have more than 1,000,000 "
                        "keys and values, without those of other sites; write "
                        "long lists of hosts into a `hosts_file`");
        throw TooMuch{};
    }
    ++nodes_;
    if (open_.empty()) {
        document_.root_ = node;
        document_.nodes_ = nodes_;
    } else if (in_packed_list_ && open_.size() == kInPackedList) {
        document_.packed_.add(node);
        item_memory_.release();
        nodes_ = nodes_outside_;
    } else {
        stack_.push_back(node);
    }
}

// Gives each missing value the place of its key. The parser gives it the place
// of the next token.
void TreeBuilder::place_empty_values(std::size_t first) {
    for (std::size_t i = first; i + 1 < stack_.size(); i += 2) {
        if (stack_[i + 1].kind == YamlNode::Kind::null) {
            stack_[i + 1].place = stack_[i].place;
        }
    }
}

void TreeBuilder::check_keys(const YamlNode& map) {
    FirstKeys keys(map);
    for (std::uint32_t i = 0; i + 1 < map.size; i += 2) {
        const YamlNode& key = map.items[i];
        if (key.kind != YamlNode::Kind::scalar) {
            findings_.error(key.place, "yaml-key",
                            "a key must be a plain word, such as `host`; "
                            "quote a text that starts with `{` or `[`");
        } else if (key.text == "<<") {
            findings_.error(key.place, "yaml-merge",
                            "merge keys (`<<`) are not supported; put shared "
                            "parts into a template");
        } else if (const YamlNode& first = keys.first_like(i); &first != &key) {
            findings_.error(key.place, "duplicate-key",
                            "duplicate key " + cited(key.text) +
                                ", first on line " +
                                std::to_string(first.place.line));
        }
    }
}

}  // namespace robots::loader
