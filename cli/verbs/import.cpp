// robotsctl import: converts a robots.txt, or a blocklist of nginx.conf, into a
// policy.

#include "policy/import/import.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "cli/options/input.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/utf8.hpp"
#include "policy/import/blocklist.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

using robots::Fate;
using robots::ImportNotes;

struct ImportOptions {
    std::string robots_txt;
    std::string nginx_conf;
    std::string host;
    bool split = false;
    bool json = false;

    const std::string& file() const {
        return nginx_conf.empty() ? robots_txt : nginx_conf;
    }
};

// A note about one line of the input.
struct Note {
    std::uint32_t line;
    const ImportNotes* notes;
    const std::string* text;
};

// Returns the notes in the order of their lines.
std::vector<Note> in_order(const std::vector<ImportNotes>& all) {
    std::vector<Note> out;
    for (const ImportNotes& notes : all) {
        for (std::size_t i = 0; i < notes.texts.size(); ++i) {
            out.push_back({notes.lines[i], &notes, &notes.texts[i]});
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const Note& a, const Note& b) {
        return a.line < b.line;
    });
    return out;
}

std::uint64_t lost_lines(const std::vector<ImportNotes>& all) {
    std::set<std::uint32_t> lost;
    for (const ImportNotes& notes : all) {
        if (notes.fate == Fate::lost) {
            lost.insert(notes.lines.begin(), notes.lines.end());
        }
    }
    return lost.size();
}

void print_notes(const std::vector<ImportNotes>& all, const std::string& file) {
    for (const Note& note : in_order(all)) {
        std::cerr << robots::printable(file + ':' + std::to_string(note.line) +
                                       ": warning: " + *note.text + " [" +
                                       note.notes->kind + ']')
                  << '\n';
    }
    for (const ImportNotes& notes : all) {
        const std::size_t more = notes.lines.size() - notes.texts.size();
        if (more > 0) {
            complain(counted(more, "more line") + " like these [" + notes.kind +
                     "]; the last is line " +
                     std::to_string(notes.lines.back()));
        }
    }
    if (const std::uint64_t lost = lost_lines(all)) {
        complain(file + ": " + counted(lost, "line") +
                 (lost == 1 ? " does" : " do") +
                 " not mean the same in the policy, for the reasons above");
    }
}

Json notes_json(const robots::Imported& imported) {
    Json lines = Json::array();
    for (const Note& note : in_order(imported.notes)) {
        lines.push_back({{"line", note.line},
                         {"kind", note.notes->kind},
                         {"lost", note.notes->fate == Fate::lost},
                         {"text", *note.text}});
    }
    Json counts = Json::object();
    for (const ImportNotes& notes : imported.notes) {
        counts[notes.kind] = notes.lines.size();
    }
    return {{"policy", imported.yaml}, {"lines", lines}, {"counts", counts}};
}

robots::Imported imported_from(const std::string& text, const std::string& host,
                               const ImportOptions& options) {
    if (!options.nginx_conf.empty()) {
        return robots::import_nginx_blocklist(text, host);
    }
    return robots::import_robots_txt(
        text, host,
        options.split ? robots::Runs::apart : robots::Runs::together);
}

int import(const ImportOptions& options) {
    if (options.robots_txt.empty() == options.nginx_conf.empty()) {
        throw Unusable(
            options.robots_txt.empty()
                ? "ROBOTS.TXT is missing: name the file, or - for standard "
                  "input"
                : "ROBOTS.TXT and --nginx-map cannot be used together");
    }
    std::string host;
    if (!options.host.empty()) {
        const auto canonical = robots::canonical_host(options.host);
        if (!canonical) {
            throw Unusable("--host", options.host,
                           "is not a host; write it as example.com");
        }
        host = *canonical;
    }
    // The limit for a robots.txt is the size up to which crawlers read a
    // robots.txt and the module serves it.
    const std::string text = read_input(
        options.file(), options.nginx_conf.empty() ? robots::kMaxRobotsTxt
                                                   : robots::kMaxNginxConf);
    const std::string name =
        options.file() == "-" ? "standard input" : options.file();
    const robots::Imported imported = imported_from(text, host, options);
    print_notes(imported.notes, name);
    if (!imported.problem.empty()) {
        throw Unusable("cannot import " + name + ": " + imported.problem);
    }
    if (options.json) {
        print(notes_json(imported));
    } else {
        std::cout << imported.yaml;
    }
    return lost_lines(imported.notes) == 0 ? kFine : kNo;
}

}  // namespace

void add_import(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<ImportOptions>(
        app, run, "import",
        "convert a robots.txt, or a blocklist of nginx, into a policy", import);
    CLI::Option* robots_txt =
        verb.add_option("ROBOTS.TXT", options.robots_txt,
                        "the file, or - for standard input")
            ->type_name("FILE");
    verb.add_option("--host", options.host,
                    "host of the site (default: any host)")
        ->type_name("HOST");
    CLI::Option* split = verb.add_flag(
        "--split", options.split,
        "keep groups apart that crawlers run together, where each has lines of "
        "its own");
    verb.add_option("--nginx-map", options.nginx_conf,
                    "instead of a robots.txt: what this nginx.conf refuses by "
                    "$http_user_agent; - for standard input")
        ->type_name("FILE")
        ->excludes(robots_txt)
        ->excludes(split);
    verb.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace robotsctl
