#include "policy/loader/group_writer.hpp"

#include <map>
#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/numbers.hpp"

namespace robots {

namespace {

using Strings = std::vector<std::string>;

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

// Each a line, and an empty one too.
std::string joined(const Strings& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += (out.empty() && &line == &lines.front() ? "" : "\n") + line;
    }
    return lines.empty() || !lines.back().empty() ? out : out + '\n';
}

void put_any(loader::YamlWriter& out, const char* key, const Strings& texts) {
    if (!texts.empty()) {
        out.put(key, texts);
    }
}

void put_signals(loader::YamlWriter& out, const ContentSignals& signals) {
    if (text_of(signals).empty()) {
        return;
    }
    out.open_map("content_signal");
    for (std::size_t i = 0; i < signals.size(); ++i) {
        if (signals[i]) {
            out.put(std::string(loader::kContentSignals[i]),
                    *signals[i] ? "yes" : "no");
        }
    }
    out.close_map();
}

void put_usage(loader::YamlWriter& out,
               const std::map<std::string, std::string>& usage) {
    if (usage.empty()) {
        return;
    }
    if (usage.size() == 1 && usage.begin()->first.empty()) {
        out.put("content_usage", usage.begin()->second);
        return;
    }
    out.open_map("content_usage");
    for (const auto& [path, preferences] : usage) {
        out.put(path.empty() ? "/" : path, preferences);
    }
    out.close_map();
}

}  // namespace

void put_group(loader::YamlWriter& out, const ImportGroup& group) {
    if (!group.comments.empty()) {
        out.put("comment", joined(group.comments));
    }
    out.put("user_agent", group.user_agents);
    if (group.replace) {
        out.put("replace", "true");
    }
    if (!group.inherit.empty()) {
        out.put("inherit", group.inherit);
    }
    put_any(out, "allow", group.allow);
    if (group.inherit.empty() || !group.disallow.empty()) {
        out.put("disallow", group.disallow);
    }
    if (group.crawl_delay) {
        out.put("crawl_delay", loader::duration_text(*group.crawl_delay));
    }
    put_any(out, "request_rate", texts(group.request_rates));
    put_any(out, "visit_time", texts(group.visit_times));
    put_signals(out, group.signals);
    put_usage(out, group.usage);
}

}  // namespace robots
