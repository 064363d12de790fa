#include "policy/import/snippets.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/import/lines.hpp"
#include "policy/import/writer.hpp"
#include "policy/robots_txt/mentions.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/verdict/terms.hpp"

namespace robots {

namespace {

constexpr Milliseconds kSlow{5000};

// A snippet does not repeat a group with more rules than this: the status page
// needs all snippets at once, and writing YAML of 40,000 rules takes half a
// second.
constexpr std::size_t kMostRepeated = 500;

constexpr std::array<std::string_view, 7> kActs{
    "slow_down",        "refuse",  "exempt", "log_only",
    "refuse_impostors", "name_it", "suspend"};

// Makes the snippets for one crawler on one site.
class SnippetMaker {
  public:
    SnippetMaker(const Policy& policy, const Site& site,
                 const Sighting& crawler)
        : policy_(policy),
          site_(site),
          crawler_(crawler),
          named_(groups().named(crawler.token)),
          group_(is_everyone()
                     ? named_
                     : binding_group(groups(), crawler, policy.crawlers())),
          now_(group_ != nullptr ? *group_->enforcement
                                 : site.robots->settings->enforcement) {}

    // Reads the site's robots.txt. make() needs it for snippets with a group.
    void read_document() {
        const auto example = policy_.example_for(site_);
        const std::string text = site_.robots->body.render(
            {example ? example->host : "default.invalid"});
        document_ = parse_robots_txt(text);
        std::vector<ImportNotes> unused;
        take_comments(text, document_, unused);
    }

    // Whether a snippet can do `act`. A snippet cannot make a private group
    // stricter, and cannot inherit from a private group.
    bool is_possible(Act act) const {
        const bool is_private = group_ != nullptr && group_->is_private;
        return !is_private || (named_ != nullptr && act != Act::slow_down &&
                               act != Act::refuse);
    }

    // Whether the snippet is short. A snippet repeats the rules of a group only
    // if it replaces this group.
    bool is_short(Act act) const {
        return act == Act::refuse || named_ == nullptr ||
               named_->rules.rules().size() <= kMostRepeated;
    }

    Snippet make(Act act) const {
        switch (act) {
            case Act::name_it:
                return pasted(act, "below `crawlers:`, at the top level",
                              "- token: " + std::string(crawler_.token) +
                                  "\n  category: other\n");
            case Act::suspend:
                return pasted(act, "into " + site_name(),
                              "suspend: {retry_after: 1h}\n",
                              {"robots.txt is answered with 503, so search "
                               "engines fetch nothing; no crawler is delayed "
                               "or refused. After hours, search results stay "
                               "as they are; after days, pages disappear."});
            default:
                return pasted(act,
                              "at the end of `groups:` of " + site_name() +
                                  "; write `groups:` if it has none",
                              group_yaml(act), notes(act));
        }
    }

  private:
    const Groups& groups() const { return site_.robots->groups; }
    bool is_everyone() const { return crawler_.token == "*"; }

    std::string site_name() const {
        const std::string where = policy_.where(site_.place);
        return std::string(site_.name) +
               (where.empty() ? "" : " (" + where + ')');
    }

    static Snippet pasted(Act act, const std::string& where,
                          const std::string& yaml,
                          std::vector<std::string> notes = {}) {
        Snippet out{act, std::move(notes), "# Paste " + where + ".\n"};
        for (const std::string& note : out.notes) {
            out.yaml += "# " + note + '\n';
        }
        out.yaml += yaml;
        return out;
    }

    // ---- the group ---------------------------------------------------------

    std::string group_yaml(Act act) const {
        RobotsGroup lines = group_for(crawler_.token, group_, document_);
        if (named_ == nullptr) {
            lines.comments.clear();
        }
        std::string inherit;
        if (act == Act::refuse) {
            lines.rules = {{false, "/", {}}};
        } else if (named_ == nullptr && group_ != nullptr) {
            // The new group inherits from group_, so later changes of group_
            // also apply to the crawler.
            inherit = group_->name;
            lines.rules.clear();
            lines.crawl_delay.reset();
            lines.request_rates.clear();
            lines.visit_times.clear();
        }
        if (act == Act::slow_down) {
            lines.crawl_delay = slow_delay();
        }
        YamlWriter out;
        out.open_list();
        out.open_map();
        put_group(out, importable(std::move(lines)), inherit,
                  named_ != nullptr);
        // The group inherits the other settings of the site's `enforce`.
        put_enforce(
            out, loader::different_keys(enforcement_after(act),
                                        site_.robots->settings->enforcement));
        out.close_map();
        out.close_list();
        return out.text();
    }

    Milliseconds slow_delay() const {
        const auto delay = group_ != nullptr ? group_->pace->crawl_delay
                                             : std::optional<Milliseconds>();
        return std::max(kSlow, delay.value_or(kSlow));
    }

    Enforcement enforcement_after(Act act) const {
        Enforcement out = now_;
        const auto set = [&out](Violation violation, Action action) {
            out.action[static_cast<std::size_t>(violation)] = action;
        };
        EnforcementOverride all;
        switch (act) {
            case Act::slow_down:
                set(Violation::crawl_delay,
                    std::max(out.action_for(Violation::crawl_delay),
                             Action::throttle));
                out.unsupported = std::max(out.unsupported, Action::throttle);
                break;
            case Act::refuse:
                set(Violation::disallow, Action::reject);
                break;
            case Act::refuse_impostors:
                set(Violation::impostor, Action::reject);
                break;
            default:
                all.set_all(act == Act::exempt ? Action::pass : Action::log);
                out = all.over(out);
        }
        return out;
    }

    // Whether the main file's `at_least`, which is not known here, could forbid
    // the snippet. True if the snippet is for an included file, and changes an
    // action to one that is not the strictest.
    bool may_be_below_floor(Act act) const {
        const auto& written = enforcement_after(act).action;
        const auto& around = site_.robots->settings->enforcement.action;
        const auto is_strict = [](Action here, Action site) {
            return here == site || here == Action::reject;
        };
        return site_.place.file != 0 &&
               !std::equal(written.begin(), written.end(), around.begin(),
                           is_strict);
    }

    // ---- notes about other effects ------------------------------------------

    std::vector<std::string> notes(Act act) const {
        std::vector<std::string> out;
        add_followers(out);
        if (named_ != nullptr && !named_->is_private &&
            groups().all().size() > 1) {
            out.push_back("Groups with `inherit: " +
                          (is_everyone() ? "\"*\"" : named_->name) +
                          "` change with it.");
        }
        if (act == Act::slow_down || act == Act::refuse) {
            add_search(act, out);
        }
        if (may_be_below_floor(act)) {
            out.emplace_back(
                "This site is in an included file: nginx refuses the file if "
                "an action here is looser than `at_least` of the main file; "
                "then write the action of `at_least`.");
        }
        return out;
    }

    // Adds a note that lists the crawlers that follow the group of crawler_, or
    // will follow this group, because they have no group of their own.
    void add_followers(std::vector<std::string>& out) const {
        std::string names;
        for (const Crawler& each : policy_.crawlers().entries()) {
            if (follows(each)) {
                names += (names.empty() ? "" : ", ") + each.token;
            }
        }
        if (!names.empty()) {
            out.push_back(
                "Without a group of their own here, these go by that "
                "of " +
                std::string(crawler_.token) +
                ", and it changes the same for them: " + names + '.');
        }
    }

    bool follows(const Crawler& crawler) const {
        const Crawler* at = &crawler;
        for (int step = 0;
             step < 8 && at != nullptr && groups().named(at->token) == nullptr;
             ++step) {
            if (equal_folded(at->falls_back_to, crawler_.token)) {
                return true;
            }
            at = policy_.crawlers().find(at->falls_back_to);
        }
        return false;
    }

    bool is_hit_search_engine(const Crawler& each) const {
        return each.category == Category::search && each.in_user_agent &&
               groups().select({each.token, each.category, &each},
                               policy_.crawlers()) == group_ &&
               (group_ != nullptr || each.wildcard != Obeys::no);
    }

    void add_search(Act act, std::vector<std::string>& out) const {
        const auto& entries = policy_.crawlers().entries();
        if (!is_everyone()) {
            if (crawler_.category == Category::search) {
                out.push_back(std::string(crawler_.token) +
                              " is of a search engine: " + in_search(act));
            }
        } else if (std::any_of(entries.begin(), entries.end(),
                               [this](const Crawler& each) {
                                   return is_hit_search_engine(each);
                               })) {
            out.push_back(
                "Search engines without a group of their own are among them: " +
                in_search(act));
        }
    }

    std::string in_search(Act act) const {
        if (act == Act::refuse) {
            return "the site disappears from the results.";
        }
        constexpr std::int64_t kDay = 86400000;
        std::string out = "at most " +
                          std::to_string(kDay / slow_delay().count()) +
                          " pages a day are fetched, so new and changed pages "
                          "come into the results later.";
        const Crawler* crawler = crawler_.crawler;
        if (crawler != nullptr && crawler->crawl_delay == Obeys::no) {
            out +=
                " It ignores Crawl-delay, so much of what it asks for is "
                "refused, and it will ask less; pages that it cannot get for "
                "long leave the results.";
        }
        return out;
    }

    const Policy& policy_;
    const Site& site_;
    const Sighting& crawler_;
    const Group* named_;  // nullptr: no group names the crawler
    const Group* group_;  // nullptr: no group binds the crawler
    Enforcement now_;
    RobotsTxt document_;
};

}  // namespace

std::string_view to_string(Act act) {
    return kActs[static_cast<std::size_t>(act)];
}

RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document) {
    RobotsGroup out;
    out.user_agents.emplace_back(token);
    if (group == nullptr) {
        return out;
    }
    for (const Rule& rule : group->rules.rules()) {
        out.rules.push_back(
            {rule.allow, std::string(rule.pattern.text()), rule.place});
    }
    out.crawl_delay = group->pace->crawl_delay;
    out.request_rates = group->pace->request_rates;
    out.visit_times = group->pace->visit_times;
    out.is_private = group->is_private;
    if (out.is_private) {
        return out;
    }
    for (const RobotsGroup& written : document.groups) {
        if (names(written, group->name)) {
            out.other.insert(out.other.end(), written.other.begin(),
                             written.other.end());
            out.comments.insert(out.comments.end(), written.comments.begin(),
                                written.comments.end());
        }
    }
    return out;
}

std::vector<Snippet> snippets_for(const Policy& policy, const Site& site,
                                  const Sighting& crawler) {
    std::vector<Snippet> out;
    const SiteSettings& settings = *site.robots->settings;
    const bool is_everyone = crawler.token == "*";
    if (!is_everyone && !is_product_token(crawler.token)) {
        return out;
    }
    SnippetMaker maker(policy, site, crawler);
    if (!is_everyone && crawler.crawler == nullptr) {
        out.push_back(maker.make(Act::name_it));
    }
    if (!settings.verbatim && settings.publisher != Publisher::nobody) {
        maker.read_document();
        for (const Act act : {Act::slow_down, Act::refuse, Act::exempt,
                              Act::log_only, Act::refuse_impostors}) {
            const bool is_listed = !is_everyone && crawler.crawler != nullptr;
            if ((act != Act::refuse_impostors || is_listed) &&
                maker.is_possible(act) && maker.is_short(act)) {
                out.push_back(maker.make(act));
            }
        }
    }
    if (is_everyone && !settings.suspend) {
        out.push_back(maker.make(Act::suspend));
    }
    return out;
}

}  // namespace robots
