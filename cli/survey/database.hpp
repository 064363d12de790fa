// A survey as an SQLite database, to ask questions of: docs/robotsctl/survey.md
// has its tables, and the questions.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cli/archive/archive_reader.hpp"
#include "cli/survey/counts.hpp"
#include "cli/survey/file_summary.hpp"
#include "cli/survey/sqlite.hpp"
#include "policy/lint/codes.hpp"

namespace robotsctl {

// What is taken is one transaction: until finish(), `file` stays as it was.
class Database {
  public:
    // Opens `file`, a survey's database or one that does not exist yet, to add
    // to it. Throws Unusable.
    Database(const std::string& file, const Catalogue& catalogue);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // `findings` is empty unless files are linted. Of several records of a
    // host, one with a file counts; of two such, the one that was fetched
    // later, and then the one whose URL and place come later by name: so it
    // does not matter which is added first.
    void take(const HostRecord& record, const FileSummary& file,
              const robots::lint::Findings& findings);

    // Adds the database of another survey, in a transaction of its own.
    void add(const std::string& file);

    void finish();

  private:
    struct Statements;

    void fill_crawlers(const Catalogue& catalogue);
    bool put_file(const HostRecord& record, const FileSummary& file);
    void put_groups(std::int64_t id, const FileSummary& file);

    Sqlite database_;
    std::unique_ptr<Statements> statements_;
};

// Whether `file` is an SQLite database, by its first octets.
bool is_database(const std::string& file);

}  // namespace robotsctl
