// The tables of a survey's database.

#ifndef ROBOTS_CLI_SURVEY_DATABASE_SCHEMA_HPP
#define ROBOTS_CLI_SURVEY_DATABASE_SCHEMA_HPP

namespace robotsctl {

// "robots" and the version of these tables, as PRAGMA application_id and
// user_version.
constexpr int kApplicationId = 0x726f626f;
constexpr int kSchemaVersion = 1;

constexpr const char* kSchema = R"(
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

// Behind the last file, since each slows adding down.
constexpr const char* kIndices = R"(
CREATE INDEX IF NOT EXISTS named_token ON named (token, access);
CREATE INDEX IF NOT EXISTS rules_path ON rules (path);
CREATE INDEX IF NOT EXISTS lines_key ON lines (key);
CREATE INDEX IF NOT EXISTS findings_code ON findings (code);
CREATE INDEX IF NOT EXISTS findings_file ON findings (file);
)";

// What is of one file, besides its row and its body: a table, whose first
// column is `file`, and its other columns.
struct FilePart {
    const char* table;
    const char* columns;
};

constexpr FilePart kFileParts[] = {
    {"named", "token, access, crawl_delay"}, {"agents", "grp, token"},
    {"rules", "line, grp, allow, path"},     {"lines", "line, key, value"},
    {"findings", "line, code, text"},
};

// Which of two records of a host counts: the later in this order.
constexpr const char* kOrder = "(kind IS NOT NULL, fetched, url, source)";

}  // namespace robotsctl

#endif
