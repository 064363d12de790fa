#include "policy/loader/entries/use_entries.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/entries/path_rules.hpp"

namespace robots::loader {

namespace {

template <class Line>
void check_count(const Reader& reader, const Value& value,
                 std::vector<Line>& lines) {
    if (lines.size() > kMostUseLines) {
        reader.error(value.place(), "out-of-range",
                     robots::quoted(value.key) + " has more than " +
                         std::to_string(kMostUseLines) +
                         " paths; join them with patterns");
        lines.resize(kMostUseLines);
    }
}

// Paths of Content-Usage start with "/" (attach 3.2).
std::string with_slash(std::string path) {
    if (path[0] == '*') {
        path.insert(0, "/");
    }
    return path;
}

// The patterns of `value`, a path or several.
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
                         robots::quoted(std::string(key.text) + '=' + *text) +
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
            return;  // check_count says what is too many
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
    reader.error(
        value.place(), "bad-value",
        "invalid preferences " + robots::quoted(*text) +
            (meant && !meant->has_more && folded != *text
                 ? "; write lower case, as in " + robots::quoted(folded)
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

}  // namespace robots::loader
