#include "policy/robots_txt/one_group_each.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots {

namespace {

// Maximum octets of the merged groups before groups with equal lines are
// joined.
constexpr std::size_t kMostMerged = 16 * kMaxRobotsTxt;

// Tokens that are in exactly the same groups, and these groups.
struct Alike {
    std::vector<std::string> tokens;  // as first written
    GroupIndices groups;
};

// Returns the tokens of `document`, sorted into Alikes. Alikes are in the order
// in which their first tokens appear.
std::vector<Alike> alike(const RobotsTxt& document) {
    std::vector<Alike> out;
    std::map<GroupIndices, std::size_t> by_groups;
    for (auto& [token, groups] : mentions(document)) {
        const auto [it, added] = by_groups.emplace(groups, out.size());
        if (added) {
            out.push_back({{}, std::move(groups)});
        }
        out[it->second].tokens.push_back(std::move(token));
    }
    return out;
}

// Returns, for each group of `document`, how many elements of `all` contain it.
std::vector<std::size_t> uses(const RobotsTxt& document,
                              const std::vector<Alike>& all) {
    std::vector<std::size_t> out(document.groups.size());
    for (const Alike& each : all) {
        for (const std::size_t i : each.groups) {
            ++out[i];
        }
    }
    return out;
}

// Merges groups into one group, which has each line of the groups once.
class Merger {
  public:
    void add(const RobotsGroup& from) {
        take_first(group_.place, from.place);
        add_lines(&RobotsGroup::rules, from,
                  [](const RuleLine& rule) { return rule.text(); });
        take_longer_delay(group_, from);
        add_lines(&RobotsGroup::request_rates, from,
                  [](const RequestRate& rate) { return 'r' + rate.text(); });
        add_lines(&RobotsGroup::visit_times, from,
                  [](const DayWindow& window) { return 'v' + window.text(); });
        take_first(group_.pace_places.request_rates,
                   from.pace_places.request_rates);
        take_first(group_.pace_places.visit_times,
                   from.pace_places.visit_times);
        if (comments_.insert(from.comments).second) {
            group_.comments.insert(group_.comments.end(), from.comments.begin(),
                                   from.comments.end());
        }
        for (const OtherLine& line : from.other) {
            const bool is_sites =
                (from.has_site_signals && line.first == "Content-Signal") ||
                (from.has_site_usage && line.first == "Content-Usage");
            UseOfContent& use = is_sites ? use_of_site_ : use_;
            if (!use.add(line.first, line.second) &&
                lines_.insert('o' + line.first + ':' + line.second).second) {
                group_.other.push_back(line);
            }
        }
    }

    RobotsGroup take() {
        add_where_none(use_.all_signals(), use_of_site_.all_signals());
        add_where_none(use_.all_usage(), use_of_site_.all_usage());
        std::vector<OtherLine> all = use_.lines();
        all.insert(all.end(), group_.other.begin(), group_.other.end());
        group_.other = std::move(all);
        return std::move(group_);
    }

  private:
    template <typename Line, typename Text>
    void add_lines(std::vector<Line> RobotsGroup::*list,
                   const RobotsGroup& from, Text text) {
        for (const Line& line : from.*list) {
            if (lines_.insert(text(line)).second) {
                (group_.*list).push_back(line);
            }
        }
    }

    // Adds the site's lines if no group has its own lines of the same kind
    // (Content-Signal or Content-Usage).
    template <typename Line>
    void add_where_none(const std::vector<Line>& own,
                        const std::vector<Line>& of_site) {
        if (own.empty()) {
            for (const Line& line : of_site) {
                use_.add(line);
            }
        }
    }

    RobotsGroup group_;
    std::unordered_set<std::string> lines_;
    std::set<std::vector<std::string>> comments_;
    UseOfContent use_;
    UseOfContent use_of_site_;
};

// Returns a text that is equal for groups that differ only in their tokens.
std::string content_of(RobotsGroup group) {
    group.user_agents = {"*"};
    RobotsTxt alone;
    alone.groups.push_back(std::move(group));
    return render_robots_txt(alone);
}

class Publication {
  public:
    explicit Publication(const RobotsTxt& document)
        : document_(document),
          all_(alike(document)),
          uses_(uses(document, all_)) {}

    std::optional<RobotsTxt> make() {
        RobotsTxt out;
        out.header = document_.header;
        out.other = document_.other;
        for (Alike& each : all_) {
            const std::size_t first = each.groups.front();
            if (each.groups.size() == 1 && uses_[first] == 1) {
                out.groups.push_back(document_.groups[first]);
                out.groups.back().user_agents = std::move(each.tokens);
                out.groups.back().is_part = false;
            } else if (!add_merged(each, out.groups)) {
                return std::nullopt;
            }
        }
        return out;
    }

  private:
    // Merges the groups of `each`. Returns false if the result is too large.
    bool add_merged(Alike& each, std::vector<RobotsGroup>& groups) {
        Merger merger;
        for (const std::size_t i : each.groups) {
            merger.add(document_.groups[i]);
        }
        RobotsGroup merged = merger.take();
        std::string content = content_of(merged);
        const std::size_t octets = content.size();
        made_ += octets;
        const auto [it, added] =
            by_content_.emplace(std::move(content), groups.size());
        if (added) {
            groups.push_back(std::move(merged));
            kept_ += octets;
        }
        std::vector<std::string>& tokens = groups[it->second].user_agents;
        std::move(each.tokens.begin(), each.tokens.end(),
                  std::back_inserter(tokens));
        return made_ <= kMostMerged && kept_ <= kMaxRobotsTxt;
    }

    const RobotsTxt& document_;
    std::vector<Alike> all_;
    std::vector<std::size_t> uses_;
    std::unordered_map<std::string, std::size_t> by_content_;
    std::size_t made_ = 0;
    std::size_t kept_ = 0;
};

}  // namespace

std::optional<RobotsTxt> one_group_each(const RobotsTxt& document) {
    return Publication(document).make();
}

}  // namespace robots
