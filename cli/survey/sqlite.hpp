// Wraps SQLite: errors become exceptions, and statements are finalized
// automatically.

#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "cli/output/text.hpp"

namespace robotsctl {

class Sqlite {
  public:
    // Opens `file`, which is created if it does not exist.
    explicit Sqlite(const std::string& file) : file_(file) {
        sqlite3* opened = nullptr;
        const int result = ::sqlite3_open(file.c_str(), &opened);
        database_.reset(opened);
        check(result);
    }

    // Runs one or more statements without parameters.
    void run(const std::string& sql) const {
        check(::sqlite3_exec(get(), sql.c_str(), nullptr, nullptr, nullptr));
    }

    // Runs a query. Returns the first column of the first row, or 0 if the
    // result has no row.
    std::int64_t number(const std::string& sql) const;

    // The id of the row that was inserted last.
    std::int64_t inserted_row() const {
        return ::sqlite3_last_insert_rowid(get());
    }
    // Whether the last statement changed anything.
    bool has_changed() const { return ::sqlite3_changes(get()) > 0; }

    sqlite3* get() const { return database_.get(); }

    // Throws the last error unless `result` is SQLITE_OK.
    void check(int result) const {
        if (result != SQLITE_OK) {
            throw Unusable('`' + file_ + "`: " + ::sqlite3_errmsg(get()));
        }
    }

  private:
    struct Close {
        void operator()(sqlite3* database) const { ::sqlite3_close(database); }
    };

    std::string file_;
    std::unique_ptr<sqlite3, Close> database_;
};

// A statement with parameters that can be run many times.
class Statement {
  public:
    // `database` must outlive the statement.
    Statement(const Sqlite& database, std::string_view sql)
        : database_(database) {
        sqlite3_stmt* prepared = nullptr;
        database_.check(::sqlite3_prepare_v2(database.get(), sql.data(),
                                             static_cast<int>(sql.size()),
                                             &prepared, nullptr));
        statement_.reset(prepared);
    }

    // Runs the statement with these parameters (texts or numbers) up to its
    // first row or its end. An empty std::optional is NULL. Returns the first
    // column of the row, or 0 if the result has no row.
    template <class... Values>
    std::int64_t run(const Values&... values) {
        int at = 0;
        (bind(++at, values), ...);
        return step();
    }

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const {
            ::sqlite3_finalize(statement);
        }
    };

    template <class Value>
    void bind(int at, const Value& value) {
        sqlite3_stmt* const to = statement_.get();
        if constexpr (std::is_floating_point_v<Value>) {
            database_.check(::sqlite3_bind_double(to, at, value));
        } else if constexpr (std::is_integral_v<Value>) {
            database_.check(::sqlite3_bind_int64(
                to, at, static_cast<sqlite3_int64>(value)));
        } else {
            const std::string_view text = value;
            database_.check(::sqlite3_bind_text(
                to, at, text.data() == nullptr ? "" : text.data(),
                static_cast<int>(text.size()), SQLITE_STATIC));
        }
    }
    template <class Value>
    void bind(int at, const std::optional<Value>& value) {
        if (value) {
            bind(at, *value);
        }
    }

    // Runs the statement. Then clears its parameters, because their texts are
    // valid only during run().
    std::int64_t step() {
        sqlite3_stmt* const it = statement_.get();
        const int result = ::sqlite3_step(it);
        const bool row = result == SQLITE_ROW;
        database_.check(row || result == SQLITE_DONE ? SQLITE_OK : result);
        const std::int64_t found = row ? ::sqlite3_column_int64(it, 0) : 0;
        ::sqlite3_reset(it);
        ::sqlite3_clear_bindings(it);
        return found;
    }

    const Sqlite& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

inline std::int64_t Sqlite::number(const std::string& sql) const {
    return Statement(*this, sql).run();
}

}  // namespace robotsctl
