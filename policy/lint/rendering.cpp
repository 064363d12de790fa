// Finds rules that close files which search engines load to see a page as
// visitors do: style sheets, scripts and images.
// https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

constexpr std::array<std::string_view, 11> kEndings{
    ".css", ".js",   ".mjs", ".png",  ".jpg",  ".jpeg",
    ".gif", ".webp", ".svg", ".woff", ".woff2"};

// A folder in which sites keep style sheets, scripts or images, and an example
// of a file in the folder.
struct Folder {
    std::string_view name;
    std::string_view holds;
};

constexpr std::array<Folder, 18> kFolders{{
    {"/css", "x.css"},
    {"/styles", "x.css"},
    {"/stylesheets", "x.css"},
    {"/js", "x.js"},
    {"/javascript", "x.js"},
    {"/javascripts", "x.js"},
    {"/assets", "x.css"},
    {"/static", "x.css"},
    {"/images", "x.png"},
    {"/img", "x.png"},
    {"/fonts", "x.woff2"},
    {"/themes", "x.css"},
    {"/_next", "static/x.js"},
    {"/_next/static", "x.js"},
    {"/wp-includes", "x.css"},
    {"/wp-content", "themes/x.css"},
    {"/wp-content/themes", "x.css"},
    {"/wp-content/plugins", "x.js"},
}};

// Returns an example of a file that the pattern closes, if the pattern is about
// one of kEndings or kFolders; otherwise empty.
std::string asset_of(const PatternView& pattern) {
    const std::size_t runs = pattern.run_count();
    if (runs == 0 || runs > 2) {
        return {};
    }
    std::string_view path = pattern.run(0);
    const std::string_view end = runs == 2 ? pattern.run(1) : "";
    const auto is_end = [end](std::string_view known) {
        return equal_folded(known, end);
    };
    if ((path == "/" || path.empty()) &&
        std::any_of(kEndings.begin(), kEndings.end(), is_end)) {
        return "/x" + std::string(end);
    }
    if (pattern.anchored() || !end.empty()) {
        return {};
    }
    if (!path.empty() && path.back() == '/') {
        path.remove_suffix(1);
    }
    for (const Folder& known : kFolders) {
        if (equal_folded(known.name, path)) {
            return std::string(path) + '/' + std::string(known.holds);
        }
    }
    return {};
}

// Whether the crawler renders pages. Crawlers that fetch only media do not.
bool renders(const Crawlers& crawlers, std::string_view token) {
    if (token == "*") {
        return true;
    }
    const Crawler* crawler = crawlers.find(token);
    const std::string folded = fold(token);
    const auto has = [&](std::string_view word) {
        return folded.find(word) != std::string::npos;
    };
    return crawler != nullptr && crawler->category == Category::search &&
           !has("image") && !has("video") && !has("media") && !has("favicon");
}

bool is_closed(const Group& group) {
    const Rule* rule = group.rules.match("/x");
    return rule != nullptr && !rule->allow;
}

const std::string* rendering_token(const Subject& subject,
                                   const RobotsGroup& group) {
    const auto it =
        std::find_if(group.user_agents.begin(), group.user_agents.end(),
                     [&](const std::string& token) {
                         return renders(subject.crawlers, token);
                     });
    return it == group.user_agents.end() ? nullptr : &*it;
}

}  // namespace

void lint_rendering(const Subject& subject, Reporter& report) {
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        report.enter(subject.notes[i]);
        const std::string* token = rendering_token(subject, group);
        const Group* compiled =
            token == nullptr ? nullptr : subject.compiled.named(*token);
        if (compiled == nullptr) {
            continue;
        }
        for (const RuleLine& rule : group.rules) {
            const std::string asset =
                rule.allow ? std::string() : asset_of(Pattern(rule.path));
            const Rule* decides =
                asset.empty() ? nullptr : compiled->rules.match(asset);
            // If the group closes everything, this rule is not the cause.
            if (decides != nullptr && !decides->allow &&
                !is_closed(*compiled)) {
                report.tell(rule.place, Code::blocks_rendering,
                            cited(rule) + " blocks files such as " +
                                cited(asset) +
                                ", which search engines need to render pages "
                                "as visitors see them; remove it, or allow the "
                                "style sheets, scripts and images below it");
            }
        }
    }
}

}  // namespace robots::lint
