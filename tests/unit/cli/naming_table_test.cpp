// The table of names in CONTRIBUTING.md, against the places that have them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace robots {
namespace {

std::filesystem::path root() {
    const char* source = std::getenv("ROBOTS_SOURCE");
    return source == nullptr ? "." : source;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path);
    EXPECT_TRUE(in) << path;
    return {std::istreambuf_iterator<char>(in), {}};
}

// What all files below a folder say.
std::string texts_below(const std::filesystem::path& folder) {
    std::string all;
    for (const auto& each :
         std::filesystem::recursive_directory_iterator(folder)) {
        if (each.path().extension() == ".cpp") {
            all += text_of(each.path());
        }
    }
    return all;
}

// A column of the table: where its names are, and what is around them there.
struct Column {
    std::string title;
    std::string before;
    std::string after;
    std::string text;
};

std::vector<Column> columns() {
    // A field is behind a blank, or begins one of the literals of the format.
    std::string line = text_of(root() / "module/enforcement/violation_log.cpp");
    std::replace(line.begin(), line.end(), '"', ' ');
    return {
        {"policy", "\"", "\": ", text_of(root() / "docs/policy.schema.json")},
        {"nginx.conf", "ngx_string(\"", "\")",
         text_of(root() / "module/ngx_http_robots_module.cpp")},
        {"variable", "\"", "\"",
         text_of(root() / "module/handlers/variables.cpp")},
        {"JSON", "\"", "\": ", text_of(root() / "docs/status.schema.json")},
        {"metric", "\"", "\"",
         text_of(root() / "status/format/prometheus.cpp")},
        {"log line", " ", "", line},
        {"robotsctl", "\"", "", texts_below(root() / "cli")},
    };
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::size_t from = 1;
    for (std::size_t to = line.find('|', from); to != std::string::npos;
         to = line.find('|', from)) {
        std::string cell = line.substr(from, to - from);
        cell.erase(0, cell.find_first_not_of(' '));
        cell.erase(cell.find_last_not_of(' ') + 1);
        cells.push_back(cell);
        from = to + 1;
    }
    return cells;
}

// The names in a cell: "`a`, `$b`" has two, without the `$`.
std::vector<std::string> names_in(const std::string& cell) {
    std::vector<std::string> names;
    for (std::size_t at = cell.find('`'); at != std::string::npos;
         at = cell.find('`', at)) {
        const std::size_t end = cell.find('`', at + 1);
        const std::string name = cell.substr(at + 1, end - at - 1);
        names.push_back(name.front() == '$' ? name.substr(1) : name);
        at = end + 1;
    }
    return names;
}

// The rows of the table, as cells, its head first.
std::vector<std::vector<std::string>> rows() {
    const std::string text = text_of(root() / "CONTRIBUTING.md");
    std::vector<std::vector<std::string>> out;
    std::size_t from = text.find("| concept |");
    while (from < text.size() && text[from] == '|') {
        const std::size_t end = text.find('\n', from);
        if (text.compare(from, 2, "|-") != 0) {
            out.push_back(cells_of(text.substr(from, end - from)));
        }
        from = end + 1;
    }
    return out;
}

TEST(NamingTable, EachNameIsWhereTheTableSays) {
    const auto table = rows();
    const auto places = columns();
    ASSERT_GT(table.size(), 10u);
    ASSERT_EQ(table[0].size(), places.size() + 1);
    for (std::size_t column = 0; column < places.size(); ++column) {
        const Column& place = places[column];
        EXPECT_EQ(table[0][column + 1], place.title);
        for (std::size_t row = 1; row < table.size(); ++row) {
            ASSERT_EQ(table[row].size(), places.size() + 1) << table[row][0];
            for (const std::string& name : names_in(table[row][column + 1])) {
                EXPECT_NE(place.text.find(place.before + name + place.after),
                          std::string::npos)
                    << "no " << place.title << " is called " << name;
            }
        }
    }
}

TEST(NamingTable, HasEachVariable) {
    std::string named;
    for (const auto& row : rows()) {
        named += row.size() > 3 ? row[3] : "";
    }
    const std::string text = text_of(root() / "module/handlers/variables.cpp");
    const std::string start = "\"robots_";
    std::size_t found = 0;
    for (std::size_t at = text.find(start); at != std::string::npos;
         at = text.find(start, at + 1)) {
        const std::size_t from = at + 1;
        const std::string name = text.substr(from, text.find('"', from) - from);
        EXPECT_NE(named.find("`$" + name + '`'), std::string::npos) << name;
        ++found;
    }
    EXPECT_GT(found, 10u);
}

}  // namespace
}  // namespace robots
