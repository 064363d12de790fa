// Writes a survey as an SQLite database that can be queried:
// docs/robotsctl/survey.md describes its tables and queries.

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

// All records are added in one transaction: `file` does not change until
// finish().
class Database {
  public:
    // Opens `file`, which is a survey's database or does not exist yet, in
    // order to add records. Throws Unusable.
    Database(const std::string& file, const Catalogue& catalogue);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Adds a record. `findings` is empty unless files are linted. Of several
    // records of a host, one with a file is kept; of two with a file, the one
    // that was fetched later, and then the one whose URL and place sort later.
    // So the order of adding does not matter.
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
