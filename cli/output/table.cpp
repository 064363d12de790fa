#include "cli/output/table.hpp"

#include <libsmartcols/libsmartcols.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string_view>
#include <utility>

#include "cli/output/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

// While an object of this class exists, the locale is UTF-8. libsmartcols
// measures characters by the locale, but robotsctl prints UTF-8 in every
// locale.
class Utf8Locale {
  public:
    Utf8Locale()
        : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)),
          before_(::uselocale(utf8_)) {}
    ~Utf8Locale() {
        ::uselocale(before_);
        if (utf8_ != nullptr) {
            ::freelocale(utf8_);
        }
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

  private:
    locale_t utf8_;  // nullptr: not installed, locale unchanged
    locale_t before_;
};

// Throws if a call of the library failed. A call fails only if memory is
// exhausted.
void check_call(bool done) {
    if (!done) {
        throw std::bad_alloc();
    }
}

struct Release {
    void operator()(libscols_table* table) const { ::scols_unref_table(table); }
};

using Printed = std::unique_ptr<libscols_table, Release>;

Printed printed(const std::vector<Column>& columns) {
    Printed table(::scols_new_table());
    check_call(table != nullptr);
    // The library need not encode cells, because printable() has already
    // replaced unsafe octets.
    check_call(::scols_table_enable_noencoding(table.get(), 1) == 0);
    // Without this, the library breaks cells within words to fit the terminal.
    // Then a path or a place in a file could not be copied.
    check_call(
        ::scols_table_set_termforce(table.get(), SCOLS_TERMFORCE_NEVER) == 0);
    check_call(::scols_table_set_column_separator(table.get(), "  ") == 0);
    for (const Column& column : columns) {
        const int flags = column.align == Align::right ? SCOLS_FL_RIGHT : 0;
        check_call(::scols_table_new_column(table.get(), column.title, 0,
                                            flags) != nullptr);
    }
    return table;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(const std::vector<std::string>& cells) {
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::string& cell : cells) {
        row.push_back(robots::printable(cell));
    }
}

// Returns the width of each column in octets: the width of its longest cell, or
// less if the table would be too wide.
std::vector<std::size_t> Table::widths() const {
    constexpr std::size_t kLeast = 9;
    std::vector<std::size_t> widths;
    std::size_t line = 2 * (columns_.size() - 1);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t& width =
            widths.emplace_back(std::string_view(columns_[i].title).size());
        for (const auto& row : rows_) {
            width = std::max(width, row[i].size());
        }
        line += width;
    }
    for (; line > kTableWidth; --line) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].may_be_cut && widths[i] > kLeast &&
                (widest == nullptr || widths[i] > *widest)) {
                widest = &widths[i];
            }
        }
        if (widest == nullptr) {
            break;
        }
        --*widest;
    }
    return widths;
}

std::string Table::text() const {
    if (rows_.empty()) {
        return {};
    }
    const Utf8Locale utf8;
    const Printed table = printed(columns_);
    const std::vector<std::size_t> most = widths();
    for (const auto& row : rows_) {
        libscols_line* line = ::scols_table_new_line(table.get(), nullptr);
        check_call(line != nullptr);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string cell =
                row[i].size() > most[i] ? excerpt(row[i], most[i] - 3) : row[i];
            check_call(::scols_line_set_data(line, i, cell.c_str()) == 0);
        }
    }
    char* memory = nullptr;
    check_call(::scols_print_table_to_string(table.get(), &memory) == 0);
    const std::unique_ptr<char, void (*)(void*)> owner(memory, std::free);
    const std::string_view out(memory);
    const std::size_t titles = out.find('\n');
    return styled(out.substr(0, titles), Look::bold)
        .append(out.substr(titles))
        .append("\n");
}

void print_titled(const char* title, const Table& table) {
    if (!table.empty()) {
        std::cout << '\n' << styled(title, Look::bold) << '\n' << table.text();
    }
}

void print_more(std::size_t all, std::size_t shown, const char* what) {
    if (all > shown) {
        std::cout << counted(all - shown, what) << "; --top 0 shows all\n";
    }
}

}  // namespace robotsctl
