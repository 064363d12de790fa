#include "policy/loader/entries/include_entry.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "policy/loader/entries/rows.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/yaml/numbers.hpp"

namespace robots::loader {

namespace {

void read_files(const Reader& reader, const Value& value, Include& include) {
    include.files = {
        reader
            .filled_text(value,
                         "`files` is empty; expected a path or a pattern")
            .value_or(""),
        value.place()};
}

void read_scope(const Reader& reader, const Value& value, Include& include) {
    include.own_scope = reader.choice(value, {"policy", "file"}) == 1U;
}

void read_on_error(const Reader& reader, const Value& value, Include& include) {
    include.keeps = reader.choice(value, {"refuse", "keep"}) == 1U;
}

void read_max_size(const Reader& reader, const Value& value, Include& include) {
    const auto text = reader.text(value);
    const auto size = text ? parse_size(*text) : std::nullopt;
    if (size && *size > 0 && *size <= kMaxYaml) {
        include.max_size = *size;
    } else if (text) {
        reader.error(value.place(), "bad-value",
                     "invalid size " + cited(*text) +
                         "; write a number and `KiB` or `MiB`, as in `64KiB`, "
                         "at most `32MiB`");
    }
}

void read_may(const Reader& reader, const Value& value, Include& include) {
    include.may.emplace();
    for (const Value& item : reader.one_or_more(value)) {
        if (const auto at =
                reader.choice(item, {kIncludable.begin(), kIncludable.end()})) {
            include.may->push_back(kIncludable[*at]);
        }
    }
}

void read_given(const Reader& reader, const Value& value, Include& include) {
    include.hosts.emplace();
    if (!reader.is_map(value)) {
        return;
    }
    for (std::uint32_t i = 0; i < value.node->size; i += 2) {
        const std::string_view file = value.node->items[i].text;
        for (const Text& text :
             reader.texts({file, &value.node->items[i + 1]})) {
            if (auto host =
                    canonical_site_host(text.value, text.place,
                                        reader.findings(), Quoting::quoted)) {
                include.hosts->push_back(
                    {std::string(file), {std::move(*host), text.place}});
            }
        }
    }
}

// Sets and checks the limits for files with `on_error: keep`. A load can leave
// these files out, so other files must not depend on them.
void keep_apart(const Reader& reader, const YamlNode& map, Include& include) {
    const YamlNode* scope = find_key(map, "scope");
    if (scope != nullptr && !include.own_scope) {
        reader.error(scope->place, "bad-value",
                     "with `on_error: keep` each file has its own scope; "
                     "write `scope: file`");
    }
    include.own_scope = true;
    if (!include.may) {
        include.may.emplace(kIncludable.begin(), kIncludable.end());
        include.may->erase(
            std::find(include.may->begin(), include.may->end(), "crawlers"));
    } else if (include.allows("crawlers")) {
        reader.error(find_key(map, "may")->place, "bad-value",
                     "`may` cannot list `crawlers` with `on_error: keep`, "
                     "since crawlers are everybody's");
    }
}

constexpr Key<Include> kIncludeKeys[] = {
    {"files", read_files, {}, {1}},       {"scope", read_scope, {}, {1}},
    {"on_error", read_on_error, {}, {1}}, {"max_size", read_max_size, {}, {1}},
    {"may", read_may, {}, {1}},           {"hosts", read_given, {}, {1}},
};

std::optional<Include> read_include(const Reader& reader, const Value& item) {
    Include include;
    if (item.node->kind != YamlNode::Kind::map) {
        auto files = reader.text(item);
        include.files = {files.value_or(""), item.place()};
        return files ? std::optional(std::move(include)) : std::nullopt;
    }
    read_map(reader, item, "`include`", kIncludeKeys, include);
    if (find_key(*item.node, "files") == nullptr) {
        reader.error(item.place(), "missing-key",
                     "missing `files` in `include`; write a path or a pattern");
    }
    if (include.keeps) {
        keep_apart(reader, *item.node, include);
    }
    if (include.may && include.allows("variables") && !include.own_scope) {
        reader.error(find_key(*item.node, "may")->place, "bad-value",
                     "`may` can list `variables` only with `scope: file`");
    }
    return include.files.value.empty() ? std::nullopt
                                       : std::optional(std::move(include));
}

}  // namespace

std::vector<Include> read_include_entries(const Reader& reader,
                                          const Value& value) {
    std::vector<Include> out;
    for (const Value& item : reader.one_or_more(value)) {
        if (auto include = read_include(reader, item)) {
            out.push_back(std::move(*include));
        }
    }
    return out;
}

}  // namespace robots::loader
