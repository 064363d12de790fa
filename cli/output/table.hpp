// Tables, as robotsctl prints them for people.

#ifndef ROBOTS_CLI_OUTPUT_TABLE_HPP
#define ROBOTS_CLI_OUTPUT_TABLE_HPP

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

struct libscols_table;

namespace robotsctl {

enum class Align { left, right };

struct Column {
    const char* title;
    Align align = Align::left;
};

class Table {
  public:
    Table(std::initializer_list<Column> columns);

    // One cell for each column. Cells may hold any octets.
    void add(const std::vector<std::string>& cells);

    bool empty() const;

    // The titles and the rows, one line each, as wide as their longest cells.
    // Empty if there are no rows.
    std::string text() const;

  private:
    struct Release {
        void operator()(libscols_table* table) const;
    };

    std::unique_ptr<libscols_table, Release> table_;
};

}  // namespace robotsctl

#endif
