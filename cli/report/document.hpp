// A report for people: one text, printed on a terminal or written as a page.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output/table.hpp"

namespace robotsctl {

// `text` for an element or a quoted attribute of HTML, whatever octets it has:
// no markup of it is left, and no control character.
std::string html_of(std::string_view text);

// All texts may hold any octets.
class Document {
  public:
    using Rows = std::vector<std::vector<std::string>>;
    using Facts = std::vector<std::pair<std::string, std::string>>;

    // Whether no address stays whole (masked()).
    explicit Document(bool masks) : masks_(masks) {}

    void heading(std::string text);
    // Each of the lines is a paragraph.
    void paragraph(std::string text);
    // What is to be copied as it is.
    void letter(std::string text);
    // Names and their values.
    void facts(const Facts& facts);
    // Nothing if there are no rows.
    void table(std::string title, std::vector<Column> columns, Rows rows);

    // For a terminal, with paragraphs of 79 columns.
    std::string text() const;
    // The elements of a page below its title.
    std::string html() const;

  private:
    enum class Kind { heading, paragraph, letter, facts, table };
    struct Block {
        Kind kind = Kind::paragraph;
        std::string text;
        std::vector<Column> columns;
        Rows rows;
    };

    void add(Block block);

    bool masks_;
    std::vector<Block> blocks_;
};

// A whole page with those elements, which loads nothing and has no script. It
// prints on paper.
std::string html_page(std::string_view title, std::string_view elements);

}  // namespace robotsctl
