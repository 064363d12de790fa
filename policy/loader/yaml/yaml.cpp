#include "policy/loader/yaml/yaml.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <stdexcept>
#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/yaml/mistake.hpp"
#include "policy/loader/yaml/source.hpp"
#include "policy/loader/yaml/tree_builder.hpp"
#include "policy/loader/yaml/view_buffer.hpp"
#include "policy/robots_txt/content_kind.hpp"

namespace robots::loader {

namespace {

// Whether a tab indents line `line`, counted from 0.
bool is_indented_by_tab(std::string_view text, int line) {
    for (; line > 0 && !text.empty(); --line) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    const std::size_t end = text.find_first_not_of(' ');
    return end != std::string_view::npos && text[end] == '\t';
}

// A syntax error in words that say what to do about it.
std::string reworded(const YAML::Exception& error, std::string_view text) {
    const std::string& message = error.msg;
    if (message == YAML::ErrorMsg::TAB_IN_INDENTATION ||
        is_indented_by_tab(text, error.mark.line)) {
        return "YAML does not allow tabs as indentation; use spaces";
    }
    if (message.find("after *") != std::string::npos ||
        message.find("while scanning alias") != std::string::npos ||
        message.find("referenced anchor") != std::string::npos) {
        return "a value that starts with `*` is an alias in YAML; quote it, as "
               "in `\"*\"`";
    }
    if (message.find("anchor") != std::string::npos) {
        return "a value that starts with `&` is an anchor in YAML; quote it";
    }
    if (message == YAML::ErrorMsg::MAP_VALUE) {
        return "unexpected `:`; quote a value that contains `: `, and indent "
               "all keys of a map alike";
    }
    if (message == YAML::ErrorMsg::BLOCK_ENTRY) {
        return "unexpected `-`; start each item of a list on its own line, "
               "and indent all of them alike";
    }
    if (message == YAML::ErrorMsg::END_OF_MAP ||
        message == YAML::ErrorMsg::END_OF_SEQ) {
        return "wrong indentation; indent all keys of a map, and all items of "
               "a list, alike";
    }
    if (message == YAML::ErrorMsg::END_OF_MAP_FLOW) {
        return "missing `}` or `,` in a map that starts with `{`";
    }
    if (message == YAML::ErrorMsg::END_OF_SEQ_FLOW) {
        return "missing `]` or `,` in a list that starts with `[`";
    }
    if (message == YAML::ErrorMsg::UNKNOWN_TOKEN) {
        return "a value cannot start with this character; quote it";
    }
    return "invalid YAML: " + message;
}

// The line of a robots.txt's first agent, if nothing but comments is in front;
// otherwise 0.
std::uint32_t line_of_robots_txt(std::string_view text) {
    constexpr std::string_view kAgent = "user-agent:";
    for (std::uint32_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view said =
            trim(text.substr(0, end), " \t\r").substr(0, kAgent.size());
        if (!said.empty() && said.front() != '#') {
            return equal_folded(said, kAgent) ? line : 0;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return 0;
}

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

// yaml-cpp accepts a quote that the end of the file closes, if a line end
// precedes it. Only the last scalar can have such a quote.
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
    findings.error(place, "yaml-syntax",
                   "this quote is never closed; write " +
                       quoted(text.substr(start, 1)) +
                       " at the end of the value");
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
    TreeBuilder second(second_document, file, findings, {}, kMaxNodes);
    if (parser.HandleNextDocument(second) && findings.errors() == errors) {
        const YamlNode& root = second_document.root();
        findings.error(root.place, "several-documents",
                       "a file can have only one YAML document; remove the "
                       "`---`, or move the rest into a file under `include`");
    }
}

}  // namespace

YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, const Packing& packing,
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
    TreeBuilder builder(document, file, findings, packing, most_nodes);
    ViewBuffer buffer(text, builder.reached(), kMaxAhead);
    std::istream stream(&buffer);
    try {
        parse_one(stream, builder, file, findings);
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
        const Place place = place_of(error.mark, file);
        if (auto mistake = find_mistake(text, place.line)) {
            findings.error({file, mistake->line, mistake->column},
                           "yaml-syntax", std::move(mistake->text));
        } else {
            findings.error(place, "yaml-syntax", reworded(error, text));
        }
    } catch (const std::logic_error&) {
        // The library's own containers may throw this at a malformed text.
        findings.error({file, 0, 0}, "yaml-syntax", "invalid YAML");
    }
    return document;
}

}  // namespace robots::loader
