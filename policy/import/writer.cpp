#include "policy/import/writer.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/yaml/numbers.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

using Strings = std::vector<std::string>;

// A list is written in brackets if its items and separators have fewer octets
// than this.
constexpr std::size_t kShort = 50;

// YAML reads a key of more than 1,024 octets only behind `?`. A key in
// quotation marks can have twice as many octets as without them.
constexpr std::size_t kMostShortKey = 500;

// Writes "${" as "$${", because "${" alone would start a variable.
std::string literal(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "${") {
            out += '$';
        }
        out += text[i];
    }
    return out;
}

bool is_short(const std::vector<std::string>& texts) {
    const std::size_t octets =
        std::accumulate(texts.begin(), texts.end(), texts.size() * 2,
                        [](std::size_t sum, const std::string& text) {
                            return sum + text.size();
                        });
    return octets < kShort;
}

// Returns text() of each value. The values are rates or windows of time.
template <typename Value>
Strings texts(const std::vector<Value>& values) {
    Strings out;
    out.reserve(values.size());
    for (const Value& value : values) {
        out.push_back(value.text());
    }
    return out;
}

// Joins lines by line breaks. Keeps empty lines, also at the end.
std::string joined_lines(const Strings& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += (out.empty() && &line == &lines.front() ? "" : "\n") + line;
    }
    return lines.empty() || !lines.back().empty() ? out : out + '\n';
}

void put_signals(YamlWriter& out, const std::vector<ContentSignalLine>& lines) {
    const bool several = lines.size() > 1 || !lines.front().path.empty();
    several ? out.open_list("content_signal") : out.open_map("content_signal");
    for (const ContentSignalLine& line : lines) {
        if (several) {
            out.open_map();
        }
        if (!line.path.empty()) {
            out.put("path", line.path);
        }
        for (const auto& [key, value] : line.signals) {
            out.put(key, value);
        }
        if (several) {
            out.close_map();
        }
    }
    several ? out.close_list() : out.close_map();
}

void put_usage(YamlWriter& out, const std::vector<ContentUsageLine>& lines) {
    if (lines.size() == 1 && lines.front().path.empty()) {
        out.put("content_usage", preferences_of(lines.front()));
        return;
    }
    out.open_map("content_usage");
    for (const ContentUsageLine& line : lines) {
        out.put(line.path.empty() ? "/" : line.path, preferences_of(line));
    }
    out.close_map();
}

// Removes the items for which `keep` returns false.
template <typename Item, typename Keep>
void filter(std::vector<Item>& items, Keep keep) {
    const auto drop = [&keep](const Item& item) { return !keep(item); };
    items.erase(std::remove_if(items.begin(), items.end(), drop), items.end());
}

// The size of the longest key that can be in front of a path.
constexpr std::size_t kKey = std::string_view("Content-Signal: ").size();

// Returns the lines about the use of content, one of each kind for each path,
// and the licences.
std::vector<OtherLine> use_of_content(const std::vector<OtherLine>& lines) {
    UseOfContent use;
    std::vector<OtherLine> licenses;
    for (const auto& [field, value] : lines) {
        if (value.size() + kKey > kMaxRobotsLine) {
            continue;
        }
        if (equal_folded(field, "license")) {
            if (is_importable(value)) {
                licenses.emplace_back("License", value);
            }
        } else if (auto signals = equal_folded(field, "content-signal")
                                      ? content_signal_from(value)
                                      : std::nullopt) {
            filter(signals->signals, [](const auto& signal) {
                return signal.first != kNoSignal;
            });
            if (!signals->signals.empty()) {
                use.add(*signals);
            }
        } else {
            use.add(field, value);
        }
    }
    std::vector<OtherLine> out = use.lines();
    std::unordered_set<std::string> seen;
    for (OtherLine& line : licenses) {
        if (seen.insert(line.second).second) {
            out.push_back(std::move(line));
        }
    }
    return out;
}

// Writes the License, Content-Signal and Content-Usage lines of a group.
void put_use_of_content(YamlWriter& out, const RobotsGroup& group) {
    UseOfContent use;
    Strings licenses;
    for (const auto& [field, value] : group.other) {
        if (equal_folded(field, "license")) {
            licenses.push_back(value);
        } else {
            use.add(field, value);
        }
    }
    out.put_any("license", licenses);
    if (!use.all_signals().empty()) {
        put_signals(out, use.all_signals());
    }
    if (!use.all_usage().empty()) {
        put_usage(out, use.all_usage());
    }
}

}  // namespace

void YamlWriter::put(const std::string& key, const std::string& text) {
    const std::string name = literal(key);
    if (name.size() > kMostShortKey) {
        out_ << YAML::LongKey;
    }
    out_ << YAML::Key << name << YAML::Value << literal(text);
}

void YamlWriter::put_null(const std::string& key) {
    out_ << YAML::Key << literal(key) << YAML::Value << YAML::Null;
}

void YamlWriter::put(const char* key, const std::vector<std::string>& texts) {
    if (texts.size() == 1) {
        put(key, texts.front());
        return;
    }
    out_ << YAML::Key << key << YAML::Value;
    if (is_short(texts)) {
        out_ << YAML::Flow;
    }
    out_ << YAML::BeginSeq;
    for (const std::string& text : texts) {
        out_ << literal(text);
    }
    out_ << YAML::EndSeq;
}

void YamlWriter::put_any(const char* key,
                         const std::vector<std::string>& texts) {
    if (!texts.empty()) {
        put(key, texts);
    }
}

ClaimKeys keys_for(std::string_view host) {
    ClaimKeys out;
    if (!host.empty()) {
        out.hosts.emplace_back(host);
    }
    return out;
}

std::string policy_text(const ClaimKeys& claims,
                        const std::function<void(YamlWriter&)>& put_body) {
    YamlWriter out;
    out.open_map();
    out.put("version", "1");
    out.blank_line();
    if (claims.hosts.empty()) {
        out.open_map("default");
        put_body(out);
        out.close_map();
    } else {
        out.open_list("sites");
        out.open_map();
        out.put("host", claims.hosts);
        out.put_any("port", claims.ports);
        out.put_any("scheme", claims.schemes);
        put_body(out);
        out.close_map();
        out.close_list();
    }
    out.close_map();
    return out.text();
}

std::optional<std::string> imported_path(std::string_view path) {
    const Pattern pattern(path);
    if (pattern.runs().empty() ||
        pattern.text().size() + kKey > kMaxRobotsLine) {
        return std::nullopt;
    }
    return std::string(pattern.text());
}

bool is_importable(std::string_view value) {
    return is_line_of_text(value) && !value.empty();
}

RobotsGroup importable(RobotsGroup group) {
    std::unordered_set<std::string> lines;
    std::vector<RuleLine> rules;
    for (RuleLine& rule : group.rules) {
        auto path = imported_path(rule.path);
        if (path && lines.insert((rule.allow ? 'a' : 'd') + *path).second) {
            rules.push_back({rule.allow, std::move(*path), rule.place});
        }
    }
    group.rules = std::move(rules);
    filter(group.request_rates, [&lines](const RequestRate& rate) {
        return lines.insert('r' + rate.text()).second;
    });
    group.request_rates.resize(
        std::min(group.request_rates.size(), kMaxRequestRates));
    filter(group.visit_times, [&lines](const DayWindow& window) {
        return lines.insert('v' + window.text()).second;
    });
    group.other = use_of_content(group.other);
    return group;
}

void put_group(YamlWriter& out, const RobotsGroup& group,
               std::string_view inherit, bool replace) {
    Strings allowed;
    Strings disallowed;
    for (const RuleLine& rule : group.rules) {
        (rule.allow ? allowed : disallowed).push_back(rule.path);
    }
    if (!group.comments.empty()) {
        out.put("comment", joined_lines(group.comments));
    }
    out.put("user_agent", group.user_agents);
    if (replace) {
        out.put("replace", "true");
    }
    if (group.is_private) {
        out.put("private", "true");
    }
    if (!inherit.empty()) {
        out.put("inherit", std::string(inherit));
    }
    out.put_any("allow", allowed);
    if (inherit.empty() || !disallowed.empty()) {
        out.put("disallow", disallowed);
    }
    if (group.crawl_delay) {
        out.put("crawl_delay", loader::duration_text(*group.crawl_delay));
    }
    out.put_any("request_rate", texts(group.request_rates));
    out.put_any("visit_time", texts(group.visit_times));
    put_use_of_content(out, group);
}

void put_enforce(YamlWriter& out, const EnforceKeys& keys) {
    const auto has = [&keys](auto&& is_meant) {
        return std::any_of(keys.begin(), keys.end(), is_meant);
    };
    const auto put_keys = [&](std::string_view map) {
        for (const loader::EnforceKey& each : keys) {
            if (each.map == map && each.value.empty()) {
                out.put_null(std::string(each.key));
            } else if (each.map == map) {
                out.put(std::string(each.key), each.value);
            }
        }
    };
    const auto put_map = [&](const char* map) {
        if (has([map](const auto& each) { return each.map == map; })) {
            out.open_map(map);
            put_keys(map);
            out.close_map();
        }
    };
    const auto is_of_refusal = [](const auto& each) {
        return each.map == "status" || each.map == "refusal";
    };
    if (has([&](const auto& each) { return !is_of_refusal(each); })) {
        out.open_map("enforce");
        put_keys("");
        put_map("at_most");
        out.close_map();
    }
    if (has(is_of_refusal)) {
        out.open_map("refusal");
        put_keys("refusal");
        put_map("status");
        out.close_map();
    }
}

}  // namespace robots
