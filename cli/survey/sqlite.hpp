// SQLite, with errors as exceptions and statements that end by themselves.

#ifndef ROBOTS_CLI_SURVEY_SQLITE_HPP
#define ROBOTS_CLI_SURVEY_SQLITE_HPP

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

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
    std::int64_t number(const std::string& sql);

    sqlite3* get() const { return database_.get(); }

    // Throws what went wrong last.
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

    // Parameters count from 1. Texts must live until run().
    Statement& bind(int at, std::string_view text);
    Statement& bind(int at, std::int64_t number);
    Statement& bind_real(int at, double number);
    Statement& bind_null(int at);

    // Runs it to its first row or its end, and forgets the row and all
    // parameters. Whether there was a row.
    bool run();

    // The first row's first column, as run() found it.
    std::int64_t found() const { return found_; }

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int result) const;

    const Sqlite& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    std::int64_t found_ = 0;
};

}  // namespace robotsctl

#endif
