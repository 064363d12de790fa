#include "cli/render/annotated.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "cli/render/policy_tree.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

using robots::loader::find_key;

// Lines longer than this do not move the column in which the comments begin.
constexpr std::size_t kWidest = 60;

// The keys that say for which crawlers a group is.
constexpr std::string_view kSubjects[] = {"user_agent", "category", "operator"};

// The keys of a body that become lines of robots.txt. All other lines outside
// of groups are items of the key `lines`.
constexpr std::string_view kBodyKeys[] = {"comment", "license", "sitemap",
                                          "clean_param"};

// A line of a robots.txt, with its key as a policy spells it: `crawl_delay` for
// "Crawl-delay".
struct Line {
    explicit Line(const std::string& text) : whole(text), value(text) {
        key = robots::fold(std::string(robots::take_until(':', value)));
        std::replace(key.begin(), key.end(), '-', '_');
        if (text.front() == '#') {
            key = "comment";
            value = std::string_view(text).substr(1);
        }
        value = robots::trim(value);
    }

    std::string_view whole;
    std::string key;
    std::string_view value;
};

// Returns the first of `node` and the nodes below it for which holds(node) is
// true.
template <class Holds>
const YamlNode* find_node(const YamlNode& node, const Holds& holds) {
    if (holds(node)) {
        return &node;
    }
    for (const YamlNode& item : node) {
        if (const YamlNode* found = find_node(item, holds)) {
            return found;
        }
    }
    return nullptr;
}

void add_variables(const YamlNode& node, Json& names) {
    std::string_view text = node.text;
    std::size_t at = 0;
    while ((at = text.find("${")) != std::string_view::npos) {
        const bool is_literal = at > 0 && text[at - 1] == '$';
        text.remove_prefix(at + 2);
        const Json name(text.substr(0, text.find_first_of(":}")));
        if (!is_literal &&
            std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
    for (const YamlNode& item : node) {
        add_variables(item, names);
    }
}

// The value under `key` in a layer's map, or an item of this value. If `node`
// is nullptr, the map does not have the key.
struct ValueOrigin {
    const YamlNode* node = nullptr;
    const Layer* layer = nullptr;
    std::string_view key{};
};

class Annotator {
  public:
    Annotator(const robots::Policy& policy, const robots::Site& site,
              const robots::Authority& authority,
              const robots::Variables& variables)
        : policy_(policy),
          site_(site),
          authority_(authority),
          tree_(policy, site, variables) {}

    Json lines() {
        Json out = Json::array();
        const auto lines =
            robots::split_lines(site_.robots->body.render(authority_));
        for (auto line = lines.begin(); line != lines.end(); ++line) {
            if (site_.robots->settings->verbatim) {
                out.push_back(described(*line, in_bodies("robots_txt")));
                name_line_of_file(out.size(), out.back());
                continue;
            }
            if (line == lines.begin() || line->empty()) {
                agents_.clear();
                const auto first = line + (line->empty() ? 1 : 0);
                for (auto each = first; each != lines.end() && !each->empty();
                     ++each) {
                    const Line parsed(*each);
                    if (parsed.key == "user_agent") {
                        agents_.emplace_back(parsed.value);
                    }
                }
            }
            out.push_back(described(
                *line, line->empty() ? ValueOrigin{} : origin_of(Line(*line))));
        }
        return out;
    }

  private:
    // If the site's robots.txt comes from a file, sets the place in `line` to
    // line `number` of this file.
    void name_line_of_file(std::size_t number, Json& line) const {
        for (const auto& group : site_.robots->groups.all()) {
            for (const robots::Rule& rule : group->rules.rules()) {
                if (rule.place.column == 1) {
                    line["place"] =
                        policy_.where({rule.place.file,
                                       static_cast<std::uint32_t>(number), 1});
                    return;
                }
            }
        }
    }

    ValueOrigin origin_of(const Line& line) {
        if (agents_.empty()) {
            const auto key =
                std::find(std::begin(kBodyKeys), std::end(kBodyKeys), line.key);
            return in_bodies(key != std::end(kBodyKeys) ? *key : "lines",
                             &line);
        }
        if (line.key == "user_agent") {
            agent_ = group_of(line.value);
            return agent_;
        }
        ValueOrigin out = in_compiled(line);
        for (const bool exactly : {true, false}) {
            for (const Layer& group : tree_.groups) {
                if (out.node == nullptr && names_agent(group)) {
                    out = in_map(group, line.key, &line, exactly);
                }
            }
        }
        if (out.node == nullptr && line.key.find("content_") == 0) {
            out = in_bodies("usage");
        }
        return out.node != nullptr ? out : agent_;
    }

    // Finds the origin of a rule or a pace by its place in the compiled group.
    ValueOrigin in_compiled(const Line& line) const {
        for (const std::string_view agent : agents_) {
            const robots::Group* group = site_.robots->groups.named(agent);
            if (group == nullptr || group->is_private) {
                continue;
            }
            const robots::PacePlaces& pace = group->pace->places;
            robots::Place place = line.key == "crawl_delay" ? pace.crawl_delay
                                  : line.key == "request_rate"
                                      ? pace.request_rates
                                  : line.key == "visit_time" ? pace.visit_times
                                                             : robots::Place{};
            for (const robots::Rule& rule : group->rules.rules()) {
                if (!rule.by_index && rule.text() == line.whole) {
                    place = rule.place;
                }
            }
            const auto is_it = [&place](const YamlNode& node) {
                return is_at(node, place);
            };
            for (const Layer& layer : tree_.groups) {
                for (std::uint32_t i = 1; i < layer.map->size; i += 2) {
                    if (const auto* node =
                            find_node(layer.map->items[i], is_it)) {
                        return {node, &layer, layer.map->items[i - 1].text};
                    }
                }
            }
        }
        return {};
    }

    // Returns the item of the key's value that produces the line. If no item
    // does, returns the whole value, or nothing if `exactly` is true.
    ValueOrigin in_map(const Layer& layer, std::string_view key,
                       const Line* line, bool exactly) const {
        const YamlNode* value = find_key(*layer.map, key);
        if (value == nullptr || value->says_null) {
            return {};
        }
        const YamlNode* item = nullptr;
        if (line != nullptr) {
            item = find_node(*value, [&](const YamlNode& node) {
                const auto texts =
                    robots::split_lines(tree_.text(node, authority_));
                return std::any_of(
                    texts.begin(), texts.end(), [line](std::string_view text) {
                        return robots::trim(text) == line->value ||
                               text == line->whole;
                    });
            });
        }
        return item != nullptr ? ValueOrigin{item, &layer, key}
               : exactly       ? ValueOrigin{}
                               : ValueOrigin{value, &layer, key};
    }

    ValueOrigin in_bodies(std::string_view key,
                          const Line* line = nullptr) const {
        ValueOrigin out;
        for (const Layer& body : tree_.bodies) {
            if (out.node == nullptr) {
                out = in_map(body, key, line, false);
            }
        }
        return out;
    }

    // Returns the node in the value of `key` that applies to the crawler: its
    // token, category or operator. Returns nullptr if no node does.
    const YamlNode* naming(const Layer& group, std::string_view key,
                           std::string_view token) const {
        const YamlNode* value = find_key(*group.map, key);
        const robots::Crawler* crawler = policy_.crawlers().find(token);
        if (value == nullptr || (key != "user_agent" && crawler == nullptr)) {
            return nullptr;
        }
        const std::string_view name =
            key == "user_agent" ? token
            : key == "category" ? to_string(crawler->category)
                                : std::string_view(crawler->operator_name);
        return find_node(*value, [&](const YamlNode& node) {
            return !name.empty() &&
                   robots::equal_folded(tree_.text(node), name);
        });
    }

    // Returns the origin of a User-agent line. `user_agent` is tried first,
    // because a crawler whose token is in a group does not belong to a group
    // for its category or its operator.
    ValueOrigin group_of(std::string_view token) const {
        for (const std::string_view key : kSubjects) {
            for (const Layer& group : tree_.groups) {
                if (const YamlNode* node = naming(group, key, token)) {
                    return {node, &group, key};
                }
            }
        }
        return in_bodies("usage");  // `usage` makes a group for "*"
    }

    bool names_agent(const Layer& group) const {
        return std::any_of(
            agents_.begin(), agents_.end(), [&](const std::string& token) {
                return std::any_of(std::begin(kSubjects), std::end(kSubjects),
                                   [&](std::string_view key) {
                                       return naming(group, key, token);
                                   });
            });
    }

    // Returns the tokens, categories and operators of a group. Two groups with
    // equal results are for the same crawlers.
    std::set<std::string> subject(const Layer& group) const {
        std::set<std::string> out;
        for (const std::string_view key : kSubjects) {
            const YamlNode* value = find_key(*group.map, key);
            if (value != nullptr) {
                find_node(*value, [&](const YamlNode& node) {
                    if (node.kind == YamlNode::Kind::scalar) {
                        out.insert(robots::fold(tree_.text(node)));
                    }
                    return false;
                });
            }
        }
        return out;
    }

    // Returns the value of a template that this origin replaces, or nullptr.
    // Rules replace nothing, because the rules of all layers apply.
    const YamlNode* replaced(const ValueOrigin& origin) const {
        const bool of_group = origin.layer->is_group;
        const bool whole = origin.key == "user_agent";
        if (of_group &&
            (origin.key == "allow" || origin.key == "disallow" ||
             tree_.is_set(*origin.layer->map, "replace") != whole)) {
            return nullptr;
        }
        const auto& layers = of_group ? tree_.groups : tree_.bodies;
        const Layer* const end = layers.data() + layers.size();
        for (const Layer* next = origin.layer + 1; next != end; ++next) {
            const YamlNode* value =
                whole ? naming(*next, origin.key, tree_.text(*origin.node))
                : !of_group || subject(*next) == subject(*origin.layer)
                    ? find_key(*next->map, origin.key)
                    : nullptr;
            if (value != nullptr) {
                return value->says_null ? nullptr : value;
            }
        }
        return nullptr;
    }

    Json described(const std::string& line, const ValueOrigin& origin) const {
        Json out{{"line", line},
                 {"place", nullptr},
                 {"template", nullptr},
                 {"variables", Json::array()},
                 {"replaces", nullptr}};
        if (origin.node != nullptr) {
            out["place"] = policy_.where(origin.node->place);
            out["template"] = json_or_null(origin.layer->template_name);
            add_variables(*origin.node, out["variables"]);
            if (const YamlNode* other = replaced(origin)) {
                out["replaces"] = policy_.where(other->place);
            }
        }
        return out;
    }

    const robots::Policy& policy_;
    const robots::Site& site_;
    const robots::Authority& authority_;
    const PolicyTree tree_;
    std::vector<std::string> agents_;  // of the block; empty: not a group
    ValueOrigin agent_;                // origin of the block's last User-agent
};

std::string comment_of(const Json& line) {
    std::string out = line["place"];
    if (line["template"].is_string()) {
        out += ", template " + std::string(line["template"]);
    }
    for (const std::string name : line["variables"]) {
        out += ", ${" + name + '}';
    }
    if (line["replaces"].is_string()) {
        out += "; replaces " + std::string(line["replaces"]);
    }
    return robots::printable(out);
}

}  // namespace

Json annotate(const robots::Policy& policy, const robots::Site& site,
              const robots::Authority& authority,
              const robots::Variables& variables) {
    return Annotator(policy, site, authority, variables).lines();
}

std::string annotated_text(const Json& lines) {
    std::size_t column = 0;
    for (const Json& line : lines) {
        column = std::max(column,
                          std::min(std::string(line["line"]).size(), kWidest));
    }
    std::string out;
    for (const Json& line : lines) {
        std::string text = robots::printable(std::string(line["line"]));
        if (line["place"].is_string()) {
            text.resize(std::max(column, text.size()), ' ');
            text += "  # " + comment_of(line);
        }
        out += text + '\n';
    }
    return out;
}

}  // namespace robotsctl
