// robotsctl sources: keeps copies of the data that operators publish about
// their crawlers, and shows their age.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/log/timestamp.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/shell.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/sources/copies.hpp"
#include "cli/sources/sources.hpp"
#include "cli/sources/update.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

constexpr const char* kFolder = "/var/lib/robots";

struct SourcesOptions {
    PolicyOption policy;
    std::string folder;
    std::vector<std::string> only;
    bool json = false;
    // Used only by the subverb update.
    UpdateSettings update;
    std::string command;
};

// The folder of the copies, and the sources that they are copies of.
struct Scope {
    std::string folder = kFolder;
    std::vector<IdentitySource> sources;
};

Scope scope_of(const SourcesOptions& options) {
    Scope out;
    std::vector<robots::Crawler> crawlers;
    if (options.policy.file().empty()) {
        crawlers = robots::built_in_crawlers();
    } else {
        robots::Loaded loaded = options.policy.try_load();
        // Prints only errors, because this verb itself reports the problems of
        // copies about which loading warns.
        print_errors(loaded);
        if (loaded.policy == nullptr) {
            throw Unusable();
        }
        crawlers = loaded.policy->crawlers().entries();
        if (!loaded.identity_folder.empty()) {
            out.folder = std::move(loaded.identity_folder);
        }
    }
    if (!options.folder.empty()) {
        out.folder = options.folder;
    }
    out.sources = sources_of(crawlers, options.only);
    if (out.sources.empty()) {
        throw Unusable(
            "there is nothing to fetch: no crawler in question has a "
            "`ranges_url` or a `keys_url`; see `robotsctl crawlers --json`");
    }
    return out;
}

// Returns "120 ranges, 3 added, 1 removed".
std::string parts_text(SourceKind kind, const JudgedCopy& judged) {
    std::string out =
        counted(judged.parts, kind == SourceKind::ranges ? "range" : "key");
    if (judged.added != 0 && judged.added != judged.parts) {
        out += ", " + count_text(judged.added) + " added";
    }
    if (judged.removed != 0) {
        out += ", " + count_text(judged.removed) + " removed";
    }
    return out;
}

std::string what_stays(const Updated& updated, robots::Utc now) {
    if (!updated.written) {
        return "there is no copy of it";
    }
    const auto days = (now - *updated.written) / std::chrono::hours(24);
    return "the copy of " +
           (days < 1
                ? std::string("today")
                : counted(static_cast<std::uint64_t>(days), "day") + " ago") +
           " stays";
}

void report_update(const SourcesOptions& options, const IdentitySource& source,
                   const Updated& updated) {
    if (options.json) {
        print({{"url", source.url},
               {"kind", to_string(source.kind)},
               {"crawlers", source.tokens},
               {"file", source.file},
               {"result", to_string(updated.result)},
               {"entries", updated.judged.parts},
               {"added", updated.judged.added},
               {"removed", updated.judged.removed},
               {"problem", json_or_null(updated.problem)}});
    } else if (!updated.is_fresh()) {
        complain(source.url + ": " + updated.problem + "; " +
                 what_stays(updated, options.update.now));
    } else if (updated.is_written()) {
        std::cout << styled(std::string(to_string(updated.result)), Look::bold)
                  << ' ' << source.url << ": "
                  << parts_text(source.kind, updated.judged) << " ("
                  << tokens_text(source) << ')' << std::endl;
    }
}

// Runs the command. Returns whether it succeeded.
bool run_command(const std::string& command) {
    std::cout.flush();
    const int status = run_shell(command);
    if (status != 0) {
        complain(command + ": " + how_it_ended(status));
    }
    return status == 0;
}

int update(SourcesOptions& options) {
    options.update.now = utc_now();
    const Scope scope = scope_of(options);
    const bool dry_run = options.update.dry_run;
    IdentityFolder folder(scope.folder);
    const std::string problem = dry_run ? folder.open() : folder.open_locked();
    if (!problem.empty() && !dry_run) {
        throw Unusable(problem);
    }
    Records records = read_records(folder);
    Progress progress;
    if (!options.json) {
        progress.start(scope.sources.size(), "sources");
    }
    std::size_t fresh = 0;
    std::size_t written = 0;
    update_all(
        scope.sources, folder, records, options.update,
        [&](const IdentitySource& source, const Updated& updated) {
            progress.finish();
            fresh += updated.is_fresh() ? 1 : 0;
            written += updated.is_written() ? 1 : 0;
            report_update(options, source, updated);
        },
        [&](std::size_t done) {
            if (progress.due()) {
                progress.draw(done, done);
            }
        });
    progress.finish();
    if (!dry_run) {
        const std::string unwritten = write_records(records, folder);
        if (!unwritten.empty()) {
            complain(unwritten);
        }
    }
    std::cerr << counted(scope.sources.size(), "source") << ": "
              << count_text(fresh) << " fresh, " << count_text(written)
              << (dry_run ? " to write" : " written") << ", "
              << count_text(scope.sources.size() - fresh) << " failed\n";
    bool fine = fresh == scope.sources.size();
    if (!dry_run && written > 0 && !options.command.empty()) {
        fine = run_command(options.command) && fine;
    }
    return fine ? kFine : kNo;
}

std::string age_text(const Copy& copy, robots::Utc now) {
    if (!copy.file.exists) {
        return "-";
    }
    const auto days = (now - copy.file.written) / std::chrono::hours(24);
    return counted(static_cast<std::uint64_t>(std::max<std::int64_t>(days, 0)),
                   "day");
}

std::string state_text(const Copy& copy, const Record& record) {
    std::string out(to_string(copy.state));
    const std::string& why = copy.state == Copy::State::unusable
                                 ? copy.judged.problem
                                 : record.failure;
    return why.empty() ? out : out + ": " + why;
}

void print_copy_json(const IdentitySource& source, const Copy& copy,
                     const Record& record, robots::Utc now) {
    const std::int64_t age = (now - copy.file.written).count();
    const std::int64_t checked = record.checked.count();
    print({{"url", source.url},
           {"kind", to_string(source.kind)},
           {"crawlers", source.tokens},
           {"file", source.file},
           {"state", to_string(copy.state)},
           {"entries", copy.judged.parts},
           {"age_seconds", copy.file.exists ? Json(age) : Json(nullptr)},
           {"checked", checked != 0 ? Json(checked) : Json(nullptr)},
           {"problem", json_or_null(copy.judged.problem)},
           {"last_failure", json_or_null(record.failure)}});
}

int status(const SourcesOptions& options) {
    const Scope scope = scope_of(options);
    IdentityFolder folder(scope.folder);
    const std::string problem = folder.open();
    if (!problem.empty()) {
        complain(problem +
                 "; `robotsctl sources update` with the same arguments makes "
                 "it");
        return kNo;
    }
    Records records = read_records(folder);
    Table table({{"Source"},
                 {"Crawlers"},
                 {"Entries", kRight},
                 {"Age", kRight},
                 {"State"}});
    bool fine = true;
    for (const IdentitySource& source : scope.sources) {
        const robots::Utc now = utc_now();
        const Copy copy = read_copy(source, folder, now);
        const Record& record = records[source.file];
        fine = fine && copy.state == Copy::State::fresh;
        if (options.json) {
            print_copy_json(source, copy, record, now);
        } else {
            table.add({source.url, tokens_text(source),
                       count_text(copy.judged.parts), age_text(copy, now),
                       state_text(copy, record)});
        }
    }
    if (!options.json) {
        std::cout << table.text();
    }
    return fine ? kFine : kNo;
}

void add_common(CLI::App& verb, SourcesOptions& options) {
    options.policy.add_to(verb);
    verb.add_option("--directory", options.folder,
                    "folder of the copies (default: that of the policy, or "
                    "/var/lib/robots)")
        ->type_name("DIR");
    verb.add_option("--only", options.only, "only sources of this crawler")
        ->type_name("TOKEN")
        ->allow_extra_args(false);
    verb.add_flag("--json", options.json, "print JSON Lines");
}

void add_update(CLI::App& sources, Run& run) {
    auto [verb, options] = add_verb<SourcesOptions>(
        sources, run, "update",
        "fetch lists and keys, check them and keep the good ones", update);
    add_common(verb, options);
    verb.add_flag("--dry-run", options.update.dry_run,
                  "fetch and check, but write nothing");
    verb.add_flag("--accept-smaller", options.update.accept_smaller,
                  "accept lists that are much smaller than the last");
    verb.add_option("--exec", options.command,
                    "command to run if a file was written: "
                    "'nginx -s reload'")
        ->type_name("COMMAND");
    add_duration(verb, "--timeout", options.update.fetch.timeout,
                 robots::Milliseconds{100}, std::chrono::minutes(10),
                 "how long each source has to answer");
    verb.add_option("--ca-file", options.update.fetch.ca_file,
                    "certificates to trust instead of the system's (PEM)")
        ->type_name("FILE")
        ->check(readable_file());
    verb.add_flag("--allow-private", options.update.fetch.allow_private,
                  "also connect to private addresses");
}

void add_status(CLI::App& sources, Run& run) {
    auto [verb, options] = add_verb<SourcesOptions>(
        sources, run, "status",
        "say which copies there are, and how old they are", status);
    add_common(verb, options);
}

}  // namespace

void add_sources(CLI::App& app, Run& run) {
    CLI::App* sources = app.add_subcommand(
        "sources", "keep operators' lists of addresses and keys fresh");
    sources->require_subcommand(1);
    add_update(*sources, run);
    add_status(*sources, run);
}

}  // namespace robotsctl
