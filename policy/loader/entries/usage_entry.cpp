#include "policy/loader/entries/usage_entry.hpp"

#include <algorithm>
#include <utility>

#include "policy/loader/entries/rows.hpp"
#include "policy/loader/entries/use_entries.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kSearch = 0;
constexpr std::size_t kAiInput = 1;
constexpr std::size_t kTrainAi = 2;

constexpr bool has_dialect(const Dialects& dialects, Dialect dialect) {
    return dialects[static_cast<std::size_t>(dialect)];
}

// An item as it is written; no path means all.
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
                         robots::quoted(kUses[*at]) +
                             " is in both `allow` and `disallow`; remove one");
        }
        item.says.allowed[*at] = allow;
    }
}

void read_item_path(const Reader& reader, const Value& value, UsageItem& item) {
    item.paths = read_use_paths(reader, value);
}

constexpr Key<UsageItem> kItemKeys[] = {
    {"path", read_item_path},
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
    // A path without a header keeps those of shorter paths away.
    const bool none =
        std::all_of(out.begin(), out.end(), [](const UseHeaders& headers) {
            return headers.content_usage.empty() &&
                   headers.tdm_reservation.empty();
        });
    return none ? std::vector<UseHeaders>{} : out;
}

}  // namespace robots::loader
