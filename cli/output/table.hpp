// Tables, as robotsctl prints them for people.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace robotsctl {

enum class Align { left, right };

struct Column {
    const char* title;
    Align align = Align::left;
    // Cells of this column may be cut to keep lines within kTableWidth.
    bool may_be_cut = false;
};

// The widest table in which something may be cut.
constexpr std::size_t kTableWidth = 120;

class Table {
  public:
    explicit Table(std::vector<Column> columns);

    // One cell for each column. Cells may hold any octets.
    void add(const std::vector<std::string>& cells);

    bool empty() const { return rows_.empty(); }

    // The titles and the rows, one line each, as wide as their longest cells.
    // Where cells may be cut, those of the widest such columns are. Empty if
    // there are no rows.
    std::string text() const;

  private:
    std::vector<std::size_t> widths() const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace robotsctl
