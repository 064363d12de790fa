#include "policy/loader/yaml/yaml.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/yaml/mistake.hpp"
#include "policy/loader/yaml/tree_builder.hpp"
#include "policy/robots_txt/content_kind.hpp"

namespace robots::loader {

namespace {

// Thrown if the parser reads too far ahead.
struct TooLong {};

// A stream over `text`, without a copy, that limits how far the parser reads
// ahead. The YAML parser reads until it knows what a bracket or a quote starts,
// and needs up to 240 times as much memory as the text that it reads. So the
// stream compares two numbers: how many octets the parser has read, and
// `reached`, the offset of the last node that the parser has reported.
class ViewBuffer : public std::streambuf {
  public:
    // `text` and `reached` must outlive this object. Reading throws TooLong if
    // the parser is more than `most` octets ahead of `reached`.
    ViewBuffer(std::string_view text, const std::size_t& reached,
               std::size_t most)
        : text_(text), reached_(reached), most_(most) {}

  protected:
    int_type underflow() override {
        if (given_ == text_.size()) {
            return traits_type::eof();
        }
        if (given_ > reached_ + most_) {
            throw TooLong{};
        }
        char* begin = const_cast<char*>(text_.data());  // never written to
        const std::size_t end = std::min(given_ + kPiece, text_.size());
        setg(begin + given_, begin + given_, begin + end);
        given_ = end;
        return traits_type::to_int_type(*gptr());
    }

  private:
    static constexpr std::size_t kPiece = std::size_t{64} * 1024;

    std::string_view text_;
    const std::size_t& reached_;
    std::size_t most_;
    std::size_t given_ = 0;
};

// The first octet that is not allowed in a policy: malformed UTF-8 (RFC 3629),
// or a control character other than TAB, LF and CR.
struct NotText {
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // in octets
    bool control = false;
};

std::optional<NotText> find_non_text(std::string_view text) {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    for (std::size_t at = 0; at < text.size();) {
        const auto octet = static_cast<unsigned char>(text[at]);
        if (octet >= ' ' && octet <= '~') {
            ++at;
            ++column;
            continue;
        }
        const std::size_t length = character_at(text, at).octets;
        const bool control =
            (octet < 0x20 && octet != '\t' && octet != '\n' && octet != '\r') ||
            octet == 0x7f;
        if (length == 0 || control) {
            return NotText{line, column, control};
        }
        at += length;
        column += static_cast<std::uint32_t>(length);
        if (octet == '\n') {
            ++line;
            column = 1;
        }
    }
    return std::nullopt;
}

// Returns the line of the first "User-agent:" if `text` has only comments
// before it, and so is a robots.txt. Otherwise returns 0.
std::uint32_t line_of_robots_txt(std::string_view text) {
    constexpr std::string_view kAgent = "user-agent:";
    for (std::uint32_t line = 1; !text.empty(); ++line) {
        const std::string_view said =
            trim(take_until('\n', text), " \t\r").substr(0, kAgent.size());
        if (!said.empty() && said.front() != '#') {
            return equal_folded(said, kAgent) ? line : 0;
        }
    }
    return 0;
}

// Whether the quoted text that starts at text[start] has a closing quote.
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

// Reports an error for a quote that is not closed before the end of the file.
// The check is needed because yaml-cpp accepts an open quote if the file ends
// with a line end. Only the last scalar can have an open quote.
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
    findings.error(place, "yaml-syntax", never_closed(text[start]));
}

void parse_one(std::string_view text, std::istream& stream,
               TreeBuilder& builder, std::uint32_t file, Findings& findings) {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
        findings.error({file, 1, 1}, "empty-file", "the file has no content");
        return;
    }
    const std::size_t errors = findings.errors();
    YamlDocument second_document;
    TreeBuilder second(text, second_document, file, findings, {}, kMaxNodes);
    if (parser.HandleNextDocument(second) && findings.errors() == errors) {
        const YamlNode& root = second_document.root();
        findings.error(root.place, "several-documents",
                       "a file can have only one YAML document; remove the "
                       "`---`, or move the rest into a file under `include`");
    }
}

}  // namespace

YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, std::string_view packed,
                        std::size_t most_nodes) {
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
    if (const std::uint32_t line = line_of_robots_txt(text); line != 0) {
        findings.error({file, line, 1}, "yaml-syntax",
                       "this is a robots.txt, not a policy; `robotsctl import` "
                       "makes a policy of it, and `robots_txt: {file: PATH}` "
                       "in a policy serves it as it is");
        return document;
    }
    if (is_markup(text)) {
        findings.error({file, 1, 1}, "yaml-syntax",
                       "this is an HTML or XML page, perhaps the error page of "
                       "a server, and not a policy; write the policy here, or "
                       "name another file");
        return document;
    }
    TreeBuilder builder(text, document, file, findings, packed, most_nodes);
    ViewBuffer buffer(text, builder.reached(), kMaxAhead);
    std::istream stream(&buffer);
    try {
        parse_one(text, stream, builder, file, findings);
        check_last_quote(text, document.root(), builder, findings);
    } catch (const TooMuch&) {
        return document;  // the builder reported it
    } catch (const TooLong&) {
        Place place = builder.reached_at();
        place.file = file;
        findings.error(place, "yaml-too-long",
                       "a value, a comment or a list in brackets after this "
                       "point is longer than 4 MiB; write each item of a long "
                       "list on its own line, after `- `");
    } catch (const YAML::Exception& error) {
        Mistake mistake = explain(error, text);
        findings.error({file, mistake.line, mistake.column}, "yaml-syntax",
                       std::move(mistake.text));
    } catch (const std::logic_error&) {
        // Containers of yaml-cpp may throw this for a malformed text.
        findings.error({file, 0, 0}, "yaml-syntax", "invalid YAML");
    }
    return document;
}

}  // namespace robots::loader
