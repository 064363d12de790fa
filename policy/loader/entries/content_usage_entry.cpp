#include "policy/loader/entries/content_usage_entry.hpp"

#include <string>
#include <utility>

#include "policy/loader/entries/path_rules.hpp"
#include "policy/robots_txt/content_preferences.hpp"

namespace robots::loader {

namespace {

void read_preferences(const Reader& reader, const Value& value,
                      std::string path, std::vector<ContentUsage>& out) {
    const auto text = reader.text(value);
    if (!text) {
        return;
    }
    auto usage = content_usage_from(*text);
    if (!usage || !usage->path.empty()) {
        reader.findings().error(value.place(), "bad-value",
                                "invalid preferences " + quoted(*text) +
                                    "; write `use=y` or `use=n`, as in "
                                    "`train-ai=n` or `train-ai=n, search=y`");
        return;
    }
    out.push_back({std::move(path), std::move(usage->preferences)});
}

}  // namespace

std::vector<ContentUsage> read_content_usage(const Reader& reader,
                                             const Value& value) {
    std::vector<ContentUsage> out;
    if (value.node->kind != YamlNode::Kind::map) {
        read_preferences(reader, value, "", out);
        return out;
    }
    const YamlNode& map = *value.node;
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        const YamlNode& path = map.items[i];
        std::vector<RuleLine> rules;
        read_path_rules(reader, {value.key, &path}, true, rules);
        if (path.text.empty()) {
            reader.findings().error(
                path.place, "empty-value",
                "`content_usage` has an empty path; write `/` for all paths");
        }
        for (RuleLine& rule : rules) {
            read_preferences(reader, {value.key, &map.items[i + 1]},
                             std::move(rule.path), out);
        }
    }
    return out;
}

}  // namespace robots::loader
