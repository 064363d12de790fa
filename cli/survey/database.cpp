#include "cli/survey/database.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <string_view>

#include "cli/output/text.hpp"
#include "cli/survey/cms.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

namespace {

// "robots" and the version of these tables, as PRAGMA application_id and
// user_version.
constexpr int kApplicationId = 0x726f626f;
constexpr int kSchemaVersion = 1;

constexpr const char* kTables = R"(
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    status INTEGER,          -- of HTTP; NULL: stored as a file
    redirect TEXT NOT NULL,  -- where to; '' for none
    fetched TEXT NOT NULL,   -- RFC 3339; '' if unknown
    kind TEXT,               -- what the body is; NULL: there was no file
    size INTEGER,
    cut INTEGER NOT NULL,    -- 1: longer than crawlers read
    everyone TEXT,           -- what the group * leaves open; NULL: no group *
    cms TEXT,
    source TEXT NOT NULL     -- archive and place
);
CREATE TABLE named (
    file INTEGER NOT NULL,
    token TEXT NOT NULL COLLATE NOCASE,
    access TEXT NOT NULL,
    crawl_delay REAL,        -- seconds
    PRIMARY KEY (file, token)
) WITHOUT ROWID;
CREATE TABLE agents (
    file INTEGER NOT NULL,
    grp INTEGER NOT NULL,    -- the group's number in the file
    token TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (file, grp, token)
) WITHOUT ROWID;
CREATE TABLE rules (
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    grp INTEGER NOT NULL,
    allow INTEGER NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (file, line)
) WITHOUT ROWID;
CREATE TABLE lines (
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    key TEXT NOT NULL COLLATE NOCASE,
    value TEXT NOT NULL,
    PRIMARY KEY (file, line)
) WITHOUT ROWID;
CREATE TABLE findings (
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    code TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE crawlers (
    token TEXT PRIMARY KEY COLLATE NOCASE,
    category TEXT NOT NULL,
    operator TEXT NOT NULL,
    obeys_everyone INTEGER NOT NULL  -- 0: ignores the group *
);
CREATE TABLE binding (
    token TEXT NOT NULL COLLATE NOCASE,
    step INTEGER NOT NULL,  -- the group of the lowest step binds
    named TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (token, step)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE bodies USING fts5(text, tokenize = "unicode61 tokenchars '-_'");
CREATE VIEW access AS
SELECT files.id AS file, files.host AS host, crawlers.token AS crawler,
       coalesce(
           (SELECT named.access FROM binding JOIN named
            ON named.file = files.id AND named.token = binding.named
            WHERE binding.token = crawlers.token
            ORDER BY binding.step LIMIT 1),
           CASE WHEN crawlers.obeys_everyone THEN files.everyone END,
           'open') AS access
FROM crawlers CROSS JOIN files
WHERE files.kind = 'robots.txt';
)";

// The indices are created after the last file, because they make insertion
// slower.
constexpr const char* kIndices = R"(
CREATE INDEX IF NOT EXISTS named_token ON named (token, access);
CREATE INDEX IF NOT EXISTS rules_path ON rules (path);
CREATE INDEX IF NOT EXISTS lines_key ON lines (key);
CREATE INDEX IF NOT EXISTS findings_code ON findings (code);
CREATE INDEX IF NOT EXISTS findings_file ON findings (file);
)";

// A table with rows for each file: the column with the number of the file, and
// the other columns.
struct FileTable {
    const char* name;
    const char* number;
    const char* columns;
};

constexpr FileTable kFileTables[] = {
    {"bodies", "rowid", "text"},
    {"named", "file", "token, access, crawl_delay"},
    {"agents", "file", "grp, token"},
    {"rules", "file", "line, grp, allow, path"},
    {"lines", "file", "line, key, value"},
    {"findings", "file", "line, code, text"},
};

// When a row of `files` is deleted, this trigger deletes the rows of the file
// in all other tables. The trigger is temporary, because readers of the
// database do not need it.
std::string trigger() {
    std::string out =
        "CREATE TEMP TRIGGER file_removed AFTER DELETE ON main.files BEGIN ";
    for (const FileTable& table : kFileTables) {
        out.append("DELETE FROM ").append(table.name).append(" WHERE ");
        out.append(table.number).append(" = old.id; ");
    }
    return out + "END;";
}

// Deletes each file of `main` if `other` has a better file of the same host.
constexpr const char* kRemoveWorse = R"(
DELETE FROM main.files WHERE EXISTS (
    SELECT 1 FROM other.files AS o WHERE o.host = files.host AND
    (o.kind IS NOT NULL, o.fetched, o.url, o.source) >
    (files.kind IS NOT NULL, files.fetched, files.url, files.source));
)";

// Copies the files of `other` for the hosts that `main` does not have. The new
// ids follow the existing ones: ?1 is the last existing id.
constexpr const char* kCopyFiles =
    "INSERT INTO main.files SELECT id + ?1, host, url, status, redirect, "
    "fetched, kind, size, cut, everyone, cms, source FROM other.files "
    "WHERE host NOT IN (SELECT host FROM main.files)";

// Returns the statement that copies the rows of `table` for the files that
// kCopyFiles has copied.
std::string copy_of(const FileTable& table) {
    const std::string number = table.number;
    const std::string name = table.name;
    const std::string columns = table.columns;
    return "INSERT INTO main." + name + " (" + number + ", " + columns +
           ") SELECT " + number + " + ?1, " + columns + " FROM other." + name +
           " WHERE " + number + " + ?1 IN (SELECT id FROM main.files)";
}

template <class Value>
std::optional<Value> some_if(bool condition, const Value& value) {
    return condition ? std::optional(value) : std::nullopt;
}

// Throws Unusable unless `schema` has the tables of this version. `schema` is
// the database in `file`.
void check_version(const Sqlite& database, const std::string& schema,
                   const std::string& file) {
    const std::string pragma = "PRAGMA " + schema;
    if (database.number(pragma + ".application_id") != kApplicationId ||
        database.number(pragma + ".user_version") != kSchemaVersion) {
        throw Unusable(
            '`' + file +
            "` is not a survey's database of this version; name another file");
    }
}

}  // namespace

struct Database::Statements {
    explicit Statements(const Sqlite& opened) : database(opened) {}

    const Sqlite& database;

    Statement remove_worse{database,
                           "DELETE FROM files WHERE host = ?1 AND "
                           "(?2, ?3, ?4, ?5) > "
                           "(kind IS NOT NULL, fetched, url, source)"};
    Statement file{database,
                   "INSERT OR IGNORE INTO files VALUES "
                   "(NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"};
    Statement body{database,
                   "INSERT INTO bodies (rowid, text) VALUES (?1, ?2)"};
    Statement named{database, "INSERT INTO named VALUES (?1, ?2, ?3, ?4)"};
    Statement agent{database,
                    "INSERT OR IGNORE INTO agents VALUES (?1, ?2, ?3)"};
    Statement rule{database,
                   "INSERT OR IGNORE INTO rules VALUES (?1, ?2, ?3, ?4, ?5)"};
    Statement line{database, "INSERT INTO lines VALUES (?1, ?2, ?3, ?4)"};
    Statement finding{database, "INSERT INTO findings VALUES (?1, ?2, ?3, ?4)"};
};

Database::Database(const std::string& file, const Catalogue& catalogue)
    : database_(file) {
    database_.run(
        "PRAGMA cache_size = -65536; PRAGMA busy_timeout = 10000;"
        "BEGIN IMMEDIATE");
    if (database_.number("SELECT count(*) FROM sqlite_schema") == 0) {
        database_.run(
            "PRAGMA application_id = " + std::to_string(kApplicationId) +
            "; PRAGMA user_version = " + std::to_string(kSchemaVersion) + ';' +
            kTables);
        fill_crawlers(catalogue);
    }
    check_version(database_, "main", file);
    database_.run(trigger());
    statements_ = std::make_unique<Statements>(database_);
}

Database::~Database() = default;

void Database::fill_crawlers(const Catalogue& catalogue) {
    Statement crawler(database_,
                      "INSERT INTO crawlers VALUES (?1, ?2, ?3, ?4)");
    Statement binding(database_, "INSERT INTO binding VALUES (?1, ?2, ?3)");
    for (CrawlerIndex i = 0; i < catalogue.size(); ++i) {
        const robots::Crawler& known = catalogue[i];
        crawler.run(known.token, to_string(known.category), known.operator_name,
                    known.wildcard != robots::Obeys::no);
        int step = 0;
        for (const CrawlerIndex named : catalogue.binding(i)) {
            binding.run(known.token, step++, catalogue[named].token);
        }
    }
}

// Keeps the better one of two records of a host. Returns false if the old
// record is kept.
bool Database::put_file(const HostRecord& record, const FileSummary& file) {
    const bool has_file = gave_file(record);
    statements_->remove_worse.run(record.host, has_file, record.fetched,
                                  record.url, record.where);
    statements_->file.run(
        record.host, record.url, some_if(record.status != 0, record.status),
        record.target, record.fetched, some_if(has_file, to_string(file.kind)),
        some_if(has_file, record.size), record.cut,
        file.everyone ? std::optional(to_string(*file.everyone)) : std::nullopt,
        file.cms ? std::optional(cms_name(*file.cms)) : std::nullopt,
        record.where);
    return database_.has_changed();
}

void Database::put_groups(std::int64_t id, const FileSummary& file) {
    Statements& to = *statements_;
    for (const NamedToken& named : file.tokens) {
        to.named.run(id, named.token, to_string(named.access),
                     named.crawl_delay
                         ? std::optional(seconds(*named.crawl_delay))
                         : std::nullopt);
    }
    int number = 0;
    for (const robots::RobotsGroup& group : file.document.groups) {
        ++number;
        if (group.is_part) {
            continue;  // this group has no rules of its own
        }
        for (const std::string& token : group.user_agents) {
            to.agent.run(id, number, token);
        }
        for (const robots::RuleLine& rule : group.rules) {
            to.rule.run(id, rule.place.line, number, rule.allow, rule.path);
        }
    }
}

void Database::take(const HostRecord& record, const FileSummary& file,
                    const robots::lint::Remarks& findings) {
    if (!put_file(record, file) || !gave_file(record) ||
        file.kind != robots::ContentKind::robots_txt) {
        return;
    }
    const std::int64_t id = database_.inserted_row();
    statements_->body.run(id, record.body);
    put_groups(id, file);
    for (const KeyedLine& line : file.others) {
        statements_->line.run(id, line.line, line.key, line.value);
    }
    for (const robots::lint::Remark& finding : findings) {
        statements_->finding.run(id, finding.place.line,
                                 robots::lint::name_of(finding.code),
                                 finding.text);
    }
}

// Commits first, because ATTACH is not possible within a transaction.
void Database::add(const std::string& file) {
    database_.run("COMMIT");
    Statement(database_, "ATTACH ?1 AS other").run(file);
    check_version(database_, "other", file);
    database_.run("BEGIN IMMEDIATE");
    database_.run(kRemoveWorse);
    const std::int64_t last =
        database_.number("SELECT max(id) FROM main.files");
    Statement(database_, kCopyFiles).run(last);
    for (const FileTable& table : kFileTables) {
        Statement(database_, copy_of(table)).run(last);
    }
    database_.run("COMMIT; DETACH other; BEGIN IMMEDIATE");
}

void Database::finish() {
    database_.run(kIndices);
    database_.run("COMMIT");
}

bool is_database(const std::string& file) {
    constexpr std::string_view kMagic{"SQLite format 3\0", 16};
    std::array<char, kMagic.size()> start{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(start.data(), start.size());
    return stream && std::string_view(start.data(), start.size()) == kMagic;
}

}  // namespace robotsctl
