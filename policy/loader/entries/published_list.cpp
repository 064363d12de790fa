#include "policy/loader/entries/published_list.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

using nlohmann::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r";

// "line 3, column 7": the place of octet `at` of a text, counted from 1.
std::string place_text(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at > 0 ? at - 1 : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    return "line " + std::to_string(line) + ", column " +
           std::to_string(column);
}

// Takes the prefixes out of a list while it is parsed, so that a file needs no
// more memory than its prefixes. What a file says is never quoted: it may
// be the wrong file, with secrets. Only an address that was read is shown.
class ListReader : public nlohmann::json_sax<json> {
  public:
    explicit ListReader(std::string_view text) : text_(text) {}

    // Not empty: what is wrong with it.
    std::string problem() const {
        if (!problem_.empty()) {
            return problem_;
        }
        if (!has_list_) {
            return "it has no list `prefixes`";
        }
        return prefixes_.empty() ? "its list `prefixes` is empty" : "";
    }

    std::vector<AddressPrefix> take() { return std::move(prefixes_); }

    bool null() override { return take_other(); }
    bool boolean(bool) override { return take_other(); }
    bool number_integer(number_integer_t) override { return take_other(); }
    bool number_unsigned(number_unsigned_t) override { return take_other(); }
    bool number_float(number_float_t, const string_t&) override {
        return take_other();
    }
    bool binary(binary_t&) override { return take_other(); }

    bool string(string_t& value) override {
        if (!is_prefix()) {
            return take_other();
        }
        const ReadPrefix read = read_prefix(value);
        if (!read.prefix) {
            return fail(its_key() + ' ' + read.problem);
        }
        prefixes_.push_back(*read.prefix);
        entry_names_one_ = true;
        return true;
    }

    bool key(string_t& name) override {
        if (depth_ <= kEntry) {
            keys_[depth_] = std::move(name);
        }
        return true;
    }

    bool start_object(std::size_t) override {
        if (depth_ == kList && in_list_) {
            ++entry_;
            entry_names_one_ = false;
            return open();
        }
        return take_other() && open();
    }
    bool end_object() override {
        close();
        return depth_ != kList || !in_list_ || entry_names_one_ || fail_empty();
    }

    bool start_array(std::size_t) override {
        if (depth_ == kDocument && keys_[kDocument] == "prefixes") {
            in_list_ = has_list_ = true;
            return open();
        }
        return take_other() && open();
    }
    bool end_array() override {
        close();
        in_list_ = in_list_ && depth_ > kDocument;
        return true;
    }

    bool parse_error(std::size_t at, const std::string&,
                     const json::exception&) override {
        problem_ = "it is not valid JSON, or ends too early, at " +
                   place_text(text_, at);
        return false;
    }

  private:
    // How many containers are open at the keys of the document, at the items of
    // its list, and at the keys of an item.
    static constexpr std::size_t kDocument = 1;
    static constexpr std::size_t kList = 2;
    static constexpr std::size_t kEntry = 3;
    static constexpr std::size_t kMaxOpen = 16;

    bool open() {
        ++depth_;
        if (depth_ <= kEntry) {
            keys_[depth_].clear();
        }
        return depth_ <= kMaxOpen ||
               (problem_ = "it is nested more than " +
                           std::to_string(kMaxOpen) + " levels deep",
                false);
    }
    void close() { --depth_; }

    // Whether the key of a value is one for prefixes.
    bool is_prefix() const {
        return in_list_ && depth_ == kEntry &&
               (keys_[kEntry] == "ipv4Prefix" || keys_[kEntry] == "ipv6Prefix");
    }
    std::string its_key() const { return "its `" + keys_[kEntry] + '`'; }

    // Any value but a prefix. It may be an error here.
    bool take_other() {
        if (in_list_ && depth_ == kList) {
            ++entry_;
            return fail_empty();
        }
        return !is_prefix() || fail(its_key() + " is not a string");
    }

    bool fail_empty() {
        return fail("it has neither an `ipv4Prefix` nor an `ipv6Prefix`");
    }
    bool fail(const std::string& problem) {
        problem_ =
            "entry " + std::to_string(entry_) + " of `prefixes`: " + problem;
        return false;
    }

    std::string_view text_;
    std::string problem_;
    std::vector<AddressPrefix> prefixes_;
    std::array<std::string, kEntry + 1> keys_;  // the last, by depth
    std::size_t depth_ = 0;
    std::size_t entry_ = 0;  // counted from 1
    bool in_list_ = false;
    bool has_list_ = false;
    bool entry_names_one_ = false;
};

PublishedList read_json(std::string_view text) {
    PublishedList out;
    ListReader reader(text);
    json::sax_parse(text, &reader);
    out.problem = reader.problem();
    if (out.problem.empty()) {
        std::vector<AddressPrefix> prefixes = reader.take();
        out.count = prefixes.size();
        out.addresses = AddressRanges(std::move(prefixes));
    }
    return out;
}

// One prefix a line; empty lines and comments after "#" do not count.
PublishedList read_plain(std::string_view text) {
    PublishedList out;
    std::vector<AddressPrefix> prefixes;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view item =
            trim(line.substr(0, line.find('#')), kBlanks);
        if (item.empty()) {
            continue;
        }
        const ReadPrefix read = read_prefix(item);
        if (!read.prefix) {
            out.problem = "line " + std::to_string(number) + ' ' + read.problem;
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
            return read_json(text);
        case '<':
            return {{}, 0, "it is a web page, not a list of addresses"};
        default:
            return read_plain(text);
    }
}

}  // namespace robots::loader
