#include "cli/survey/sqlite.hpp"

#include <sqlite3.h>

namespace robotsctl {

void Sqlite::Close::operator()(sqlite3* database) const {
    ::sqlite3_close(database);
}

Sqlite::Sqlite(const std::string& file) : file_(file) {
    sqlite3* opened = nullptr;
    const int result = ::sqlite3_open(file.c_str(), &opened);
    database_.reset(opened);
    if (result != SQLITE_OK) {
        fail();
    }
}

void Sqlite::fail() const {
    throw SqliteError('`' + file_ + "`: " + ::sqlite3_errmsg(get()));
}

void Sqlite::run(const std::string& sql) const {
    if (::sqlite3_exec(get(), sql.c_str(), nullptr, nullptr, nullptr) !=
        SQLITE_OK) {
        fail();
    }
}

std::int64_t Sqlite::number(const std::string& sql) const {
    Statement statement(*this, sql);
    statement.run();
    return statement.found();
}

std::int64_t Sqlite::inserted_row() const {
    return ::sqlite3_last_insert_rowid(get());
}

bool Sqlite::has_changed() const {
    return ::sqlite3_changes(get()) > 0;
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    ::sqlite3_finalize(statement);
}

Statement::Statement(const Sqlite& database, std::string_view sql)
    : database_(database) {
    sqlite3_stmt* prepared = nullptr;
    check(::sqlite3_prepare_v2(database.get(), sql.data(),
                               static_cast<int>(sql.size()), &prepared,
                               nullptr));
    statement_.reset(prepared);
}

void Statement::check(int result) const {
    if (result != SQLITE_OK) {
        database_.fail();
    }
}

void Statement::bind_text(int at, std::string_view text) {
    check(::sqlite3_bind_text(statement_.get(), at,
                              text.data() == nullptr ? "" : text.data(),
                              static_cast<int>(text.size()), SQLITE_STATIC));
}

void Statement::bind_number(int at, std::int64_t number) {
    check(::sqlite3_bind_int64(statement_.get(), at, number));
}

void Statement::bind_real(int at, double number) {
    check(::sqlite3_bind_double(statement_.get(), at, number));
}

// Forgets the row and all parameters: texts live no longer than the call.
bool Statement::step() {
    const int result = ::sqlite3_step(statement_.get());
    const bool row = result == SQLITE_ROW;
    if (!row && result != SQLITE_DONE) {
        database_.fail();
    }
    found_ = row ? ::sqlite3_column_int64(statement_.get(), 0) : 0;
    ::sqlite3_reset(statement_.get());
    ::sqlite3_clear_bindings(statement_.get());
    return row;
}

}  // namespace robotsctl
