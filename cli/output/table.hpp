// Formats the tables that robotsctl prints for people.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace robotsctl {

enum class Align { left, right };
constexpr Align kRight = Align::right;

struct Column {
    const char* title;
    Align align = Align::left;
    // Cells of this column may be cut to keep lines within kTableWidth.
    bool may_be_cut = false;
};

// The maximum width of a table, if cutting cells can achieve it.
constexpr std::size_t kTableWidth = 120;

class Table {
  public:
    explicit Table(std::vector<Column> columns);

    // Adds a row with one cell for each column. Cells may contain any octets.
    void add(const std::vector<std::string>& cells);

    bool empty() const { return rows_.empty(); }

    // Returns the titles and the rows, one line each. A column is as wide as
    // its longest cell. If the table is too wide, the widest columns that may
    // be cut are cut. Returns an empty text if the table has no rows.
    std::string text() const;

  private:
    std::vector<std::size_t> widths() const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// Prints a title and the table below it, or nothing if the table is empty.
void print_titled(const char* title, const Table& table);
// Prints how many rows are not shown, if any: "3 more crawlers".
void print_more(std::size_t all, std::size_t shown, const char* what);

}  // namespace robotsctl
