// SQLite, with errors as exceptions and statements that end by themselves.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

struct sqlite3;
struct sqlite3_stmt;

namespace robotsctl {

class SqliteError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Sqlite {
  public:
    // Opens `file`, which is created if it does not exist.
    explicit Sqlite(const std::string& file);

    // One statement or several without parameters.
    void run(const std::string& sql) const;

    // The first column of the first row; 0 if there is none.
    std::int64_t number(const std::string& sql) const;

    // The row that was inserted last.
    std::int64_t inserted_row() const;
    // Whether the last statement changed anything.
    bool has_changed() const;

    sqlite3* get() const { return database_.get(); }

    // Throws the last error.
    [[noreturn]] void fail() const;

  private:
    struct Close {
        void operator()(sqlite3* database) const;
    };

    std::string file_;
    std::unique_ptr<sqlite3, Close> database_;
};

// A statement with parameters, which is run many times.
class Statement {
  public:
    // `database` outlives it.
    Statement(const Sqlite& database, std::string_view sql);

    // Runs it with these parameters, texts or numbers, to its first row or its
    // end. An empty std::optional is NULL. Whether there was a row.
    template <class... Values>
    bool run(const Values&... values) {
        int at = 0;
        (bind(++at, values), ...);
        return step();
    }

    // The first column of the first row, after run(); 0 without a row.
    std::int64_t found() const { return found_; }

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    template <class Value>
    void bind(int at, const Value& value) {
        if constexpr (std::is_floating_point_v<Value>) {
            bind_real(at, value);
        } else if constexpr (std::is_integral_v<Value>) {
            bind_number(at, static_cast<std::int64_t>(value));
        } else {
            bind_text(at, value);
        }
    }
    template <class Value>
    void bind(int at, const std::optional<Value>& value) {
        if (value) {
            bind(at, *value);
        }
    }
    void bind_text(int at, std::string_view text);
    void bind_number(int at, std::int64_t number);
    void bind_real(int at, double number);
    bool step();
    void check(int result) const;

    const Sqlite& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    std::int64_t found_ = 0;
};

}  // namespace robotsctl
