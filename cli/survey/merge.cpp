#include "cli/survey/merge.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/options/input.hpp"
#include "cli/survey/database.hpp"
#include "cli/survey/json_counts.hpp"

namespace robotsctl {

namespace {

// Of one result in JSON: names are bounded, so none is larger.
constexpr std::size_t kMostJson = std::size_t{512} * 1024 * 1024;

std::string cannot(const char* what, const std::string& file) {
    return std::string("cannot ") + what + " `" + file +
           "`: " + std::strerror(errno);
}

// The file that becomes `to` when it is complete.
std::string part_of(const std::string& to) {
    return to + ".part";
}

std::string put_in_place(const std::string& to) {
    if (std::rename(part_of(to).c_str(), to.c_str()) != 0) {
        return cannot("write", to);
    }
    return {};
}

// `names`, with the files of folders in place of these.
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

std::string merge_json(const MergeOptions& options, Counts& counts,
                       Trouble& trouble) {
    for (const std::string& name : options.from) {
        const Input input = read_input(name, kMostJson);
        if (!input.problem.empty()) {
            return input.problem;
        }
        const std::string problem = add_json(input.text, counts, trouble);
        if (!problem.empty()) {
            return std::string("`").append(name).append("`: ").append(problem);
        }
    }
    if (options.to == "-") {
        return {};
    }
    std::ofstream out(part_of(options.to), std::ios::binary);
    out << line_of(to_json(counts, trouble));
    out.close();
    return out ? put_in_place(options.to) : cannot("write", options.to);
}

std::string merge_databases(const MergeOptions& options,
                            const Catalogue& catalogue) {
    if (options.to == "-") {
        return "databases cannot be printed; name a file to write";
    }
    const std::string part = part_of(options.to);
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    Database out(part, catalogue);
    for (const std::string& name : options.from) {
        out.add(name);
    }
    out.finish();
    return put_in_place(options.to);
}

}  // namespace

std::string merge_surveys(const MergeOptions& named, const Catalogue& catalogue,
                          Counts& counts, Trouble& trouble) {
    const MergeOptions options{named.to, with_files_of_folders(named.from)};
    if (options.from.empty()) {
        return "there is no result to merge";
    }
    const auto databases =
        std::count_if(options.from.begin(), options.from.end(), is_database);
    if (databases == 0) {
        return merge_json(options, counts, trouble);
    }
    if (static_cast<std::size_t>(databases) < options.from.size()) {
        return "JSON and databases cannot be merged; name only one of them";
    }
    return merge_databases(options, catalogue);
}

}  // namespace robotsctl
