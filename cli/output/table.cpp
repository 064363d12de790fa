#include "cli/output/table.hpp"

#include <libsmartcols/libsmartcols.h>

#include <clocale>
#include <cstdlib>
#include <new>

#include "cli/output/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

// The library measures characters by the locale. robotsctl prints UTF-8 in
// every locale.
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
    locale_t utf8_;  // nullptr: not there, and the locale stays
    locale_t before_;
};

// What the library could not do, it could not for want of memory.
void check(bool done) {
    if (!done) {
        throw std::bad_alloc();
    }
}

}  // namespace

void Table::Release::operator()(libscols_table* table) const {
    ::scols_unref_table(table);
}

Table::Table(std::initializer_list<Column> columns)
    : table_(::scols_new_table()) {
    check(table_ != nullptr);
    // printable() has replaced what a terminal must not get.
    check(::scols_table_enable_noencoding(table_.get(), 1) == 0);
    // To a terminal's width the library breaks cells inside of words, and then
    // a path or a place in a file can't be copied.
    check(::scols_table_set_termforce(table_.get(), SCOLS_TERMFORCE_NEVER) ==
          0);
    check(::scols_table_set_column_separator(table_.get(), "  ") == 0);
    for (const Column& column : columns) {
        const int flags = column.align == Align::right ? SCOLS_FL_RIGHT : 0;
        check(::scols_table_new_column(table_.get(), column.title, 0, flags) !=
              nullptr);
    }
}

void Table::add(const std::vector<std::string>& cells) {
    libscols_line* line = ::scols_table_new_line(table_.get(), nullptr);
    check(line != nullptr);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        check(::scols_line_set_data(line, i,
                                    robots::printable(cells[i]).c_str()) == 0);
    }
}

bool Table::empty() const {
    return ::scols_table_is_empty(table_.get()) != 0;
}

std::string Table::text() const {
    const Utf8Locale utf8;
    char* memory = nullptr;
    check(::scols_print_table_to_string(table_.get(), &memory) == 0);
    const std::unique_ptr<char, void (*)(void*)> owner(memory, std::free);
    const std::string_view out(memory);
    if (out.empty()) {
        return {};
    }
    const std::size_t titles = out.find('\n');
    return styled(out.substr(0, titles), Look::bold)
        .append(out.substr(titles))
        .append("\n");
}

}  // namespace robotsctl
