#include "policy/loader/import.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "policy/base/ascii.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/source.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/one_group_each.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

// A double-quoted scalar. What would start a variable is doubled.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\\') {
            out += '\\';
        } else if (c == '$' && i + 1 < text.size() && text[i + 1] == '{') {
            out += '$';
        }
        out += c;
    }
    return out + '"';
}

// "500ms" or "2s".
std::string duration(Milliseconds value) {
    const auto count = value.count();
    return count % 1000 == 0 ? std::to_string(count / 1000) + 's'
                             : std::to_string(count) + "ms";
}

std::string one_or_list(const std::vector<std::string>& items) {
    if (items.size() == 1) {
        return items[0];
    }
    std::string out = "[";
    for (const std::string& item : items) {
        out += (out.size() > 1 ? ", " : "") + item;
    }
    return out + ']';
}

// The texts of values that have one: rates and windows.
template <typename Value>
std::vector<std::string> texts(const std::vector<Value>& values) {
    std::vector<std::string> out;
    out.reserve(values.size());
    for (const Value& value : values) {
        out.push_back(quoted(value.text()));
    }
    return out;
}

// Lines with a meaning of their own; the keys of the policy language.
struct KnownLine {
    std::string_view name;
    std::string_view key;
};
constexpr KnownLine kKnownLines[] = {
    {"sitemap", "sitemap"},
    {"license", "license"},
    {"clean-param", "clean_param"},
    {"host", "host_line"},
};

class Importer {
  public:
    Imported import(std::string_view text, std::string_view host) {
        const RobotsTxt document = parse_robots_txt(text);
        out_.yaml = "version: 1\n\n";
        if (host.empty()) {
            out_.yaml += "default:\n";
            indent_ = "  ";
        } else {
            out_.yaml += "sites:\n  - host: " + quoted(host) + '\n';
            indent_ = "    ";
        }
        put_header(text);
        put_lines(document);
        drop_odd_pace(text);
        put_groups(document);
        return std::move(out_);
    }

  private:
    void put(std::string_view key, std::string_view value) {
        out_.yaml += indent_;
        out_.yaml += key;
        out_.yaml += ": ";
        out_.yaml += value;
        out_.yaml += '\n';
    }

    // The comments in front of everything else.
    void put_header(std::string_view text) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
            text.remove_prefix(kByteOrderMark.size());
        }
        std::string lines;
        while (!text.empty() && text[0] == '#') {
            const std::size_t end =
                std::min(text.find_first_of("\r\n"), text.size());
            const std::size_t start =
                std::min(text.find_first_not_of("# \t"), end);
            const std::string_view comment = text.substr(start, end - start);
            if (is_line_of_text(comment)) {
                // An empty text would be no line at all.
                lines += indent_ + "  - " +
                         (comment.empty() ? R"("\n")" : quoted(comment)) + '\n';
            }
            text.remove_prefix(
                std::min(text.find_first_not_of("\r\n", end), text.size()));
        }
        if (!lines.empty()) {
            out_.yaml += indent_ + "header:\n" + lines;
        }
    }

    void put_lines(const RobotsTxt& document) {
        for (const KnownLine& known : kKnownLines) {
            std::vector<std::string> values;
            for (const OtherLine& line : document.other) {
                if (!equal_folded(line.first, known.name)) {
                    continue;
                }
                if (is_line_of_text(line.second) && !line.second.empty()) {
                    values.push_back(quoted(line.second));
                } else {
                    drop(line.first, "its value is no URL or text");
                }
            }
            if (!values.empty()) {
                put(known.key, one_or_list(values));
            }
        }
        for (const OtherLine& line : document.other) {
            const bool known =
                std::any_of(std::begin(kKnownLines), std::end(kKnownLines),
                            [&line](const KnownLine& k) {
                                return equal_folded(line.first, k.name);
                            });
            if (!known) {
                drop(line.first, "a policy has no such line for all crawlers");
            }
        }
    }

    void drop_odd_pace(std::string_view text) {
        for (const OddPaceLine& line : odd_pace_lines(text)) {
            if (line.too_long) {
                out_.dropped.push_back(
                    described(line.text) +
                    " becomes 7 days, the longest time of a policy");
            } else {
                drop(line.text, "it cannot be read");
            }
        }
    }

    void drop(std::string_view what, std::string_view why) {
        out_.dropped.push_back(described(what) +
                               " is left out: " + std::string(why));
    }

    static std::string described(std::string_view what) {
        std::string shown(what.substr(0, 80));
        std::replace_if(
            shown.begin(), shown.end(),
            [](char c) { return c < ' ' || c > '~'; }, '?');
        return "the line \"" + shown + '"';
    }

    void put_groups(const RobotsTxt& document) {
        for (const RobotsGroup& group : document.groups) {
            if (group.user_agents.empty() && !group.is_part) {
                drop("User-agent", "it names no product token");
            }
        }
        const auto merged = one_group_each(document);
        const auto& groups = merged ? merged->groups : document.groups;
        const auto names_somebody = [](const RobotsGroup& group) {
            return !group.user_agents.empty();
        };
        if (std::none_of(groups.begin(), groups.end(), names_somebody)) {
            put("groups", "[]");
            return;
        }
        out_.yaml += indent_ + "groups:\n";
        for (const RobotsGroup& group : groups) {
            if (names_somebody(group)) {
                put_group(group);
            }
        }
    }

    void put_group(const RobotsGroup& group) {
        std::vector<std::string> agents;
        std::set<std::string> seen;
        for (const std::string& token : group.user_agents) {
            if (seen.insert(fold(token)).second) {
                agents.push_back(quoted(token));
            }
        }
        out_.yaml += indent_ + "  - user_agent: " + one_or_list(agents) + '\n';
        const std::string outer = indent_;
        indent_ += "    ";
        put_rules(group, true);
        put_rules(group, false);
        if (group.crawl_delay) {
            put("crawl_delay", duration(*group.crawl_delay));
        }
        const std::vector<RequestRate> rates = kept_rates(group, seen);
        if (!rates.empty()) {
            put("request_rate", one_or_list(texts(rates)));
        }
        if (!group.visit_times.empty()) {
            put("visit_time", one_or_list(texts(group.visit_times)));
        }
        put_signals(group);
        put_usage(group);
        indent_ = outer;
    }

    // Each of a group's rates once, and no more of them than a crawler can be
    // held to by all of its groups together.
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
                     "a crawler is held to seven rates at most");
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
                     "it has other signals than search, ai-input and ai-train, "
                     "or other values than yes and no");
                continue;
            }
            for (std::size_t i = 0; i < all.size(); ++i) {
                all[i] = (*signals)[i] ? (*signals)[i] : all[i];
            }
        }
        std::string items;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i]) {
                items += items.empty() ? "" : ", ";
                items += loader::kContentSignals[i];
                items += *all[i] ? ": yes" : ": no";
            }
        }
        if (!items.empty()) {
            put("content_signal", '{' + items + '}');
        }
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
                     usage ? "there is another for the same path"
                           : "it is no list of preferences");
            }
        }
        if (by_path.size() == 1 && by_path.begin()->first.empty()) {
            put("content_usage", quoted(by_path.begin()->second));
        } else if (!by_path.empty()) {
            out_.yaml += indent_ + "content_usage:\n";
            for (const auto& [path, preferences] : by_path) {
                // What is for no path is for all.
                const bool all = path.empty();
                if (!all || by_path.count("/") == 0) {
                    out_.yaml += indent_ + "  " + quoted(all ? "/" : path) +
                                 ": " + quoted(preferences) + '\n';
                }
            }
        }
    }

    void put_rules(const RobotsGroup& group, bool allow) {
        std::string items;
        std::set<std::string> seen;
        for (const RuleLine& rule : group.rules) {
            if (rule.allow != allow) {
                continue;
            }
            const Pattern pattern(rule.path);
            if (pattern.runs().empty()) {
                drop((allow ? "Allow: " : "Disallow: ") + rule.path,
                     "a path that starts with neither \"/\" nor \"*\" matches "
                     "nothing");
            } else if (seen.insert(std::string(pattern.text())).second) {
                items += indent_ + "  - " + quoted(pattern.text()) + '\n';
            }
        }
        const std::string key = indent_ + (allow ? "allow:" : "disallow:");
        if (!items.empty()) {
            out_.yaml += key + '\n' + items;
        } else if (!allow) {
            out_.yaml += key + " []\n";
        }
    }

    Imported out_;
    std::string indent_;
    std::map<std::string, std::size_t> rates_;  // of each token, folded
};

}  // namespace

Imported import_robots_txt(std::string_view text, std::string_view host) {
    return Importer().import(text, host);
}

}  // namespace robots
