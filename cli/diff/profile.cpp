#include "cli/diff/profile.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/verdict/terms.hpp"

namespace robotsctl {

namespace {

// Adds the keys of `enforce` that differ from the defaults, as a policy spells
// them.
void add_enforcement(robots::Enforcement enforcement, SpelledLines& lines) {
    robots::Enforcement without = enforcement;
    without.grace.reset();
    if (enforcement.grace_period() == without.grace_period()) {
        enforcement.grace.reset();
    }
    for (const auto& [map, key, value] :
         robots::loader::different_keys(enforcement, {})) {
        lines.insert("enforce " + std::string(map) + (map.empty() ? "" : " ") +
                     std::string(key) + ": " + value);
    }
}

// Returns "X-Robots-Tag: noindex", followed by the paths and crawlers that get
// this tag.
std::string tag_text(const robots::XRobotsTag& tag) {
    std::string out = "X-Robots-Tag: " + tag.value;
    for (const robots::Pattern& path : tag.paths) {
        out += ' ';
        out += path.text();
    }
    for (const std::string& crawler : tag.crawlers) {
        out += " " + crawler;
    }
    return out;
}

// Returns a refusal as the policy spells it, on one line.
std::string written(const robots::Refusal& refusal) {
    std::string out = refusal_text(
        refusal, "",
        robots::SlotTexts({"", "${host}", "${port}", "${scheme}", "${origin}",
                           "${request_id}", "${crawler}", "${rule}"}));
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out.substr(0, out.size() - 1);
}

// Adds the lines about responses, except the line about the text of refusals.
void add_terms(const robots::SiteSettings& settings, SpelledLines& lines) {
    if (!settings.refusal.license_server.empty()) {
        lines.insert("refusal license_server: " +
                     settings.refusal.license_server);
    }
    if (settings.refusal.accept_signature) {
        lines.insert("refusal accept_signature: true");
    }
    if (settings.refusal.rate_limit) {
        lines.insert("refusal rate_limit: true");
    }
    if (settings.license_link) {
        lines.insert("license_link: true");
    }
}

}  // namespace

bool operator<(const LineChanges& a, const LineChanges& b) {
    return std::tie(a.removed, a.added) < std::tie(b.removed, b.added);
}

LineChanges changes(const SpelledLines& before, const SpelledLines& after) {
    LineChanges out;
    std::set_difference(before.begin(), before.end(), after.begin(),
                        after.end(),
                        std::inserter(out.removed, out.removed.end()));
    std::set_difference(after.begin(), after.end(), before.begin(),
                        before.end(),
                        std::inserter(out.added, out.added.end()));
    return out;
}

LineChanges changes(const GroupLines& before, const GroupLines& after) {
    LineChanges out = changes(before.others, after.others);
    if (before.rules.meaning == after.rules.meaning) {
        return out;
    }
    LineChanges rules = changes(before.rules.spelled, after.rules.spelled);
    if (rules.empty()) {
        rules = changes(before.rules.meaning, after.rules.meaning);
    }
    out.removed.merge(rules.removed);
    out.added.merge(rules.added);
    return out;
}

Profile::Profile(const robots::Robots* robots, const robots::Crawlers& crawlers)
    : robots_(robots), crawlers_(crawlers) {
    if (robots != nullptr) {
        // Any text can replace the host, because both compared sides use the
        // same text.
        rendered_ = robots->body.render({"${host}"});
        text_ = robots::parse_robots_txt(rendered_);
    }
    groups_[nullptr];
}

bool Profile::knows(const std::string& token) const {
    const robots::Crawler* entry = crawlers_.find(token);
    return entry != nullptr && robots_ != nullptr &&
           !robots_->settings->suspend &&
           (!entry->is_customers || robots::names(*robots_, *entry));
}

const robots::Group* Profile::group(const std::string& token) const {
    if (robots_ == nullptr || robots_->settings->suspend) {
        return nullptr;
    }
    return token == "*"
               ? robots_->groups.named(token)
               : robots::binding_group(robots_->groups, crawlers_.named(token),
                                       crawlers_);
}

SpelledLines Profile::budgets(const std::string& token) const {
    SpelledLines lines;
    if (robots_ == nullptr || robots_->settings->budgets.empty()) {
        return lines;
    }
    const robots::Sighting crawler =
        token == "*" ? robots::Sighting{token} : crawlers_.named(token);
    for (const auto& budget : robots_->settings->budgets) {
        if (budget->chooses(crawler)) {
            lines.insert("budget " + budget->name);
        }
    }
    return lines;
}

const GroupLines& Profile::of(const robots::Group* group) {
    const auto [it, added] = groups_.try_emplace(group);
    if (!added) {
        return it->second;
    }
    it->second.rules = lines_of(group->rules);
    SpelledLines& lines = it->second.others;
    if (group->is_private) {
        lines.insert("private: enforced, and not in robots.txt");
    }
    if (group->pace->crawl_delay) {
        lines.insert("Crawl-delay: " + seconds_text(*group->pace->crawl_delay));
    }
    for (const robots::RequestRate& rate : group->pace->request_rates) {
        lines.insert("Request-rate: " + rate.text());
    }
    for (const robots::DayWindow& window : group->pace->visit_times) {
        lines.insert("Visit-time: " + window.text());
    }
    for (const robots::RobotsGroup& written : text_.groups) {
        if (names(written, group->name)) {
            for (const auto& [field, value] : written.other) {
                lines.insert(spelled_line(field, value));
            }
        }
    }
    add_enforcement(*group->enforcement, lines);
    return it->second;
}

SpelledLines Profile::of_site() const {
    SpelledLines lines;
    if (robots_ == nullptr) {
        lines.insert("no site: nginx answers as without a policy");
        return lines;
    }
    for (const robots::XRobotsTag& tag : robots_->settings->x_robots_tags) {
        lines.insert(tag_text(tag));
    }
    for (const robots::UseHeaders& use : robots_->settings->use_headers) {
        const std::string path = " for " + std::string(use.path.text());
        if (!use.content_usage.empty()) {
            lines.insert("header Content-Usage: " + use.content_usage + path);
        }
        if (!use.tdm_reservation.empty()) {
            lines.insert("header tdm-reservation: " + use.tdm_reservation +
                         path);
        }
    }
    if (const robots::Refusal& refusal = robots_->settings->refusal;
        !refusal.text.empty() || !refusal.contact.empty()) {
        lines.insert("refusal: " + written(refusal));
    }
    add_terms(*robots_->settings, lines);
    for (const auto& budget : robots_->settings->budgets) {
        lines.insert(budget->text() +
                     (budget->of_all_sites ? ", for all sites together" : ""));
    }
    if (robots_->settings->suspend) {
        lines.insert("suspended (503), Retry-After: " +
                     std::to_string(robots_->settings->suspend->count()) +
                     " s");
        return lines;
    }
    if (robots_->settings->publisher == robots::Publisher::nobody) {
        lines.insert("no robots.txt (404): all is allowed");
        return lines;
    }
    if (robots_->settings->publisher == robots::Publisher::application) {
        lines.insert("robots.txt of the application");
        return lines;
    }
    lines.insert("max_age: " +
                 std::to_string(robots_->settings->max_age.count()) + " s");
    for (const auto& [field, value] : text_.other) {
        lines.insert(spelled_line(field, value));
    }
    return lines;
}

}  // namespace robotsctl
