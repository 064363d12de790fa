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

// Records are added in a transaction, which finish() commits, and also add().
class Database {
  public:
    // Opens `file`, which is a survey's database or does not exist yet, in
    // order to add records. Throws Unusable.
    Database(const std::string& file, const Catalogue& catalogue);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Adds a record. `findings` is empty unless files are linted. Of the
    // records of a host, only one is kept: one with a file is preferred, then
    // the one that was fetched last, then the one whose URL and place sort
    // last. So the order of adding does not matter.
    void take(const HostRecord& record, const FileSummary& file,
              const robots::lint::Findings& findings);

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
