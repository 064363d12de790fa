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

// A line that begins with a blank stays as long as it is.
std::string lines_of(std::string_view text) {
    std::string out;
    for (const std::string& line : robots::split_lines(text)) {
        const std::string shown = robots::printable(line);
        out += shown.find(' ') == 0 ? shown + '\n' : wrapped(shown);
    }
    return out;
}

// Names in front of their values, all as far to the right.
std::string facts_text(const Document::Rows& rows) {
    std::size_t width = 0;
    for (const auto& row : rows) {
        width = std::max(width, row[0].size());
    }
    std::string out;
    for (const auto& row : rows) {
        out += row[0] + ':' + std::string(width + 2 - row[0].size(), ' ') +
               robots::printable(row[1]) + '\n';
    }
    return out;
}

std::string facts_html(const Document::Rows& rows) {
    std::string out = "<table>\n";
    for (const auto& row : rows) {
        out += "<tr>" + element("th", row[0], " scope=\"row\"") +
               element("td", row[1]) + "</tr>\n";
    }
    return out + "</table>\n";
}

std::string table_html(std::string_view title,
                       const std::vector<Column>& columns,
                       const Document::Rows& rows) {
    std::string out = "<table>\n" + element("caption", title) + "\n<tr>";
    for (const Column& column : columns) {
        out += element("th", column.title, " scope=\"col\"");
    }
    out += "</tr>\n";
    for (const auto& row : rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            out +=
                element("td", row[i],
                        columns[i].align == Align::right ? " class=\"n\"" : "");
        }
        out += "</tr>\n";
    }
    return out + "</table>\n";
}

std::string table_text(const std::vector<Column>& columns,
                       const Document::Rows& rows) {
    Table table(columns);
    for (const auto& row : rows) {
        table.add(row);
    }
    return table.text();
}

}  // namespace

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

void Document::add(Block block) {
    if (masks_) {
        block.text = masked(block.text);
        for (auto& row : block.rows) {
            for (std::string& cell : row) {
                cell = masked(cell);
            }
        }
    }
    blocks_.push_back(std::move(block));
}

void Document::heading(std::string text) {
    add({Kind::heading, std::move(text), {}, {}});
}

void Document::paragraph(std::string text) {
    add({Kind::paragraph, std::move(text), {}, {}});
}

void Document::letter(std::string text) {
    add({Kind::letter, std::move(text), {}, {}});
}

void Document::facts(const Facts& facts) {
    Block block{Kind::facts, {}, {}, {}};
    for (const auto& [name, value] : facts) {
        block.rows.push_back({name, value});
    }
    add(std::move(block));
}

void Document::table(std::string title, std::vector<Column> columns,
                     Rows rows) {
    if (!rows.empty()) {
        add({Kind::table, std::move(title), std::move(columns),
             std::move(rows)});
    }
}

std::string Document::text() const {
    std::string out;
    for (const Block& block : blocks_) {
        out += out.empty() ? "" : "\n";
        switch (block.kind) {
            case Kind::heading:
                out += styled(robots::printable(block.text), Look::bold) + '\n';
                break;
            case Kind::paragraph:
            case Kind::letter:
                out += lines_of(block.text);
                break;
            case Kind::facts:
                out += facts_text(block.rows);
                break;
            case Kind::table:
                out += styled(block.text, Look::bold) + '\n' +
                       table_text(block.columns, block.rows);
                break;
        }
    }
    return out;
}

std::string Document::html() const {
    std::string out;
    for (const Block& block : blocks_) {
        switch (block.kind) {
            case Kind::heading:
                out += element("h2", block.text) + '\n';
                break;
            case Kind::paragraph:
            case Kind::letter:
                out += block.kind == Kind::letter ? "<div class=\"letter\">\n"
                                                  : "";
                for (const std::string& line :
                     robots::split_lines(block.text)) {
                    out += element("p", line) + '\n';
                }
                out += block.kind == Kind::letter ? "</div>\n" : "";
                break;
            case Kind::facts:
                out += facts_html(block.rows);
                break;
            case Kind::table:
                out += table_html(block.text, block.columns, block.rows);
                break;
        }
    }
    return out;
}

std::string html_page(std::string_view title, std::string_view elements) {
    std::string out(kBeforeTitle);
    out += html_of(title) + "</title>\n</head>\n<body>\n<main>\n" +
           element("h1", title) + '\n';
    out.append(elements).append("</main>\n</body>\n</html>\n");
    return out;
}

}  // namespace robotsctl
