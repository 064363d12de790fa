#include "policy/loader/entries/use_entries.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/entries/path_rules.hpp"
#include "policy/loader/entries/rows.hpp"

namespace robots::loader {

namespace {

template <class Line>
void check_count(const Reader& reader, const Value& value,
                 std::vector<Line>& lines) {
    if (lines.size() > kMostUseLines) {
        reader.error(value.place(), "out-of-range",
                     robots::cited(value.key) + " has more than " +
                         std::to_string(kMostUseLines) +
                         " paths; join them with patterns");
        lines.resize(kMostUseLines);
    }
}

// Adds a "/", because paths of Content-Usage start with "/"
// (draft-ietf-aipref-attach, 3.2).
std::string with_slash(std::string path) {
    if (path[0] == '*') {
        path.insert(0, "/");
    }
    return path;
}

// Returns the patterns of `value`, which is one path or a list.
std::vector<std::string> patterns_of(const Reader& reader, const Value& value) {
    std::vector<RuleLine> rules;
    read_path_rules(reader, value, true, rules);
    std::vector<std::string> out;
    out.reserve(rules.size());
    for (RuleLine& rule : rules) {
        out.push_back(with_slash(std::move(rule.path)));
    }
    return out;
}

void read_signal(const Reader& reader, const YamlNode& key, const Value& value,
                 ContentSignalLine& line) {
    const auto text = reader.text(value);
    if (!text) {
        return;
    }
    const auto read = content_signal_from(std::string(key.text) + '=' + *text);
    if (!read || !read->path.empty() || read->signals.size() != 1) {
        reader.error(value.place(), "bad-value",
                     "invalid signal " +
                         robots::cited(std::string(key.text) + '=' + *text) +
                         "; write words of at most 64 letters, digits and "
                         "`-`, as in `ai-train: no`");
    } else if (line.signals.size() == kMostPreferences) {
        reader.error(value.place(), "out-of-range",
                     "`content_signal` has more than " +
                         std::to_string(kMostPreferences) + " signals");
    } else {
        line.set(read->signals[0].first, read->signals[0].second);
    }
}

void read_signals_of(const Reader& reader, const Value& item,
                     std::vector<ContentSignalLine>& out) {
    if (!reader.is_map(item)) {
        return;
    }
    ContentSignalLine line;
    std::vector<std::string> paths{""};
    for (std::uint32_t i = 0; i < item.node->size; i += 2) {
        const YamlNode& key = item.node->items[i];
        const Value value{key.text, &item.node->items[i + 1]};
        if (key.text != "path") {
            read_signal(reader, key, value, line);
            continue;
        }
        paths = read_use_paths(reader, value);
    }
    for (std::string& path : paths) {
        if (line.signals.empty() || out.size() > kMostUseLines) {
            return;  // check_count() reports too many
        }
        line.path = std::move(path);
        out.push_back(line);
    }
}

void read_preferences(const Reader& reader, const Value& value,
                      std::string path, std::vector<ContentUsageLine>& out) {
    const auto text = reader.text(value);
    if (!text) {
        return;
    }
    auto usage = content_usage_from(*text);
    if (usage && usage->path.empty() && !usage->has_more) {
        usage->path = std::move(path);
        out.push_back(std::move(*usage));
        return;
    }
    const std::string folded = fold(*text);
    const auto meant = content_usage_from(folded);
    reader.error(value.place(), "bad-value",
                 "invalid preferences " + robots::cited(*text) +
                     (meant && !meant->has_more && folded != *text
                          ? "; write lower case, as in " + robots::cited(folded)
                          : "; write `label=y` or `label=n`, as in "
                            "`train-ai=n` or `train-ai=n, search=y`"));
}

}  // namespace

std::vector<std::string> read_use_paths(const Reader& reader,
                                        const Value& value) {
    const std::size_t errors = reader.findings().errors();
    std::vector<std::string> paths = patterns_of(reader, value);
    if (paths.empty() && reader.findings().errors() == errors) {
        reader.error(value.place(), "empty-value",
                     "`path` is empty; remove it to match all");
    }
    return paths;
}

std::vector<ContentSignalLine> read_content_signals(const Reader& reader,
                                                    const Value& value) {
    std::vector<ContentSignalLine> out;
    for (const Value& item : reader.one_or_more(value)) {
        read_signals_of(reader, item, out);
    }
    check_count(reader, value, out);
    return out;
}

void lay_signals_over(std::vector<ContentSignalLine>& base,
                      const std::vector<ContentSignalLine>& own) {
    UseOfContent all;
    for (const ContentSignalLine& line : base) {
        all.add(line);
    }
    for (const ContentSignalLine& line : own) {
        all.add(line);
    }
    base = all.all_signals();
}

std::vector<ContentUsageLine> read_content_usage(const Reader& reader,
                                                 const Value& value) {
    std::vector<ContentUsageLine> out;
    if (value.node->kind != YamlNode::Kind::map) {
        read_preferences(reader, value, "", out);
        return out;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& path = map.items[i];
        if (path.text.empty()) {
            reader.error(
                path.place, "empty-value",
                "`content_usage` has an empty path; write `/` for all paths");
            continue;
        }
        for (std::string& each : patterns_of(reader, {value.key, &path})) {
            read_preferences(reader, {value.key, &map.items[i + 1]},
                             std::move(each), out);
        }
    }
    check_count(reader, value, out);
    return out;
}

// ---- `usage` of a body ------------------------------------------------------

namespace {

constexpr std::size_t kSearch = 0;
constexpr std::size_t kAiInput = 1;
constexpr std::size_t kTrainAi = 2;

constexpr bool has_dialect(const Dialects& dialects, Dialect dialect) {
    return dialects[static_cast<std::size_t>(dialect)];
}

// An item of `usage` as written. `paths` is nullopt for all paths.
struct UsageItem {
    std::optional<std::vector<std::string>> paths;
    UsageOfPath says;
};

template <bool allow>
void read_uses(const Reader& reader, const Value& value, UsageItem& item) {
    for (const Value& each : reader.one_or_more(value)) {
        const auto at =
            reader.choice(each, {kUses.begin(), kUses.end()}, "unknown-use",
                          {{"ai-train", "train-ai"},
                           {"training", "train-ai"},
                           {"train-genai", "train-ai"},
                           {"ai-output", "ai-input"}});
        if (!at) {
            continue;
        }
        if (item.says.allowed[*at].value_or(allow) != allow) {
            reader.error(each.place(), "contradicting-use",
                         robots::cited(kUses[*at]) +
                             " is in both `allow` and `disallow`; remove one");
        }
        item.says.allowed[*at] = allow;
    }
}

constexpr Key<UsageItem> kItemKeys[] = {
    {"path", read_as<&UsageItem::paths, read_use_paths>},
    {"allow", read_uses<true>},
    {"disallow", read_uses<false>},
};

std::vector<UsageItem> read_items(const Reader& reader, const Value& value) {
    std::vector<UsageItem> out;
    for (const Value& each : reader.one_or_more(value)) {
        UsageItem item;
        const std::size_t errors = reader.findings().errors();
        if (!read_map(reader, each, "an item of `usage`", kItemKeys, item)) {
            continue;
        }
        const auto& allowed = item.says.allowed;
        if (reader.findings().errors() != errors) {
            continue;
        }
        if (std::none_of(allowed.begin(), allowed.end(),
                         [](const auto& said) { return said.has_value(); })) {
            reader.error(each.place(), "missing-key",
                         "missing `allow` or `disallow` in an item of `usage`; "
                         "write one, such as `disallow: [train-ai]`");
            continue;
        }
        out.push_back(std::move(item));
    }
    return out;
}

void lay_uses_over(UsageOfPath& base, const UsageOfPath& own) {
    for (std::size_t i = 0; i < kUses.size(); ++i) {
        assign(base.allowed[i], own.allowed[i]);
    }
}

}  // namespace

std::optional<std::vector<UsageOfPath>> read_usage_of_paths(
    const Reader& reader, const Value& value) {
    const std::vector<UsageItem> items = read_items(reader, value);
    std::vector<UsageOfPath> out(1);
    for (const UsageItem& item : items) {
        if (!item.paths) {
            lay_uses_over(out[0], item.says);
        }
    }
    for (const UsageItem& item : items) {
        for (const std::string& path :
             item.paths.value_or(std::vector<std::string>{})) {
            auto it = std::find_if(
                out.begin() + 1, out.end(),
                [&path](const UsageOfPath& each) { return each.path == path; });
            if (it == out.end()) {
                if (out.size() > kMostUsagePaths) {
                    reader.error(value.place(), "out-of-range",
                                 "`usage` has more than " +
                                     std::to_string(kMostUsagePaths) +
                                     " paths, and every response checks all of "
                                     "them; join them with patterns");
                    return std::nullopt;
                }
                it = out.insert(it, {path, out[0].allowed});
            }
            lay_uses_over(*it, item.says);
        }
    }
    return out;
}

std::optional<Dialects> read_dialects(const Reader& reader,
                                      const Value& value) {
    Dialects out;
    for (const Value& each : reader.one_or_more(value)) {
        const auto at =
            reader.choice(each, {"content_usage", "content_signal", "tdmrep"},
                          "bad-value", {{"tdm-reservation", "tdmrep"}});
        if (at) {
            out.set(*at);
        }
    }
    return out;
}

std::vector<ContentSignalLine> signals_of(const std::vector<UsageOfPath>& all) {
    constexpr std::array<std::string_view, kUses.size()> kSignals{
        "search", "ai-input", "ai-train"};
    std::vector<ContentSignalLine> out;
    for (const UsageOfPath& each : all) {
        ContentSignalLine line;
        line.path = each.path;
        for (std::size_t i = 0; i < kUses.size(); ++i) {
            if (each.allowed[i]) {
                line.set(kSignals[i], *each.allowed[i] ? "yes" : "no");
            }
        }
        if (!line.signals.empty()) {
            out.push_back(std::move(line));
        }
    }
    return out;
}

std::vector<ContentUsageLine> usage_of(const std::vector<UsageOfPath>& all) {
    std::vector<ContentUsageLine> out;
    for (const UsageOfPath& each : all) {
        ContentUsageLine line;
        line.path = each.path;
        for (const std::size_t use : {kTrainAi, kSearch}) {
            if (each.allowed[use]) {
                line.labels.emplace_back(kUses[use], *each.allowed[use]);
            }
        }
        if (!line.labels.empty()) {
            out.push_back(std::move(line));
        }
    }
    return out;
}

std::vector<UseHeaders> headers_of(const std::vector<UsageOfPath>& all,
                                   const Dialects& dialects) {
    std::vector<UseHeaders> out;
    for (const UsageOfPath& each : all) {
        UseHeaders headers{Pattern(each.path.empty() ? "/" : each.path), "",
                           ""};
        const auto lines = usage_of({each});
        if (has_dialect(dialects, Dialect::content_usage) && !lines.empty()) {
            headers.content_usage = preferences_of(lines[0]);
        }
        const auto& train = each.allowed[kTrainAi];
        if (has_dialect(dialects, Dialect::tdmrep) && train) {
            const bool all_allowed = each.allowed[kSearch].value_or(true) &&
                                     each.allowed[kAiInput].value_or(true);
            headers.tdm_reservation = !*train ? "1" : all_allowed ? "0" : "";
        }
        out.push_back(std::move(headers));
    }
    // If at least one item has headers, keeps all items. An item without
    // headers is needed because, for its path, it replaces the headers of
    // shorter paths.
    const bool none =
        std::all_of(out.begin(), out.end(), [](const UseHeaders& headers) {
            return headers.content_usage.empty() &&
                   headers.tdm_reservation.empty();
        });
    return none ? std::vector<UseHeaders>{} : out;
}

}  // namespace robots::loader
