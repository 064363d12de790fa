#include "cli/survey/database.hpp"

#include <sqlite3.h>

#include <array>
#include <fstream>
#include <string_view>

#include "cli/output/text.hpp"
#include "cli/survey/cms.hpp"
#include "cli/survey/database_schema.hpp"

namespace robotsctl {

namespace {

// Which of two records of a host counts: the later in this order.
// Of the files of `other`, those that count, and those whose place they take.
constexpr const char* kWinners = R"(
CREATE TEMP TABLE IF NOT EXISTS won (id INTEGER PRIMARY KEY);
CREATE TEMP TABLE IF NOT EXISTS lost (id INTEGER PRIMARY KEY);
DELETE FROM won;
DELETE FROM lost;
INSERT INTO won
SELECT o.id FROM other.files AS o LEFT JOIN main.files AS m ON m.host = o.host
WHERE m.id IS NULL OR
      (o.kind IS NOT NULL, o.fetched, o.url, o.source) >
      (m.kind IS NOT NULL, m.fetched, m.url, m.source);
INSERT INTO lost
SELECT m.id FROM won JOIN other.files AS o ON o.id = won.id
JOIN main.files AS m ON m.host = o.host;
)";

// An SQL text, as a literal.
std::string literal(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return out + '\'';
}

std::string not_ours(const std::string& file) {
    return '`' + file +
           "` is not a survey's database of this version; name another file";
}

}  // namespace

struct Database::Statements {
    explicit Statements(const Sqlite& database)
        : other(database, "SELECT id FROM files WHERE host = ?1"),
          is_better(database,
                    "SELECT 1 FROM files WHERE id = ?1 AND "
                    "(?2, ?3, ?4, ?5) > " +
                        std::string(kOrder)),
          file(database,
               "INSERT INTO files VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, "
               "?8, ?9, ?10, ?11)"),
          body(database, "INSERT INTO bodies (rowid, text) VALUES (?1, ?2)"),
          named(database, "INSERT INTO named VALUES (?1, ?2, ?3, ?4)"),
          agent(database, "INSERT OR IGNORE INTO agents VALUES (?1, ?2, ?3)"),
          rule(database,
               "INSERT OR IGNORE INTO rules VALUES (?1, ?2, ?3, ?4, ?5)"),
          line(database, "INSERT INTO lines VALUES (?1, ?2, ?3, ?4)"),
          finding(database, "INSERT INTO findings VALUES (?1, ?2, ?3, ?4)") {}

    Statement other;
    Statement is_better;
    Statement file;
    Statement body;
    Statement named;
    Statement agent;
    Statement rule;
    Statement line;
    Statement finding;
};

Database::Database(const std::string& file, const Catalogue& catalogue)
    : database_(file) {
    database_.run(
        "PRAGMA cache_size = -65536; PRAGMA busy_timeout = 10000;"
        "BEGIN IMMEDIATE");
    if (database_.number("SELECT count(*) FROM sqlite_schema") == 0) {
        create();
        fill_crawlers(catalogue);
    } else if (database_.number("PRAGMA application_id") != kApplicationId ||
               database_.number("PRAGMA user_version") != kSchemaVersion) {
        throw SqliteError(not_ours(file));
    }
    statements_ = std::make_unique<Statements>(database_);
}

Database::~Database() = default;

void Database::create() {
    database_.run("PRAGMA application_id = " + std::to_string(kApplicationId) +
                  "; PRAGMA user_version = " + std::to_string(kSchemaVersion) +
                  ';' + kSchema);
}

void Database::fill_crawlers(const Catalogue& catalogue) {
    Statement crawler(database_,
                      "INSERT INTO crawlers VALUES (?1, ?2, ?3, ?4)");
    Statement binding(database_, "INSERT INTO binding VALUES (?1, ?2, ?3)");
    for (CrawlerIndex i = 0; i < catalogue.size(); ++i) {
        const robots::Crawler& known = catalogue[i];
        crawler.bind(1, known.token)
            .bind(2, to_string(known.category))
            .bind(3, known.operator_name)
            .bind(4, std::int64_t{known.wildcard != robots::Obeys::no})
            .run();
        std::int64_t step = 0;
        for (const CrawlerIndex named : catalogue.binding(i)) {
            binding.bind(1, known.token)
                .bind(2, step++)
                .bind(3, catalogue[named].token)
                .run();
        }
    }
}

// `which`: a condition of a file's number, without its left side.
void Database::remove_files(const std::string& which) {
    for (const FilePart& part : kFileParts) {
        database_.run("DELETE FROM main." + std::string(part.table) +
                      " WHERE file " + which);
    }
    database_.run("DELETE FROM main.bodies WHERE rowid " + which +
                  "; DELETE FROM main.files WHERE id " + which);
}

// Removes a record of the same host, if that counts less. False: it counts.
bool Database::make_room(const HostRecord& record) {
    if (!statements_->other.bind(1, record.host).run()) {
        return true;
    }
    const std::int64_t id = statements_->other.found();
    if (!statements_->is_better.bind(1, id)
             .bind(2, std::int64_t{gave_file(record)})
             .bind(3, record.fetched)
             .bind(4, record.url)
             .bind(5, record.where)
             .run()) {
        return false;
    }
    remove_files("= " + std::to_string(id));
    return true;
}

void Database::put_file(const HostRecord& record, const FileSummary& file) {
    Statement& row = statements_->file;
    const bool has_file = gave_file(record);
    row.bind(1, record.host).bind(2, record.url);
    if (record.status != 0) {
        row.bind(3, std::int64_t{record.status});
    }
    row.bind(4, record.target).bind(5, record.fetched);
    if (has_file) {
        row.bind(6, to_string(file.kind))
            .bind(7, static_cast<std::int64_t>(record.size));
    }
    row.bind(8, std::int64_t{record.cut});
    if (file.everyone) {
        row.bind(9, to_string(*file.everyone));
    }
    if (file.cms) {
        row.bind(10, cms_names()[*file.cms]);
    }
    row.bind(11, record.where).run();
}

void Database::put_groups(std::int64_t id, const FileSummary& file) {
    Statements& to = *statements_;
    for (const NamedToken& named : file.tokens) {
        to.named.bind(1, id)
            .bind(2, named.token)
            .bind(3, to_string(named.access));
        if (named.crawl_delay) {
            to.named.bind_real(4, seconds(*named.crawl_delay));
        }
        to.named.run();
    }
    std::int64_t number = 0;
    for (const robots::RobotsGroup& group : file.document.groups) {
        ++number;
        if (group.is_part) {
            continue;  // says nothing of rules
        }
        for (const std::string& token : group.user_agents) {
            to.agent.bind(1, id).bind(2, number).bind(3, token).run();
        }
        for (const robots::RuleLine& rule : group.rules) {
            to.rule.bind(1, id)
                .bind(2, std::int64_t{rule.place.line})
                .bind(3, number)
                .bind(4, std::int64_t{rule.allow})
                .bind(5, rule.path)
                .run();
        }
    }
}

void Database::take(const HostRecord& record, const FileSummary& file,
                    const Findings& findings) {
    if (!make_room(record)) {
        return;
    }
    put_file(record, file);
    if (file.kind != robots::ContentKind::robots_txt || !gave_file(record)) {
        return;
    }
    const std::int64_t id = ::sqlite3_last_insert_rowid(database_.get());
    statements_->body.bind(1, id).bind(2, record.body).run();
    put_groups(id, file);
    for (const KeyedLine& line : file.others) {
        statements_->line.bind(1, id)
            .bind(2, std::int64_t{line.line})
            .bind(3, line.key)
            .bind(4, line.value)
            .run();
    }
    for (const robots::lint::Finding& finding : findings) {
        statements_->finding.bind(1, id)
            .bind(2, std::int64_t{finding.place.line})
            .bind(3, robots::lint::name_of(finding.code))
            .bind(4, finding.text)
            .run();
    }
}

// Attaching needs no transaction to be open.
void Database::add(const std::string& file) {
    database_.run("COMMIT; ATTACH " + literal(file) + " AS other");
    if (database_.number("PRAGMA other.application_id") != kApplicationId ||
        database_.number("PRAGMA other.user_version") != kSchemaVersion) {
        throw SqliteError(not_ours(file));
    }
    database_.run("BEGIN IMMEDIATE");
    database_.run(kWinners);
    copy_winners();
    database_.run("COMMIT; DETACH other; BEGIN IMMEDIATE");
}

// New numbers follow those that are there.
void Database::copy_winners() {
    if (database_.number("SELECT count(*) FROM temp.lost") > 0) {
        remove_files("IN (SELECT id FROM temp.lost)");
    }
    const std::string above =
        " + " +
        std::to_string(database_.number("SELECT max(id) FROM main.files"));
    database_.run("INSERT INTO main.files SELECT id" + above +
                  ", host, url, status, redirect, fetched, kind, size, cut, "
                  "everyone, cms, source FROM other.files JOIN temp.won USING "
                  "(id)");
    database_.run("INSERT INTO main.bodies (rowid, text) SELECT id" + above +
                  ", text FROM temp.won JOIN other.bodies ON bodies.rowid = "
                  "won.id");
    for (const FilePart& part : kFileParts) {
        std::string sql = "INSERT INTO main.";
        sql.append(part.table).append(" SELECT file").append(above);
        sql.append(", ").append(part.columns).append(" FROM other.");
        sql.append(part.table).append(" JOIN temp.won ON file = id");
        database_.run(sql);
    }
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
