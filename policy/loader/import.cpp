#include "policy/loader/import.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/group_writer.hpp"
#include "policy/loader/import_comments.hpp"
#include "policy/loader/import_lines.hpp"
#include "policy/loader/import_result.hpp"
#include "policy/loader/yaml/yaml_writer.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/one_group_each.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

using Strings = std::vector<std::string>;

// Writes the policy.
class Writer {
  public:
    // `others` are the lines of other standards.
    std::string write(const RobotsTxt& document, const ImportResult& result,
                      const std::vector<OtherLine>& others,
                      const std::string& host) {
        for (const OtherLine& line : others) {
            lines_.push_back(line.first + ": " + line.second);
        }
        out_.put("version", "1");
        out_.blank_line();
        if (host.empty()) {
            out_.open_map("default");
            put_body(document, result);
            out_.close_map();
        } else {
            out_.open_list("sites");
            out_.open_map();
            out_.put("host", host);
            put_body(document, result);
            out_.close_map();
            out_.close_list();
        }
        out_.close_map();
        return out_.text();
    }

  private:
    void put_body(const RobotsTxt& document, const ImportResult& result) {
        put_header(document.header);
        for (const KnownLine& known : kKnownLines) {
            Strings values;
            for (const OtherLine& line : document.other) {
                if (equal_folded(line.first, known.name) &&
                    is_importable(line.second)) {
                    values.push_back(line.second);
                }
            }
            put(known.key, values);
        }
        put("lines", lines_);
        if (result.groups().empty()) {
            out_.put("groups", Strings{});
            return;
        }
        out_.open_list("groups");
        for (const ImportGroup& group : result.groups()) {
            out_.open_map();
            put_group(out_, group);
            out_.close_map();
        }
        out_.close_list();
    }

    void put(const char* key, const Strings& texts) {
        if (!texts.empty()) {
            out_.put(key, texts);
        }
    }

    // An empty text would be no line at all.
    void put_header(Strings lines) {
        std::replace(lines.begin(), lines.end(), std::string(),
                     std::string("\n"));
        put("header", lines);
    }

    loader::YamlWriter out_;
    Strings lines_;  // of other standards
};

// Comments on top of a file without a header become its header when it is read
// again, so they are that from the start.
void move_first_comments(RobotsTxt& merged) {
    const auto first = std::find_if(
        merged.groups.begin(), merged.groups.end(),
        [](const RobotsGroup& group) { return !group.user_agents.empty(); });
    if (merged.header.empty() && first != merged.groups.end()) {
        merged.header = std::exchange(first->comments, {});
    }
}

// The size of what the policy publishes.
std::size_t published_size(const RobotsTxt& document,
                           const ImportResult& result) {
    RobotsTxt published = result.document();
    published.header = document.header;
    published.other = document.other;
    return render_robots_txt(published).size();
}

Imported refused(std::string problem) {
    Imported out;
    out.problem = std::move(problem);
    return out;
}

}  // namespace

Imported import_robots_txt(std::string_view text, std::string_view host,
                           Runs runs) {
    if (const std::string_view why = why_foreign(text); !why.empty()) {
        return refused(std::string(why));
    }
    RobotsTxt document = parse_runs(text, runs);
    ImportReport report;
    take_comments(text, document, report);
    auto merged = one_group_each(document);
    if (merged) {
        move_first_comments(*merged);
        const ImportResult result(*merged);
        if (published_size(*merged, result) <= kMaxRobotsTxt) {
            const std::vector<OtherLine> others =
                report_lines(text, result, runs, report);
            return {"",
                    Writer().write(*merged, result, others, std::string(host)),
                    report.take()};
        }
    }
    return refused(
        "as a policy publishes it, it would be larger than 500 KiB, and "
        "crawlers read no further; serve it as it is: `robots_txt: {file: "
        "PATH}`");
}

}  // namespace robots
