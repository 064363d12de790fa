// Tables of crawlers and sites whose columns sort: in place (page.js), or by
// links without a script.

#ifndef ROBOTS_STATUS_PAGE_TABLE_HPP
#define ROBOTS_STATUS_PAGE_TABLE_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "status/page/markup.hpp"

namespace robots::status {

template <typename Row>
struct Column {
    std::string_view key;    // in the URL
    std::string_view label;  // of the heading
    // What it sorts by, the greatest first at first; nullptr: by the row's
    // name, from A to Z.
    std::int64_t (*value)(const Row&) = nullptr;
    void (*cell)(Markup&, const Row&) = nullptr;
};

// The name of a table, and the order of its rows.
struct TableSetup {
    std::string_view id;
    std::string_view caption;
    std::string_view parameter;  // that orders it: "sort"
    std::string order;           // its value; empty: as the rows come
    // Whether all rows are there, so that they can be sorted.
    bool whole = true;
};

inline bool is_falling(std::string_view order) {
    return !order.empty() && order.front() == '-';
}

inline std::string_view key_of(std::string_view order) {
    return is_falling(order) ? order.substr(1) : order;
}

// Opens a region that scrolls sideways, and in it the table.
void open_table(Markup& out, const TableSetup& setup);
void close_table(Markup& out);

// A heading. The first click sorts numbers from the greatest.
void append_heading(Markup& out, const TableSetup& setup, std::string_view key,
                    std::string_view label, bool number);

// Links to the previous and the next page of a longer list.
void append_pages(Markup& out, std::string_view parameter,
                  const model::Page& page, std::string_view noun);

// Pointers to the rows, in the order that `setup` asks for.
template <typename Row, typename Columns, typename Name>
std::vector<const Row*> ordered(const std::vector<Row>& rows,
                                const Columns& columns, const TableSetup& setup,
                                Name name) {
    std::vector<const Row*> out;
    out.reserve(rows.size());
    for (const Row& row : rows) {
        out.push_back(&row);
    }
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const Column<Row>& each) {
                                         return each.key == key_of(setup.order);
                                     });
    if (!setup.whole || column == columns.end()) {
        return out;
    }
    const auto before = [&](const Row* a, const Row* b) {
        return column->value != nullptr ? column->value(*a) < column->value(*b)
                                        : name(*a) < name(*b);
    };
    std::stable_sort(out.begin(), out.end(), [&](const Row* a, const Row* b) {
        return is_falling(setup.order) ? before(b, a) : before(a, b);
    });
    return out;
}

template <typename Row, typename Columns>
void append_headings(Markup& out, const TableSetup& setup,
                     const Columns& columns) {
    out.raw("<thead><tr>");
    for (const Column<Row>& column : columns) {
        append_heading(out, setup, column.key, column.label,
                       column.value != nullptr);
    }
    out.raw("</tr></thead>");
}

// The cells of a row; the first names it.
template <typename Row, typename Columns>
void append_cells(Markup& out, const Row& row, const Columns& columns) {
    bool first = true;
    for (const Column<Row>& column : columns) {
        if (first) {
            out.raw(R"(<th scope="row" class="name">)");
        } else if (column.value != nullptr) {
            out.raw(R"(<td class="n" data-v=")")
                .raw(std::to_string(column.value(row)))
                .raw("\">");
        } else {
            out.raw("<td>");
        }
        column.cell(out, row);
        out.raw(first ? "</th>" : "</td>");
        first = false;
    }
}

}  // namespace robots::status

#endif
