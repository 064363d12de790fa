// A report for people: one text, for a terminal and as a page.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output/table.hpp"

namespace robotsctl {

// All texts may hold any octets.
class Document {
  public:
    using Rows = std::vector<std::vector<std::string>>;
    using Facts = std::vector<std::pair<std::string, std::string>>;

    // Whether no address stays whole (masked()).
    explicit Document(bool masks) : masks_(masks) {}

    void heading(const std::string& text);
    // Each of the lines is a paragraph.
    void paragraph(const std::string& text);
    // What is to be copied as it is.
    void letter(const std::string& text);
    // Names and their values.
    void facts(const Facts& facts);
    // Nothing if there are no rows.
    void table(const std::string& title, const std::vector<Column>& columns,
               const Rows& rows);

    // For a terminal, with paragraphs of 79 columns.
    const std::string& text() const { return text_; }
    // A whole page, which loads nothing and has no script. It prints on paper.
    std::string page(std::string_view title) const;

  private:
    std::string shown(const std::string& text) const;
    void add(const std::string& text, const std::string& html);

    bool masks_;
    std::string text_;
    std::string html_;  // the elements of the page below its title
};

}  // namespace robotsctl
