#include "policy/loader/import.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/yaml_writer.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/one_group_each.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

using Strings = std::vector<std::string>;

// "500ms" or "2s".
std::string duration(Milliseconds value) {
    const auto count = value.count();
    return count % 1000 == 0 ? std::to_string(count / 1000) + 's'
                             : std::to_string(count) + "ms";
}

// The texts of values that have one: rates and windows.
template <typename Value>
Strings texts(const std::vector<Value>& values) {
    Strings out;
    out.reserve(values.size());
    for (const Value& value : values) {
        out.push_back(value.text());
    }
    return out;
}

// Lines with a meaning of their own; the keys of the policy language.
struct KnownLine {
    std::string_view name;
    const char* key;
};
constexpr KnownLine kKnownLines[] = {
    {"sitemap", "sitemap"},
    {"license", "license"},
    {"clean-param", "clean_param"},
    {"host", "host_line"},
};

class Importer {
  public:
    Imported import(std::string_view text, const std::string& host) {
        const RobotsTxt document = parse_robots_txt(text);
        out_.put("version", "1");
        out_.blank_line();
        if (host.empty()) {
            out_.open_map("default");
            put_body(text, document);
            out_.close_map();
        } else {
            out_.open_list("sites");
            out_.open_map();
            out_.put("host", host);
            put_body(text, document);
            out_.close_map();
            out_.close_list();
        }
        out_.close_map();
        return {out_.text(), std::move(dropped_)};
    }

  private:
    void put_body(std::string_view text, const RobotsTxt& document) {
        put_header(text);
        put_lines(document);
        drop_odd_pace(text);
        put_groups(document);
    }

    void put(const char* key, const Strings& texts) {
        if (!texts.empty()) {
            out_.put(key, texts);
        }
    }

    // The comments in front of everything else.
    void put_header(std::string_view text) {
        skip_byte_order_mark(text);
        Strings lines;
        while (!text.empty() && text[0] == '#') {
            const std::size_t end =
                std::min(text.find_first_of("\r\n"), text.size());
            const std::size_t start =
                std::min(text.find_first_not_of("# \t"), end);
            const std::string_view comment = text.substr(start, end - start);
            if (is_line_of_text(comment)) {
                // An empty text would be no line at all.
                lines.emplace_back(comment.empty() ? "\n" : comment);
            }
            text.remove_prefix(
                std::min(text.find_first_not_of("\r\n", end), text.size()));
        }
        put("header", lines);
    }

    void put_lines(const RobotsTxt& document) {
        for (const KnownLine& known : kKnownLines) {
            Strings values;
            for (const OtherLine& line : document.other) {
                if (!equal_folded(line.first, known.name)) {
                    continue;
                }
                if (is_line_of_text(line.second) && !line.second.empty()) {
                    values.push_back(line.second);
                } else {
                    drop(line.first, "its value is not a URL or text");
                }
            }
            put(known.key, values);
        }
        for (const OtherLine& line : document.other) {
            const bool known =
                std::any_of(std::begin(kKnownLines), std::end(kKnownLines),
                            [&line](const KnownLine& k) {
                                return equal_folded(line.first, k.name);
                            });
            if (!known) {
                drop(line.first, "a policy has no key for this line");
            }
        }
    }

    void drop_odd_pace(std::string_view text) {
        for (const OddPaceLine& line : odd_pace_lines(text)) {
            if (line.too_long) {
                dropped_.push_back(
                    quoted(line.text) +
                    " becomes 7 days, the longest time in a policy");
            } else {
                drop(line.text, "its value is invalid");
            }
        }
    }

    void drop(std::string_view line, const std::string& why) {
        dropped_.push_back("left out " + quoted(line) + ": " + why);
    }

    void put_groups(const RobotsTxt& document) {
        for (const RobotsGroup& group : document.groups) {
            if (group.user_agents.empty() && !group.is_part) {
                drop("User-agent", "its value is not a product token");
            }
        }
        const auto merged = one_group_each(document);
        const auto& groups = merged ? merged->groups : document.groups;
        const auto names_nobody = [](const RobotsGroup& group) {
            return group.user_agents.empty();
        };
        if (std::all_of(groups.begin(), groups.end(), names_nobody)) {
            out_.put("groups", Strings{});
            return;
        }
        out_.open_list("groups");
        for (const RobotsGroup& group : groups) {
            if (!names_nobody(group)) {
                out_.open_map();
                put_group(group);
                out_.close_map();
            }
        }
        out_.close_list();
    }

    void put_group(const RobotsGroup& group) {
        Strings agents;
        std::set<std::string> seen;
        for (const std::string& token : group.user_agents) {
            if (seen.insert(fold(token)).second) {
                agents.push_back(token);
            }
        }
        out_.put("user_agent", agents);
        put_rules(group, true);
        put_rules(group, false);
        if (group.crawl_delay) {
            out_.put("crawl_delay", duration(*group.crawl_delay));
        }
        put("request_rate", texts(kept_rates(group, seen)));
        put("visit_time", texts(group.visit_times));
        put_signals(group);
        put_usage(group);
    }

    // Each of a group's rates once, and no more of them than are enforced for a
    // crawler, counting all of its groups.
    std::vector<RequestRate> kept_rates(const RobotsGroup& group,
                                        const std::set<std::string>& tokens) {
        std::vector<RequestRate> out;
        for (const RequestRate& rate : group.request_rates) {
            if (std::find(out.begin(), out.end(), rate) != out.end()) {
                continue;
            }
            const bool full = std::any_of(
                tokens.begin(), tokens.end(), [this](const std::string& token) {
                    return rates_[token] == kMaxRequestRates;
                });
            if (full) {
                drop("Request-rate: " + rate.text(),
                     "a crawler can have at most seven rates");
                continue;
            }
            for (const std::string& token : tokens) {
                ++rates_[token];
            }
            out.push_back(rate);
        }
        return out;
    }

    void put_signals(const RobotsGroup& group) {
        ContentSignals all;
        for (const OtherLine& line : group.other) {
            if (!equal_folded(line.first, "content-signal")) {
                continue;
            }
            const auto signals = content_signals_from(line.second);
            if (!signals) {
                drop(line.first + ": " + line.second,
                     "a policy knows only the signals search, ai-input and "
                     "ai-train, each with yes or no");
                continue;
            }
            for (std::size_t i = 0; i < all.size(); ++i) {
                all[i] = (*signals)[i] ? (*signals)[i] : all[i];
            }
        }
        const auto is_said = [](std::optional<bool> signal) {
            return signal.has_value();
        };
        if (std::none_of(all.begin(), all.end(), is_said)) {
            return;
        }
        out_.open_map("content_signal");
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i]) {
                out_.put(std::string(loader::kContentSignals[i]),
                         *all[i] ? "yes" : "no");
            }
        }
        out_.close_map();
    }

    void put_usage(const RobotsGroup& group) {
        std::map<std::string, std::string> by_path;
        for (const OtherLine& line : group.other) {
            if (!equal_folded(line.first, "content-usage")) {
                continue;
            }
            const auto usage = content_usage_from(line.second);
            if (!usage ||
                !by_path.emplace(usage->path, usage->preferences).second) {
                drop(line.first + ": " + line.second,
                     usage ? "another line has the same path"
                           : "its value is not a list of preferences");
            }
        }
        if (by_path.empty()) {
            return;
        }
        if (by_path.size() == 1 && by_path.begin()->first.empty()) {
            out_.put("content_usage", by_path.begin()->second);
            return;
        }
        out_.open_map("content_usage");
        for (const auto& [path, preferences] : by_path) {
            // Without a path means for all; "/" says the same.
            const bool all = path.empty();
            if (!all || by_path.count("/") == 0) {
                out_.put(all ? "/" : path, preferences);
            }
        }
        out_.close_map();
    }

    void put_rules(const RobotsGroup& group, bool allow) {
        Strings paths;
        std::set<std::string> seen;
        for (const RuleLine& rule : group.rules) {
            if (rule.allow != allow) {
                continue;
            }
            const Pattern pattern(rule.path);
            if (pattern.runs().empty()) {
                drop((allow ? "Allow: " : "Disallow: ") + rule.path,
                     "a path that starts with neither `/` nor `*` matches "
                     "nothing");
            } else if (seen.emplace(pattern.text()).second) {
                paths.emplace_back(pattern.text());
            }
        }
        if (!paths.empty() || !allow) {
            out_.put(allow ? "allow" : "disallow", paths);
        }
    }

    loader::YamlWriter out_;
    Strings dropped_;
    std::map<std::string, std::size_t> rates_;  // of each token, folded
};

}  // namespace

Imported import_robots_txt(std::string_view text, std::string_view host) {
    return Importer().import(text, std::string(host));
}

}  // namespace robots
