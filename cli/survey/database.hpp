// A survey as an SQLite database, to ask questions of: docs/robotsctl/survey.md
// has its tables, and the questions.

#ifndef ROBOTS_CLI_SURVEY_DATABASE_HPP
#define ROBOTS_CLI_SURVEY_DATABASE_HPP

#include <memory>
#include <string>
#include <vector>

#include "cli/survey/catalogue.hpp"
#include "cli/survey/sqlite.hpp"
#include "cli/survey/survey.hpp"

namespace robotsctl {

// What is taken is one transaction: until finish(), `file` stays as it was.
class Database : public Watcher {
  public:
    // Opens `file`, a survey's database or one that does not exist yet, to add
    // to it. Throws SqliteError.
    Database(const std::string& file, const Catalogue& catalogue);
    ~Database() override;

    // Of several records of a host, one with a file counts; of two such, the
    // one that was fetched later, and then the one whose URL and place come
    // later by name: so it does not matter which is added first.
    void take(const HostRecord& record, const FileSummary& file,
              const Findings& findings) override;

    // Adds the database of another survey, in a transaction of its own.
    void add(const std::string& file);

    void finish();

  private:
    struct Statements;

    void create();
    void fill_crawlers(const Catalogue& catalogue);
    void remove_files(const std::string& which);
    bool make_room(const HostRecord& record);
    void copy_winners();
    void put_file(const HostRecord& record, const FileSummary& file);
    void put_groups(std::int64_t id, const FileSummary& file);

    Sqlite database_;
    std::unique_ptr<Statements> statements_;
};

// Whether `file` is an SQLite database, by its first octets.
bool is_database(const std::string& file);

}  // namespace robotsctl

#endif
