// A report for people, both as text for a terminal and as an HTML page.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output/table.hpp"

namespace robotsctl {

// All texts may contain any octets.
class ReportDocument {
  public:
    using Rows = std::vector<std::vector<std::string>>;
    using Facts = std::vector<std::pair<std::string, std::string>>;

    // If `masks` is true, all addresses are masked (masked()).
    explicit ReportDocument(bool masks) : masks_(masks) {}

    void heading(const std::string& text);
    // Adds each line of `text` as a paragraph.
    void paragraph(const std::string& text);
    // Adds a text that the reader can copy unchanged, for example a letter.
    void letter(const std::string& text);
    // Adds names and their values.
    void facts(const Facts& facts);
    // Adds a table with its title, or nothing if `rows` is empty.
    void table(const std::string& title, const std::vector<Column>& columns,
               const Rows& rows);

    // The report for a terminal. Paragraphs are 79 columns wide.
    const std::string& text() const { return text_; }
    // Returns a complete HTML page, without scripts or external resources, that
    // can be printed on paper.
    std::string page(std::string_view title) const;

  private:
    std::string shown(const std::string& text) const;
    void add(const std::string& text, const std::string& html);

    bool masks_;
    std::string text_;
    std::string html_;  // the elements of the page below its title
};

}  // namespace robotsctl
