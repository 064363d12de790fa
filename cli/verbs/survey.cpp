// robotsctl survey: what a crowd of robots.txt files says.

#include "cli/survey/survey.hpp"

#include <memory>
#include <string>
#include <vector>

#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/survey/database.hpp"
#include "cli/survey/json_counts.hpp"
#include "cli/survey/merge.hpp"
#include "cli/survey/report.hpp"
#include "cli/verbs/verbs.hpp"

namespace robotsctl {

namespace {

struct SurveyChoices {
    SurveyOptions survey;
    MergeOptions merge;
    std::string sqlite;
    std::size_t top = 20;
    bool json = false;
};

void print_counts(const Counts& counts, const Trouble& trouble,
                  const SurveyChoices& options) {
    if (options.json) {
        print(to_json(counts, trouble));
    } else {
        print_survey(counts, options.top);
    }
    print_trouble(trouble);
}

int survey(const SurveyChoices& options) {
    if (options.survey.inputs.empty()) {
        complain(
            "INPUT is missing: name files, folders or archives, or - for "
            "standard input");
        return kUnusable;
    }
    const Catalogue catalogue;
    Counts counts(catalogue);
    Trouble trouble;
    std::unique_ptr<Database> database;
    if (!options.sqlite.empty()) {
        database = std::make_unique<Database>(options.sqlite, catalogue);
    }
    run_survey(options.survey, counts, trouble, database.get());
    if (database != nullptr) {
        database->finish();
    }
    print_counts(counts, trouble, options);
    if (counts.hosts == 0) {
        complain(counts.archives.inputs == 0
                     ? "no file was found; name files of robots.txt, folders "
                       "of them, or tar or WARC archives"
                     : "no robots.txt was found in " +
                           counted(counts.archives.inputs, "file") +
                           "; records of a WARC archive count if their URL "
                           "ends in /robots.txt");
    }
    return trouble.lost().empty() && counts.hosts > 0 ? kFine : kUnusable;
}

int merge(const SurveyChoices& options) {
    const Catalogue catalogue;
    Counts counts(catalogue);
    Trouble trouble;
    const std::string problem =
        merge_surveys(options.merge, catalogue, counts, trouble);
    if (!problem.empty()) {
        complain(problem);
        return kUnusable;
    }
    if (options.merge.to == "-") {
        print_counts(counts, trouble, options);
    }
    return kFine;
}

void add_merge(CLI::App& verb, const std::shared_ptr<SurveyChoices>& options,
               Run& run) {
    CLI::App* merging = verb.add_subcommand(
        "merge", "add up results: of --json, or databases of --sqlite");
    merging
        ->add_option("OUT", options->merge.to,
                     "the file to write; - prints tables, or JSON with --json")
        ->type_name("FILE")
        ->required();
    merging
        ->add_option("IN", options->merge.from,
                     "results of robotsctl survey, all of one kind, or "
                     "folders of them")
        ->type_name("FILE")
        ->required();
    merging
        ->add_option("--top", options->top,
                     "number of lines of each table; 0 for all")
        ->type_name("NUMBER")
        ->check(line_count())
        ->capture_default_str();
    merging->add_flag("--json", options->json, "print one JSON object");
    merging->final_callback(
        [options, &run] { run = [options] { return merge(*options); }; });
}

}  // namespace

void add_survey(CLI::App& app, Run& run) {
    auto options = std::make_shared<SurveyChoices>();
    CLI::App* verb =
        app.add_subcommand("survey", "count what many robots.txt files say");
    verb->add_option("INPUT", options->survey.inputs,
                     "files, folders, tar or WARC archives, compressed or "
                     "not; - for standard input")
        ->type_name("FILE");
    verb->add_option("--sqlite", options->sqlite,
                     "also put all files into this SQLite database")
        ->type_name("FILE");
    verb->add_flag("--lint", options->survey.lint,
                   "count the warnings of the linter, too");
    verb->add_option("--top", options->top,
                     "number of lines of each table; 0 for all")
        ->type_name("NUMBER")
        ->check(line_count())
        ->capture_default_str();
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback([options, &run] {
        if (!run) {
            run = [options] { return survey(*options); };
        }
    });
    add_merge(*verb, options, run);
}

}  // namespace robotsctl
