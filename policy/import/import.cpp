#include "policy/import/import.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/import/lines.hpp"
#include "policy/import/writer.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/one_group_each.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

using Strings = std::vector<std::string>;

// Writes the site's keys except its ClaimKeys. `others` are the lines of other
// standards.
void put_site(YamlWriter& out, const RobotsTxt& document,
              const std::vector<OtherLine>& others) {
    Strings header = document.header;
    // The loader ignores an empty text, so an empty line becomes a line break.
    std::replace(header.begin(), header.end(), std::string(),
                 std::string("\n"));
    out.put_any("comment", header);
    for (const KnownLine& known : kKnownLines) {
        Strings values;
        for (const OtherLine& line : document.other) {
            if (equal_folded(line.first, known.name) &&
                is_importable(line.second)) {
                values.push_back(line.second);
            }
        }
        out.put_any(known.key, values);
    }
    Strings lines;
    for (const auto& [field, value] : others) {
        lines.push_back(field);
        lines.back().append(": ").append(value);
    }
    out.put_any("lines", lines);
    if (document.groups.empty()) {
        out.put("groups", Strings{});
        return;
    }
    out.open_list("groups");
    for (const RobotsGroup& group : document.groups) {
        out.open_map();
        put_group(out, group);
        out.close_map();
    }
    out.close_list();
}

// If the file has no header, makes the comments above the first group the
// header. In the published file, these comments are at the top, so a later
// import would read them as the header.
void move_first_comments(RobotsTxt& merged) {
    const auto first = std::find_if(
        merged.groups.begin(), merged.groups.end(),
        [](const RobotsGroup& group) { return !group.user_agents.empty(); });
    if (merged.header.empty() && first != merged.groups.end()) {
        merged.header = std::exchange(first->comments, {});
    }
}

}  // namespace

Imported import_robots_txt(std::string_view text, const ClaimKeys& claims,
                           Runs runs) {
    Imported out;
    out.problem = why_foreign(text);
    if (!out.problem.empty()) {
        return out;
    }
    RobotsTxt document = parse_runs(text, runs);
    take_comments(text, document, out.notes);
    auto merged = one_group_each(document);
    if (merged) {
        move_first_comments(*merged);
        for (RobotsGroup& group : merged->groups) {
            group = importable(std::move(group));
        }
    }
    if (!merged || render_robots_txt(*merged).size() > kMaxRobotsTxt) {
        return {
            "as a policy publishes it, it would be larger than 500 KiB, and "
            "crawlers read no further; serve it as it is: `robots_txt: {file: "
            "PATH}`",
            {},
            {}};
    }
    const std::vector<OtherLine> others =
        note_lines(text, *merged, runs, out.notes);
    out.yaml = policy_text(
        claims, [&](YamlWriter& site) { put_site(site, *merged, others); });
    return out;
}

}  // namespace robots
