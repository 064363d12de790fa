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

// Adds records in a transaction. finish() and add() commit this transaction.
class Database {
  public:
    // Opens `file` in order to add records. The file must be the database of a
    // survey, or not exist yet. Throws Unusable.
    Database(const std::string& file, const Catalogue& catalogue);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Adds a record. `findings` is empty unless files are linted. Of the
    // records of a host, only one is kept. A record with a file is preferred,
    // then the record that was fetched last, then the record whose URL and
    // place sort last. So the order of the calls does not matter.
    void take(const HostRecord& record, const FileSummary& file,
              const robots::lint::Remarks& findings);

    // Commits, and then adds the database of another survey in one transaction.
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
