#include "cli/report/document.hpp"

#include <algorithm>

#include "cli/output/masking.hpp"
#include "cli/output/text.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

constexpr std::string_view kBeforeTitle = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<style>
body { font: 15px/1.45 sans-serif; color: #1b1b1b; background: #fff; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid #767676; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 13px; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { border: 1px solid #767676; padding: .2rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #f0f0f0; }
.n { text-align: right; white-space: nowrap; }
.letter { border: 1px solid #767676; padding: .5rem 1rem; max-width: 45rem; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } table { font-size: 8pt; } h2 { break-before: page; } tr, .letter { break-inside: avoid; } }
</style>
<title>)";

// Returns `text` for an element or a quoted attribute of HTML. The result
// contains neither markup nor control characters, whatever octets `text` has.
std::string html_of(std::string_view text) {
    std::string out;
    for (const char c : robots::printable(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string element(std::string_view name, std::string_view text,
                    std::string_view attributes = {}) {
    std::string out = "<";
    out.append(name).append(attributes).append(">");
    out.append(html_of(text)).append("</").append(name).append(">");
    return out;
}

std::string wrapped(std::string_view text) {
    constexpr std::size_t kWidth = 79;
    std::string out;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::string_view word = robots::take_until(' ', text);
        if (column > 0 && column + 1 + word.size() > kWidth) {
            out += '\n';
            column = 0;
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    return out + '\n';
}

// Wraps each line, except lines that begin with a blank.
std::string wrapped_lines(std::string_view text) {
    std::string out;
    for (const std::string& line : robots::split_lines(text)) {
        const std::string shown = robots::printable(line);
        out += shown.find(' ') == 0 ? shown + '\n' : wrapped(shown);
    }
    return out;
}

std::string paragraphs(std::string_view text) {
    std::string out;
    for (const std::string& line : robots::split_lines(text)) {
        out += element("p", line) + '\n';
    }
    return out;
}

}  // namespace

std::string ReportDocument::shown(const std::string& text) const {
    return masks_ ? masked(text) : text;
}

void ReportDocument::add(const std::string& text, const std::string& html) {
    text_ += (text_.empty() ? "" : "\n") + text;
    html_ += html;
}

void ReportDocument::heading(const std::string& text) {
    const std::string title = shown(text);
    add(styled(robots::printable(title), Look::bold) + '\n',
        element("h2", title) + '\n');
}

void ReportDocument::paragraph(const std::string& text) {
    const std::string said = shown(text);
    add(wrapped_lines(said), paragraphs(said));
}

void ReportDocument::letter(const std::string& text) {
    const std::string said = shown(text);
    add(wrapped_lines(said),
        "<div class=\"letter\">\n" + paragraphs(said) + "</div>\n");
}

// In the text output, all values begin in the same column.
void ReportDocument::facts(const Facts& facts) {
    std::size_t width = 0;
    for (const auto& [name, value] : facts) {
        width = std::max(width, name.size());
    }
    std::string text;
    std::string html;
    for (const auto& [name, value] : facts) {
        const std::string said = shown(value);
        text += name + ':' + std::string(width + 2 - name.size(), ' ') +
                robots::printable(said) + '\n';
        html += "<tr>" + element("th", name, " scope=\"row\"") +
                element("td", said) + "</tr>\n";
    }
    add(text, "<table>\n" + html + "</table>\n");
}

void ReportDocument::table(const std::string& title,
                           const std::vector<Column>& columns,
                           const Rows& rows) {
    if (rows.empty()) {
        return;
    }
    Table table(columns);
    std::string html = "<table>\n" + element("caption", title) + "\n<tr>";
    for (const Column& column : columns) {
        html += element("th", column.title, " scope=\"col\"");
    }
    html += "</tr>\n";
    for (std::vector<std::string> row : rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = shown(row[i]);
            const bool is_number = columns[i].align == Align::right;
            html += element("td", row[i], is_number ? " class=\"n\"" : "");
        }
        html += "</tr>\n";
        table.add(row);
    }
    add(styled(title, Look::bold) + '\n' + table.text(), html + "</table>\n");
}

std::string ReportDocument::page(std::string_view title) const {
    return std::string(kBeforeTitle) + html_of(title) +
           "</title>\n</head>\n<body>\n<main>\n" + element("h1", title) + '\n' +
           html_ + "</main>\n</body>\n</html>\n";
}

}  // namespace robotsctl
