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

constexpr auto kRight = Align::right;

void print_table(const char* title, const Table& table) {
    if (!table.empty()) {
        std::cout << '\n' << styled(title, Look::bold) << '\n' << table.text();
    }
}

// A table of counts by name, with their share of `whole`.
class Shares {
  public:
    Shares(const char* name, const char* count, std::uint64_t whole)
        : table_({{name}, {count, kRight}, {"Share", kRight}}), whole_(whole) {}

    void add(const std::string& name, std::uint64_t count) {
        if (count > 0) {
            table_.add({name, count_text(count), percent_text(count, whole_)});
        }
    }

    const Table& table() const { return table_; }

  private:
    Table table_;
    std::uint64_t whole_;
};

void print_head(const Counts& counts) {
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
    Shares status("Status", "Hosts", counts.hosts);
    for (const auto& [code, hosts] : counts.status) {
        status.add(code == 0 ? "file" : std::to_string(code), hosts);
    }
    print_table("Answers", status.table());
    Shares kinds("Content", "Hosts", counts.hosts);
    for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
        kinds.add(std::string(to_string(static_cast<robots::ContentKind>(i))),
                  counts.kinds[i]);
    }
    print_table("What was found", kinds.table());
    Shares redirects("Leads to", "Hosts", counts.hosts);
    for (std::size_t i = 1; i < counts.redirects.size(); ++i) {
        redirects.add(std::string(to_string(static_cast<Redirect>(i))),
                      counts.redirects[i]);
    }
    print_table("Redirects", redirects.table());
}

void print_everyone(const Counts& counts) {
    Shares shares("For all other crawlers", "Files", counts.robots_txts());
    for (const robots::Access access : robots::all_accesses()) {
        shares.add(std::string(to_string(access)),
                   counts.everyone[static_cast<std::size_t>(access)]);
    }
    print_table("The group `*`", shares.table());
    if (counts.without_everyone > 0) {
        std::cout << counted(counts.without_everyone, "file")
                  << " without a group `*`, which is open.\n";
    }
}

// A crawler, of the catalogue or not.
struct Row {
    std::string token;
    std::string category;
    AccessCounts named;
    std::string closed_to;  // files that close everything to it
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

void say_more(std::size_t all, std::size_t shown, const char* what) {
    if (all > shown) {
        std::cout << counted(all - shown, what) << "; --top 0 shows all\n";
    }
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
    print_table("Crawlers that files name", table);
    say_more(rows.size(), shown, "more crawler");
}

// "~" marks counts that are estimated, since not all names fit.
std::string sampled_text(const SampledCounts& counts, std::uint64_t count) {
    return (counts.level() > 0 ? "~" : "") +
           count_text(count * counts.one_in());
}

void print_names(const char* title, const char* name, const char* what,
                 const SampledCounts& counts, std::uint64_t whole,
                 std::size_t most) {
    Table table({{name}, {"Files", kRight}, {"Share", kRight}});
    std::vector<SampledCounts::Count> ranked = counts.ranked();
    // By files, which are the first kind.
    std::stable_sort(
        ranked.begin(), ranked.end(),
        [](const auto& a, const auto& b) { return a.kinds[0] > b.kinds[0]; });
    const std::size_t shown = limited(ranked.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::uint64_t files = ranked[i].kinds[0];
        table.add({std::string(ranked[i].name), sampled_text(counts, files),
                   percent_text(files * counts.one_in(), whole)});
    }
    print_table(title, table);
    say_more(ranked.size(), shown, what);
}

void print_sizes(const Counts& counts) {
    Shares shares("Octets", "Files", counts.robots_txts());
    for (std::size_t i = 0; i < Counts::kSizes; ++i) {
        const std::uint64_t least = i == 0 ? 0 : std::uint64_t{1} << (i - 1);
        const std::uint64_t end = std::uint64_t{1} << i;
        std::string text = count_text(least);
        if (i + 1 == Counts::kSizes) {
            text += " and more";
        } else if (end - 1 > least) {
            text += " - " + count_text(end - 1);
        }
        shares.add(text, counts.sizes[i]);
    }
    print_table("Sizes", shares.table());
    if (counts.cut > 0) {
        std::cout << counted(counts.cut, "file")
                  << " cut, because crawlers read no more than 500 KiB.\n";
    }
}

// The largest counts first.
template <class Array, class Name>
void print_ranked(const char* title, const char* name, const Array& counts,
                  const Name& name_of, std::uint64_t whole) {
    std::vector<std::size_t> order(counts.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&counts](std::size_t a, std::size_t b) {
                         return counts[a] > counts[b];
                     });
    Shares shares(name, "Files", whole);
    for (const std::size_t i : order) {
        shares.add(std::string(name_of(i)), counts[i]);
    }
    print_table(title, shares.table());
}

}  // namespace

void print_survey(const Counts& counts, std::size_t most) {
    print_head(counts);
    print_answers(counts);
    const std::uint64_t files = counts.robots_txts();
    if (files > 0) {
        print_everyone(counts);
        print_crawlers(counts, most);
        print_names("Directives", "Key", "more key", counts.directives, files,
                    most);
        print_names("Rules", "Rule", "more rule", counts.rules, files, most);
        print_ranked(
            "Content management systems, by the paths in rules", "System",
            counts.cmses, [](std::size_t i) { return cms_names()[i]; }, files);
        print_ranked(
            "Warnings of the linter", "Code", counts.codes,
            [](std::size_t i) {
                return robots::lint::name_of(
                    static_cast<robots::lint::Code>(i));
            },
            counts.linted);
        print_sizes(counts);
    }
}

void print_trouble(const Trouble& trouble) {
    for (const std::string& sample : trouble.samples()) {
        complain(sample);
    }
    if (trouble.skips() > trouble.samples().size()) {
        complain("skipped " + counted(trouble.skips(), "broken piece") +
                 " of archives; these are some of them");
    }
    for (const std::string& problem : trouble.lost()) {
        complain(problem);
    }
}

}  // namespace robotsctl
