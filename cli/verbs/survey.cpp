// robotsctl survey: counts what many robots.txt files say.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/archives.hpp"
#include "cli/options/input.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/text.hpp"
#include "cli/survey/counts.hpp"
#include "cli/survey/database.hpp"
#include "cli/survey/report.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/text.hpp"
#include "policy/lint/lint.hpp"

namespace robotsctl {

namespace {

struct SurveyOptions {
    std::vector<std::string> inputs;
    bool lint = false;
    std::string sqlite;
    // The inputs of `merge`, which must be all JSON or all databases. A folder
    // means all files in it. `to` is the file to write; with "-", the result,
    // which must be JSON, is printed instead.
    std::vector<std::string> from;
    std::string to;
    std::size_t top = 20;
    bool json = false;
};

// Counts the records of archives.
//
// If an archive has several records of one host, one record counts: the first
// record with a file or, if none has a file, the first record. An archive often
// has a redirect first, and then the answer of the target of this redirect.
//
// The last kMost hosts of an archive are remembered, by a hash of their names.
// Each archive starts without remembered hosts, so the result does not depend
// on which archives are surveyed together.
class Survey {
  public:
    // `database` may be nullptr.
    Survey(bool lint, Counts& counts, Database* database)
        : lint_(lint), counts_(counts), database_(database) {}

    void take(const HostRecord& record) {
        if (counts_.archives.inputs != archive_) {
            archive_ = counts_.archives.inputs;
            hosts_.clear();
            order_.clear();
        }
        const bool has_file = gave_file(record);
        const std::uint64_t key =
            XXH3_64bits(record.host.data(), record.host.size());
        const auto [it, is_new] = hosts_.try_emplace(
            key, has_file ? std::nullopt : std::optional(answered(record)));
        if (is_new) {
            order_.push_back(key);
            if (order_.size() > kMost) {
                hosts_.erase(order_.front());
                order_.pop_front();
            }
        } else {
            ++counts_.repeated;
            if (!it->second || !has_file) {
                return;
            }
            counts_.take_back(*it->second);
            it->second.reset();
        }
        count(record, has_file);
    }

  private:
    static constexpr std::size_t kMost = 65'536;

    void count(const HostRecord& record, bool has_file) {
        const FileSummary file =
            has_file ? summary_of(record.body, record.coding.empty(), lines_)
                     : FileSummary();
        counts_.take(record, file);
        robots::lint::Remarks findings;
        if (lint_ && has_file && file.kind == robots::ContentKind::robots_txt) {
            findings = robots::lint::lint_robots_txt(
                record.body, counts_.catalogue->crawlers());
            counts_.take_findings(findings);
        }
        if (database_ != nullptr) {
            database_->take(record, file, findings);
        }
    }

    bool lint_;
    Counts& counts_;
    Database* database_;
    std::uint64_t archive_ = 0;  // number of the current archive
    // What was counted for each host; nullopt if a file was counted.
    std::unordered_map<std::uint64_t, std::optional<Answered>> hosts_;
    std::deque<std::uint64_t> order_;
    std::vector<robots::ReadLine> lines_;  // of the current file
};

// Reads all inputs once, and draws a progress bar.
void read_archives(const SurveyOptions& options, Counts& counts,
                   Database* database) {
    Archives archives(options.inputs, counts.archives);
    Survey survey(options.lint, counts, database);
    Progress progress;
    progress.start(archives.size(), "records");
    for (HostRecord record; archives.next(record);) {
        survey.take(record);
        if (progress.due()) {
            progress.draw(archives.position(), counts.archives.records);
        }
    }
    progress.finish();
}

// The maximum size of a result in JSON. Valid results are smaller, because the
// number of names is limited.
constexpr std::size_t kMostJson = std::size_t{512} * 1024 * 1024;

// Refuses a device such as /dev/null, because the new file would replace the
// device.
void check_is_file(const std::string& to) {
    std::error_code error;
    if (std::filesystem::exists(to, error) &&
        !std::filesystem::is_regular_file(to, error)) {
        throw Unusable("cannot write " + robots::cited(to) +
                       ": this is not a file; name a file to write");
    }
}

// Returns the name of the temporary file, which is renamed to `to` when it is
// complete.
std::string part_file(const std::string& to) {
    return to + ".part";
}

void put_in_place(const std::string& to) {
    if (std::rename(part_file(to).c_str(), to.c_str()) != 0) {
        throw Unusable(cannot("write", to, errno));
    }
}

// Returns `names`, with each folder replaced by the files in it.
std::vector<std::string> with_files_of_folders(
    const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names) {
        std::error_code error;
        if (!std::filesystem::is_directory(name, error)) {
            out.push_back(name);
            continue;
        }
        for (const auto& entry :
             std::filesystem::directory_iterator(name, error)) {
            if (entry.is_regular_file(error)) {
                out.push_back(entry.path().string());
            }
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Adds the results in `options.from` to `counts`, and writes the sum to the
// file `options.to` atomically. This file may be one of `options.from`.
void merge_json(const SurveyOptions& options, Counts& counts) {
    for (const std::string& name : options.from) {
        add_json(name, read_input(name, kMostJson), counts);
    }
    if (options.to == "-") {
        return;
    }
    std::ofstream out(part_file(options.to), std::ios::binary);
    out << line_of(to_json(counts));
    out.close();
    if (!out) {
        throw Unusable(cannot("write", options.to, errno));
    }
    put_in_place(options.to);
}

void merge_databases(const SurveyOptions& options, const Catalogue& catalogue) {
    if (options.to == "-") {
        throw Unusable("databases cannot be printed; name a file to write");
    }
    const std::string part = part_file(options.to);
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    Database out(part, catalogue);
    for (const std::string& name : options.from) {
        out.add(name);
    }
    out.finish();
    put_in_place(options.to);
}

void print_counts(const Counts& counts, const SurveyOptions& options) {
    if (options.json) {
        print(to_json(counts));
    } else {
        print_survey(counts, options.top);
    }
    print_trouble(counts.archives);
}

int survey(const SurveyOptions& options) {
    if (options.inputs.empty()) {
        throw Unusable(
            "INPUT is missing: name files, folders or archives, or - for "
            "standard input");
    }
    const Catalogue catalogue;
    Counts counts(catalogue);
    std::unique_ptr<Database> database;
    if (!options.sqlite.empty()) {
        check_is_file(options.sqlite);
        database = std::make_unique<Database>(options.sqlite, catalogue);
    }
    read_archives(options, counts, database.get());
    if (database != nullptr) {
        database->finish();
    }
    print_counts(counts, options);
    if (counts.hosts == 0) {
        throw Unusable(
            counts.archives.inputs == 0
                ? "no file was found; name files of robots.txt, folders of "
                  "them, or tar or WARC archives"
                : "no robots.txt was found in " +
                      counted(counts.archives.inputs, "file") +
                      "; records of a WARC archive count if their URL ends in "
                      "/robots.txt");
    }
    return counts.archives.lost.empty() ? kFine : kUnusable;
}

int merge(SurveyOptions& options) {
    const Catalogue catalogue;
    Counts counts(catalogue);
    if (options.to != "-") {
        check_is_file(options.to);
    }
    options.from = with_files_of_folders(options.from);
    const auto databases = static_cast<std::size_t>(
        std::count_if(options.from.begin(), options.from.end(), is_database));
    if (options.from.empty()) {
        throw Unusable("there is no result to merge");
    }
    if (databases == 0) {
        merge_json(options, counts);
    } else if (databases == options.from.size()) {
        merge_databases(options, catalogue);
    } else {
        throw Unusable(
            "JSON and databases cannot be merged; name only one of them");
    }
    if (options.to == "-") {
        print_counts(counts, options);
    }
    return kFine;
}

// Adds the options for printing, which survey and its subverb merge have.
void add_printing(CLI::App& verb, SurveyOptions& options) {
    add_line_count(verb, "--top", options.top,
                   "number of lines of each table; 0 for all");
    verb.add_flag("--json", options.json, "print one JSON object");
}

void add_merge(CLI::App& survey, SurveyOptions& options, Run& run) {
    CLI::App& verb = *survey.add_subcommand(
        "merge", "add up results: of --json, or databases of --sqlite");
    verb.add_option("OUT", options.to,
                    "the file to write; - prints tables, or JSON with --json")
        ->type_name("FILE")
        ->required();
    verb.add_option("IN", options.from,
                    "results of robotsctl survey, all of one kind, or "
                    "folders of them")
        ->type_name("FILE")
        ->required();
    add_printing(verb, options);
    verb.callback(
        [&options, &run] { run = [&options] { return merge(options); }; });
}

}  // namespace

void add_survey(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<SurveyOptions>(
        app, run, "survey", "count what many robots.txt files say", survey);
    verb.add_option("INPUT", options.inputs,
                    "files, folders, tar or WARC archives, compressed or "
                    "not; - for standard input")
        ->type_name("FILE");
    verb.add_option("--sqlite", options.sqlite,
                    "also put all files into this SQLite database")
        ->type_name("FILE");
    verb.add_flag("--lint", options.lint,
                  "count the warnings of the linter, too");
    add_printing(verb, options);
    add_merge(verb, options, run);
}

}  // namespace robotsctl
