#include "policy/loader/entries/published_list.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "policy/base/utf8.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

namespace {

using nlohmann::json;

// Returns the place of octet number `at` (from 1) as "line 3, column 7".
std::string place_text(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at > 0 ? at - 1 : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return "line " + std::to_string(line) + ", column " +
           std::to_string(column);
}

// Collects the prefixes of a list during parsing. Drops each parsed value, so
// that a file needs only the memory of its prefixes. Errors quote only valid
// addresses and no other text, because the path may be the path of another
// file, which has secrets.
class ListReader {
  public:
    PublishedList read(std::string_view text) {
        const auto keep = [this](int depth, Event event, const json& value) {
            return problem_.empty() && take(depth, event, value);
        };
        try {
            const json rest = json::parse(text, keep);
        } catch (const json::parse_error& error) {
            fail("it is not valid JSON, or ends too early, at " +
                 place_text(text, error.byte));
        } catch (const json::exception&) {
            fail("it has a number that is too large");
        }
        if (!has_list_) {
            fail("it has no list `prefixes`");
        } else if (prefixes_.empty()) {
            fail("its list `prefixes` is empty");
        }
        PublishedList out;
        out.problem = std::move(problem_);
        if (out.problem.empty()) {
            out.count = prefixes_.size();
            out.addresses = AddressRanges(std::move(prefixes_));
        }
        return out;
    }

  private:
    using Event = json::parse_event_t;

    // The maximum depth of objects and lists, the depth of the document's
    // values, and the depth of the list's entries.
    static constexpr int kMaxOpen = 16;
    static constexpr int kDocument = 1;
    static constexpr int kEntry = 2;

    // Returns whether the parser keeps `value`. When an object or a list
    // starts: returns whether the parser reads its contents.
    bool take(int depth, Event event, const json& value) {
        const bool opens =
            event == Event::object_start || event == Event::array_start;
        if (opens && depth == kMaxOpen) {
            fail("it is nested more than " + std::to_string(kMaxOpen) +
                 " levels deep");
            return false;
        }
        if (depth == kDocument) {
            if (event == Event::key) {
                is_list_ = value == "prefixes";
                return is_list_;
            }
            in_list_ = is_list_ && event == Event::array_start;
            has_list_ = has_list_ || in_list_;
            return in_list_;
        }
        if (depth == kEntry && in_list_ && !opens && event != Event::key) {
            ++entry_;
            take_entry(value);
            return false;
        }
        return depth == 0 || in_list_;
    }

    void take_entry(const json& entry) {
        bool names_one = false;
        for (const char* key : {"ipv4Prefix", "ipv6Prefix"}) {
            const auto it = entry.find(key);
            if (it == entry.end()) {
                continue;
            }
            names_one = true;
            const ReadPrefix read = it->is_string()
                                        ? read_prefix(it->get<std::string>())
                                        : ReadPrefix{{}, "is not a string"};
            if (read.prefix) {
                prefixes_.push_back(*read.prefix);
            } else {
                fail_entry("its `" + std::string(key) + "` " + read.problem);
            }
        }
        if (!names_one) {
            fail_entry("it has neither an `ipv4Prefix` nor an `ipv6Prefix`");
        }
    }

    // Keeps the first problem.
    void fail(const std::string& problem) {
        problem_ = problem_.empty() ? problem : problem_;
    }
    void fail_entry(const std::string& problem) {
        fail("entry " + std::to_string(entry_) + " of `prefixes`: " + problem);
    }

    std::string problem_;
    std::vector<AddressPrefix> prefixes_;
    std::size_t entry_ = 0;  // counted from 1
    bool is_list_ = false;   // after the key "prefixes"
    bool in_list_ = false;
    bool has_list_ = false;
};

// Reads a text with one prefix on each line.
PublishedList read_plain(std::string_view text) {
    PublishedList out;
    std::vector<AddressPrefix> prefixes;
    std::uint32_t line = 0;
    for (auto item = next_item(text, line); !item.text.empty();
         item = next_item(text, line)) {
        const ReadPrefix read = read_prefix(item.text);
        if (!read.prefix) {
            out.problem = "line " + std::to_string(line) + ' ' + read.problem;
            return out;
        }
        prefixes.push_back(*read.prefix);
    }
    out.problem = prefixes.empty() ? "it has no addresses" : "";
    out.count = prefixes.size();
    out.addresses = AddressRanges(std::move(prefixes));
    return out;
}

}  // namespace

PublishedList read_published_list(std::string_view text) {
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        text.remove_prefix(kByteOrderMark.size());
    }
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) {
        return {{}, 0, "it is empty"};
    }
    switch (text[start]) {
        case '{':
        case '[':
            return ListReader().read(text);
        case '<':
            return {{}, 0, "it is a web page, not a list of addresses"};
        default:
            return read_plain(text);
    }
}

}  // namespace robots::loader
