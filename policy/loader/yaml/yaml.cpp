#include "policy/loader/yaml/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <istream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "policy/loader/yaml/source.hpp"
#include "policy/loader/yaml/view_buffer.hpp"

namespace robots::loader {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

struct TooDeep {};
Place place_of(const YAML::Mark& mark, std::uint32_t file) {
    Place out;
    out.file = file;
    if (!mark.is_null()) {
        out.line = static_cast<std::uint32_t>(mark.line) + 1;
        out.column = static_cast<std::uint32_t>(mark.column) + 1;
    }
    return out;
}

// A syntax error in words that say what to do about it.
std::string reworded(const std::string& message) {
    if (message.find("after *") != std::string::npos ||
        message.find("while scanning alias") != std::string::npos ||
        message.find("referenced anchor") != std::string::npos) {
        return "a value that starts with `*` is an alias in YAML; quote it, as "
               "in `\"*\"`";
    }
    if (message.find("anchor") != std::string::npos) {
        return "a value that starts with `&` is an anchor in YAML; quote it";
    }
    if (message == YAML::ErrorMsg::TAB_IN_INDENTATION) {
        return "YAML does not allow tabs as indentation; use spaces";
    }
    if (message == YAML::ErrorMsg::MAP_VALUE) {
        return "unexpected `:`; quote a value that contains `: `";
    }
    if (message == YAML::ErrorMsg::UNKNOWN_TOKEN) {
        return "a value cannot start with this character; quote it";
    }
    return "invalid YAML: " + message;
}

}  // namespace

// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
  public:
    TreeBuilder(YamlDocument& document, std::uint32_t file, Findings& findings,
                const Packing& packing)
        : document_(document),
          file_(file),
          findings_(findings),
          packing_(packing) {}

    // Where the last scalar stands in the text.
    std::size_t last_scalar() const { return last_scalar_; }
    // And the last thing at all, with its place.
    const std::size_t& reached() const { return reached_; }
    const Place& reached_at() const { return reached_at_; }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(started(YamlNode::Kind::null, mark, anchor));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        findings_.error(place_of(mark, file_), "yaml-alias",
                        "aliases are not supported; put shared parts into a "
                        "template, and quote a value that starts with `*`");
        add(started(YamlNode::Kind::null, mark, 0));
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag,
                  YAML::anchor_t anchor, const std::string& value) override {
        YamlNode node = started(YamlNode::Kind::scalar, mark, anchor);
        check_tag(node, tag);
        last_scalar_ = static_cast<std::size_t>(mark.pos);
        node.text = stored(value);
        add(node);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(started(YamlNode::Kind::sequence, mark, anchor), tag);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag,
                    YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
        open(started(YamlNode::Kind::map, mark, anchor), tag);
    }
    void OnMapEnd() override { close(); }

  private:
    struct Open {
        YamlNode node;
        std::size_t first;  // of its items in pending_
    };

    YamlNode started(YamlNode::Kind kind, const YAML::Mark& mark,
                     YAML::anchor_t anchor) {
        YamlNode node;
        node.kind = kind;
        node.place = place_of(mark, file_);
        reached_ = static_cast<std::size_t>(std::max(mark.pos, 0));
        reached_at_ = node.place;
        if (anchor != 0) {
            findings_.error(
                node.place, "yaml-anchor",
                "anchors are not supported; put shared parts into a template, "
                "and quote a value that starts with `&`");
        }
        return node;
    }

    // "?" and "!" are what the parser calls untagged plain and quoted text.
    void check_tag(const YamlNode& node, const std::string& tag) {
        const bool untagged =
            tag.empty() ||
            (tag.size() == 1 && (tag.front() == '?' || tag.front() == '!'));
        if (untagged || (node.kind == YamlNode::Kind::scalar &&
                         tag == "tag:yaml.org,2002:str")) {
            return;
        }
        findings_.error(
            node.place, "yaml-tag",
            "tags such as " + quoted(tag) +
                " are not supported; quote a value that starts with `!`");
    }

    std::string_view stored(const std::string& text) {
        if (text.empty()) {
            return {};
        }
        char* copy =
            static_cast<char*>(arena().allocate(text.size(), alignof(char)));
        std::copy(text.begin(), text.end(), copy);
        return {copy, text.size()};
    }

    // Behind what the next node is made of.
    std::pmr::memory_resource& arena() {
        return packs_ ? static_cast<std::pmr::memory_resource&>(item_arena_)
                      : *document_.arena_;
    }

    void add(const YamlNode& node) {
        if (open_.empty()) {
            document_.root_ = node;
        } else if (packs_ && open_.size() == kPacked) {
            document_.has_apart_ =
                document_.has_apart_ || has_key(node, packing_.apart);
            document_.packed_.add(node);
            item_arena_.release();
        } else {
            pending_.push_back(node);
        }
    }

    static bool has_key(const YamlNode& node, std::string_view key) {
        for (std::uint32_t i = 0;
             node.kind == YamlNode::Kind::map && i < node.size; i += 2) {
            if (node.items[i].text == key) {
                return true;
            }
        }
        return false;
    }

    // Whether the list that starts is the one to pack.
    bool is_packed(const YamlNode& node) const {
        return open_.size() + 1 == kPacked &&
               open_.front().node.kind == YamlNode::Kind::map &&
               node.kind == YamlNode::Kind::sequence &&
               pending_.size() % 2 == 1 &&
               pending_.back().kind == YamlNode::Kind::scalar &&
               !packing_.key.empty() && pending_.back().text == packing_.key;
    }

    void open(const YamlNode& node, const std::string& tag) {
        check_tag(node, tag);
        if (open_.size() == kMaxDepth) {
            findings_.error(node.place, "yaml-too-deep",
                            "nested more than " + std::to_string(kMaxDepth) +
                                " levels deep");
            throw TooDeep{};
        }
        packs_ = packs_ || is_packed(node);
        open_.push_back({node, pending_.size()});
    }

    void close() {
        YamlNode node = open_.back().node;
        const std::size_t first = open_.back().first;
        open_.pop_back();
        packs_ = packs_ && open_.size() >= kPacked;
        const std::size_t count = pending_.size() - first;
        if (count > 0) {
            auto* items = static_cast<YamlNode*>(
                arena().allocate(count * sizeof(YamlNode), alignof(YamlNode)));
            if (node.kind == YamlNode::Kind::map) {
                place_empty_values(first);
            }
            std::uninitialized_copy(
                pending_.begin() + static_cast<std::ptrdiff_t>(first),
                pending_.end(), items);
            node.items = items;
            node.size = static_cast<std::uint32_t>(count);
            pending_.resize(first);
        }
        if (node.kind == YamlNode::Kind::map) {
            check_keys(node);
        }
        add(node);
    }

    // A value that is not there stands, for the parser, where the next token
    // does; people look for it at its key.
    void place_empty_values(std::size_t first) {
        for (std::size_t i = first; i + 1 < pending_.size(); i += 2) {
            if (pending_[i + 1].kind == YamlNode::Kind::null) {
                pending_[i + 1].place = pending_[i].place;
            }
        }
    }

    void check_keys(const YamlNode& map) {
        std::unordered_map<std::string_view, const YamlNode*> seen;
        // The first of the keys that have the same text.
        const auto first_of = [&](std::uint32_t at) -> const YamlNode& {
            const YamlNode& key = map.items[at];
            if (map.size > kFewItems) {
                return *seen.emplace(key.text, &key).first->second;
            }
            for (std::uint32_t i = 0; i < at; i += 2) {
                const YamlNode& other = map.items[i];
                if (other.kind == YamlNode::Kind::scalar &&
                    other.text == key.text) {
                    return other;
                }
            }
            return key;
        };
        for (std::uint32_t i = 0; i + 1 < map.size; i += 2) {
            const YamlNode& key = map.items[i];
            if (key.kind != YamlNode::Kind::scalar) {
                findings_.error(key.place, "yaml-key",
                                "a key must be a plain word, such as `host`");
            } else if (key.text == "<<") {
                findings_.error(key.place, "yaml-merge",
                                "merge keys (`<<`) are not supported; put "
                                "shared parts into a template");
            } else if (const YamlNode& first = first_of(i); &first != &key) {
                findings_.error(key.place, "duplicate-key",
                                "duplicate key " + quoted(key.text) +
                                    ", first on line " +
                                    std::to_string(first.place.line));
            }
        }
    }

    // Of a map: up to so many items, each key is compared with those before.
    static constexpr std::uint32_t kFewItems = 32;
    // Lists that are open while an item of the packed one is added.
    static constexpr std::size_t kPacked = 2;

    YamlDocument& document_;
    std::uint32_t file_;
    Findings& findings_;
    Packing packing_;
    bool packs_ = false;  // inside the list that is packed
    // Of one of its items.
    std::array<char, std::size_t{8} * 1024> item_memory_;
    std::pmr::monotonic_buffer_resource item_arena_{item_memory_.data(),
                                                    item_memory_.size()};
    std::vector<Open> open_;
    std::vector<YamlNode> pending_;
    std::size_t last_scalar_ = 0;
    std::size_t reached_ = 0;
    Place reached_at_;
};

namespace {

// Whether the quoted text that starts at text[start] ends.
bool ends(std::string_view text, std::size_t start) {
    const char quote = text[start];
    const char escape = quote == '"' ? '\\' : quote;
    for (std::size_t at = start + 1; at < text.size(); ++at) {
        if (text[at] == escape && at + 1 < text.size() &&
            (quote == '"' || text[at + 1] == quote)) {
            ++at;
        } else if (text[at] == quote) {
            return true;
        }
    }
    return false;
}

// yaml-cpp takes the end of the file for a closing quote where a line end
// precedes it. Only the last scalar can be such a one.
void check_last_quote(std::string_view text, const YamlNode& root,
                      const TreeBuilder& builder, Findings& findings) {
    const std::size_t start = builder.last_scalar();
    if (start >= text.size() || (text[start] != '"' && text[start] != '\'') ||
        ends(text, start)) {
        return;
    }
    const std::string_view before = text.substr(0, start);
    const std::size_t line_start = before.rfind('\n') + 1;
    Place place = root.place;
    place.line = 1 + static_cast<std::uint32_t>(
                         std::count(before.begin(), before.end(), '\n'));
    place.column = 1 + static_cast<std::uint32_t>(start - line_start);
    findings.error(place, "yaml-syntax", "this quote is never closed");
}

void parse_one(std::istream& stream, TreeBuilder& builder, std::uint32_t file,
               Findings& findings) {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
        findings.error({file, 1, 1}, "empty-file", "the file has no content");
        return;
    }
    const std::size_t errors = findings.errors();
    YamlDocument second_document;
    TreeBuilder second(second_document, file, findings, {});
    if (parser.HandleNextDocument(second) && findings.errors() == errors) {
        const YamlNode& root = second_document.root();
        findings.error(root.place, "several-documents",
                       "a file can have only one YAML document; remove the "
                       "`---`, or move the rest into a file under `include`");
    }
}

}  // namespace

YamlDocument::YamlDocument()
    : arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()) {}

YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, const Packing& packing) {
    YamlDocument document;
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        text.remove_prefix(kByteOrderMark.size());
    }
    if (const auto bad = find_non_text(text)) {
        findings.error({file, bad->line, bad->column}, "not-text",
                       bad->control ? "control characters are not allowed in a "
                                      "policy; remove this one"
                                    : "invalid UTF-8; save the file as UTF-8");
        return document;
    }
    TreeBuilder builder(document, file, findings, packing);
    ViewBuffer buffer(text, builder.reached(), kMaxAhead);
    std::istream stream(&buffer);
    try {
        parse_one(stream, builder, file, findings);
        check_last_quote(text, document.root(), builder, findings);
    } catch (const TooDeep&) {
        return document;  // told by the builder
    } catch (const TooLong&) {
        Place place = builder.reached_at();
        place.file = file;
        findings.error(place, "yaml-too-long",
                       "a value, a comment or a list in brackets after this "
                       "point is longer than 4 MiB; write each item of a long "
                       "list on its own line, after `- `");
    } catch (const YAML::Exception& error) {
        findings.error(place_of(error.mark, file), "yaml-syntax",
                       reworded(error.msg));
    } catch (const std::logic_error&) {
        // What the library's own containers may throw at a text that it takes
        // a wrong turn in.
        findings.error({file, 0, 0}, "yaml-syntax", "invalid YAML");
    }
    return document;
}

}  // namespace robots::loader
