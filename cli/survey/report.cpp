#include "cli/survey/report.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/survey/cms.hpp"

namespace robotsctl {

namespace {

struct Share {
    std::string name;
    std::uint64_t count;
};

using Shares = std::vector<Share>;

// Converts an array of counts. name_of(i) returns the name of element i.
template <class Array>
Shares shares_of(const Array& counts,
                 std::string_view (*name_of)(std::size_t)) {
    Shares out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        out.push_back({std::string(name_of(i)), counts[i]});
    }
    return out;
}

// Sorts by count, largest first.
Shares ranked(Shares shares) {
    std::stable_sort(
        shares.begin(), shares.end(),
        [](const Share& a, const Share& b) { return a.count > b.count; });
    return shares;
}

// Prints a table of counts by name, with their share of `whole`. `mark` is
// printed before each count.
void print_shares(const char* title, const char* name, const char* count,
                  const Shares& shares, std::uint64_t whole,
                  const char* mark = "") {
    Table table({{name}, {count, kRight}, {"Share", kRight}});
    for (const Share& share : shares) {
        if (share.count > 0) {
            table.add({share.name, mark + count_text(share.count),
                       percent_text(share.count, whole)});
        }
    }
    print_titled(title, table);
}

void print_overview(const Counts& counts) {
    const std::uint64_t files = counts.robots_txts();
    std::cout << counted(counts.hosts, "host") << ": " << count_text(files)
              << (files == 1 ? " has" : " have") << " a robots.txt ("
              << percent_text(files, counts.hosts) << ").\n"
              << "Read " << counted(counts.archives.records, "record") << " of "
              << counted(counts.archives.inputs, "input");
    if (counts.repeated > 0) {
        std::cout << "; " << count_text(counts.repeated)
                  << " of hosts that had one already";
    }
    if (counts.archives.passed_over > 0) {
        std::cout << "; " << counted(counts.archives.passed_over, "record")
                  << " about other things passed over";
    }
    std::cout << ".\n";
}

void print_answers(const Counts& counts) {
    Shares status;
    for (const auto& [code, hosts] : counts.status) {
        status.push_back({code == 0 ? "file" : std::to_string(code), hosts});
    }
    print_shares("Answers", "Status", "Hosts", status, counts.hosts);
    print_shares("What was found", "Content", "Hosts",
                 shares_of(counts.kinds, name_at<robots::ContentKind>),
                 counts.hosts);
    Shares redirects = shares_of(counts.redirects, name_at<Redirect>);
    redirects.erase(redirects.begin());  // removes Redirect::none
    print_shares("Redirects", "Leads to", "Hosts", redirects, counts.hosts);
}

void print_everyone(const Counts& counts) {
    print_shares("The group `*`", "For all other crawlers", "Files",
                 shares_of(counts.everyone, name_at<robots::Access>),
                 counts.robots_txts());
    if (counts.without_everyone > 0) {
        std::cout << counted(counts.without_everyone, "file")
                  << " without a group `*`, which is open.\n";
    }
}

// One crawler, in the catalogue or not.
struct Row {
    std::string token;
    std::string category;
    AccessCounts named;
    std::string closed_to;  // files that disallow all its requests
    bool estimated;
};

std::vector<Row> rows_of(const Counts& counts) {
    std::vector<Row> rows;
    for (CrawlerIndex i = 0; i < counts.crawlers.size(); ++i) {
        const AccessCounts access = counts.access_of(i);
        const robots::Crawler& known = (*counts.catalogue)[i];
        rows.push_back(
            {known.token, std::string(to_string(known.category)),
             counts.crawlers[i].named,
             count_text(
                 access[static_cast<std::size_t>(robots::Access::closed)]),
             false});
    }
    for (const SampledCounts::Count& count : counts.tokens.ranked()) {
        AccessCounts named{};
        for (std::size_t i = 0; i < named.size(); ++i) {
            named[i] = count.kinds[i] * counts.tokens.one_in();
        }
        rows.push_back({std::string(count.name), "-", named, "-",
                        counts.tokens.level() > 0});
    }
    rows.erase(
        std::remove_if(rows.begin(), rows.end(),
                       [](const Row& row) { return sum(row.named) == 0; }),
        rows.end());
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return sum(a.named) > sum(b.named);
    });
    return rows;
}

std::size_t limited(std::size_t all, std::size_t most) {
    return most == 0 ? all : std::min(all, most);
}

void print_crawlers(const Counts& counts, std::size_t most) {
    Table table({{"Crawler"},
                 {"Category"},
                 {"Named by", kRight},
                 {"Open", kRight},
                 {"Partly closed", kRight},
                 {"Mostly closed", kRight},
                 {"Closed", kRight},
                 {"Closed, with `*`", kRight}});
    const std::vector<Row> rows = rows_of(counts);
    const std::size_t shown = limited(rows.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const Row& row = rows[i];
        std::vector<std::string> cells{
            row.token, row.category,
            (row.estimated ? "~" : "") + count_text(sum(row.named))};
        for (const std::uint64_t files : row.named) {
            cells.push_back(count_text(files));
        }
        cells.push_back(row.closed_to);
        table.add(cells);
    }
    print_titled("Crawlers that files name", table);
    print_more(rows.size(), shown, "more crawler");
}

// Prints names with their counts. "~" marks counts that are estimated, because
// not all names fit into memory.
void print_names(const char* title, const char* name, const char* what,
                 const SampledCounts& counts, std::uint64_t whole,
                 std::size_t most) {
    Shares shares;
    for (const SampledCounts::Count& count : counts.ranked()) {
        // The number of files is the first kind of count.
        shares.push_back(
            {std::string(count.name), count.kinds[0] * counts.one_in()});
    }
    shares = ranked(std::move(shares));
    const std::size_t all = shares.size();
    shares.resize(limited(all, most));
    print_shares(title, name, "Files", shares, whole,
                 counts.level() > 0 ? "~" : "");
    print_more(all, shares.size(), what);
}

void print_sizes(const Counts& counts) {
    Shares shares;
    for (std::size_t i = 0; i < Counts::kSizes; ++i) {
        const std::uint64_t least = i == 0 ? 0 : std::uint64_t{1} << (i - 1);
        const std::uint64_t end = std::uint64_t{1} << i;
        std::string text = count_text(least);
        if (i + 1 == Counts::kSizes) {
            text += " and more";
        } else if (end - 1 > least) {
            text += " - " + count_text(end - 1);
        }
        shares.push_back({text, counts.sizes[i]});
    }
    print_shares("Sizes", "Octets", "Files", shares, counts.robots_txts());
    if (counts.cut > 0) {
        std::cout << counted(counts.cut, "file")
                  << " cut, because crawlers read no more than 500 KiB.\n";
    }
}

}  // namespace

void print_survey(const Counts& counts, std::size_t most) {
    print_overview(counts);
    print_answers(counts);
    const std::uint64_t files = counts.robots_txts();
    if (files > 0) {
        print_everyone(counts);
        print_crawlers(counts, most);
        print_names("Directives", "Key", "more key", counts.directives, files,
                    most);
        print_names("Rules", "Rule", "more rule", counts.rules, files, most);
        print_shares("Content management systems, by the paths in rules",
                     "System", "Files",
                     ranked(shares_of(counts.cmses, cms_name)), files);
        print_shares("Warnings of the linter", "Code", "Files",
                     ranked(shares_of(counts.codes, code_name)), counts.linted);
        print_sizes(counts);
    }
}

void print_trouble(const ArchiveReport& report) {
    for (const std::string& sample : report.samples) {
        complain(sample);
    }
    if (report.skips > report.samples.size()) {
        complain("skipped " + counted(report.skips, "broken piece") +
                 " of archives; these are some of them");
    }
    for (const std::string& problem : report.lost) {
        complain(problem);
    }
}

}  // namespace robotsctl
