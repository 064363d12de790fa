#include "policy/loader/build/policy_entry.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "policy/base/near_word.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/include_entry.hpp"
#include "policy/loader/entries/refusal_entry.hpp"
#include "policy/loader/entries/rows.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/numbers.hpp"

namespace robots::loader {

namespace {

// Returns the minor version: 0 for "1", which means 1.0, and 1 for "1.1".
// Returns nullopt if `version` is invalid.
std::optional<int> minor_of(std::string_view version) {
    if (version == "1") {
        return 0;
    }
    const auto minor = version.substr(0, 2) == "1."
                           ? parse_integer(version.substr(2))
                           : std::nullopt;
    return minor ? std::optional(static_cast<int>(*minor)) : std::nullopt;
}

// Returns false after an error: the file with the tree `root` needs a newer
// version of the language than `reader` reads. Then the other keys of the file
// are not read, because one error is clearer than one for each new key.
bool reads_version(const Reader& reader, const YamlNode& root) {
    const YamlNode* value =
        root.kind == YamlNode::Kind::map ? find_key(root, "version") : nullptr;
    if (value == nullptr) {
        return true;
    }
    const auto text = reader.text({"version", value});
    const auto minor = text ? minor_of(*text) : std::nullopt;
    const std::string ours = language_text(reader.language());
    if (text && !minor) {
        reader.error(value->place, "bad-version",
                     "invalid version " + cited(*text) +
                         " of the policy language; write `version: " + ours +
                         '`');
    } else if (minor && *minor > reader.language()) {
        reader.error(value->place, "newer-language",
                     "this needs language " + language_text(*minor) +
                         ", and this release reads " + ours +
                         "; upgrade this nginx, or write `version: " + ours +
                         "` and only keys that " + ours + " has");
        return false;
    }
    return true;
}

// Reads a list that several files may have, and appends its items to `field`.
template <auto field, auto read>
void append_as(const Reader& reader, const Value& value, PolicyEntry& policy) {
    auto read_now = read(reader, value);
    std::move(read_now.begin(), read_now.end(),
              std::back_inserter(policy.*field));
}

// Only checks that `sites` is a list. SiteLists reads the sites later, one by
// one, after everything to which they refer.
void read_sites(const Reader& reader, const Value& value, PolicyEntry&) {
    reader.list(value);
}

void read_main_enforce(const Reader& reader, const Value& value,
                       PolicyEntry& policy) {
    read_file_enforce(reader, value, policy.enforce, policy.at_least);
}

void read_main_refusal(const Reader& reader, const Value& value,
                       PolicyEntry& policy) {
    read_short_refusal(reader, value, policy.enforce);
}

void read_main_budgets(const Reader& reader, const Value& value,
                       PolicyEntry& policy) {
    policy.budgets = read_budget_entries(reader, value);
    for (BudgetEntry& budget : policy.budgets) {
        budget.of_all_sites = true;
    }
}

void read_templates(const Reader& reader, const Value& value,
                    PolicyEntry& policy) {
    policy.templates.read(reader, value);
}

constexpr auto read_crawlers =
    append_as<&PolicyEntry::crawlers, read_crawler_entries>;
constexpr auto read_tests = append_as<&PolicyEntry::tests, read_test_entries>;

void read_elsewhere(const Reader&, const Value&, PolicyEntry&) {}

constexpr Key<PolicyEntry> kMainKeys[] = {
    {"version", read_elsewhere},
    {"include", read_elsewhere},
    {"variables", read_elsewhere},
    {"enforce", read_main_enforce},
    {"refusal", read_main_refusal, {}, {1}},
    {"budgets", read_main_budgets, {}, {1}},
    {"templates", read_templates},
    {"sites", read_sites},
    {"default", read_as<&PolicyEntry::default_site, read_default_entry>},
    {"crawlers", read_crawlers},
    {"identity", read_as<&PolicyEntry::identity, read_identity>, {}, {1}},
    {"tests", read_tests},
    {"lint", read_as<&PolicyEntry::ignored, read_policy_lint>, {}, {1}},
};

void only_in_main(const Reader& reader, const Value& value, PolicyEntry&) {
    reader.error(value.place(), "only-in-main-file",
                 cited(value.key) +
                     " is allowed only in the main file of the policy, not in "
                     "an included file");
}

const Key<PolicyEntry> kIncludedKeys[] = {
    {"version", read_elsewhere}, {"templates", read_templates},
    {"sites", read_sites},       {"crawlers", read_crawlers},
    {"tests", read_tests},       {"include", only_in_main},
    {"variables", only_in_main}, {"enforce", only_in_main},
    {"default", only_in_main},   {"lint", only_in_main},
    {"identity", only_in_main},  {"refusal", only_in_main},
    {"budgets", only_in_main},
};

void declare(const YamlNode& name, const YamlNode& value, const Reader& literal,
             VariableSet& variables, Findings& findings) {
    if (VariableSet::is_per_request(name.text)) {
        findings.error(
            name.place, "bad-variable",
            cited(name.text) + " is a built-in variable; choose another name");
        return;
    }
    if (!VariableSet::is_name(name.text)) {
        findings.error(
            name.place, "bad-variable",
            "invalid variable name " + cited(name.text) +
                "; use letters, digits and `_`, and start with no digit");
        return;
    }
    std::string default_value;
    if (value.kind == YamlNode::Kind::scalar &&
        value.text.find("${") != std::string_view::npos) {
        findings.error(value.place, "bad-variable",
                       "the value of a variable cannot use other variables");
    } else {
        default_value = literal.text({name.text, &value}).value_or("");
    }
    variables.declare(std::string(name.text), std::move(default_value),
                      name.place);
}

void apply(const Variables& overrides, const Place& place,
           VariableSet& variables, Findings& findings) {
    for (const auto& [name, value] : overrides) {
        if (!is_line_of_text(value)) {
            findings.error(place, "control-octet",
                           "the value given for variable " + cited(name) +
                               " is not one line of UTF-8 text");
        } else if (!variables.override_value(name, value)) {
            findings.error(place, "undefined-variable",
                           "cannot set the undeclared variable " + cited(name) +
                               variables.hint(name));
        }
    }
}

void take_sites(PolicyFile& file, PolicyEntry& policy) {
    if (file.is_known() || file.document.packed().size() > 0) {
        policy.site_lists.push_back({std::move(file.document.packed()), &file});
    }
}

// Returns whether an included file may have `key`. Reports an error if not.
bool check_allowed(const Reader& reader, const YamlNode& key,
                   const Include& include) {
    const bool can_be_listed = std::find(kIncludable.begin(), kIncludable.end(),
                                         key.text) != kIncludable.end();
    if (!can_be_listed || include.allows(key.text)) {
        return true;
    }
    std::vector<std::string_view> allowed{"version"};
    allowed.insert(allowed.end(), include.may->begin(), include.may->end());
    const bool can_be_added = key.text != "crawlers" || !include.keeps;
    const bool needs_scope = key.text == "variables" && !include.own_scope;
    reader.error(key.place, "not-allowed-here",
                 cited(key.text) +
                     " is not allowed in this file, whose `include` allows " +
                     listing(allowed) + "; remove it" +
                     (can_be_added ? ", or add it to `may`" : "") +
                     (needs_scope ? ", with `scope: file`" : ""));
    return false;
}

void read_included(const Reader& reader, PolicyFile& file,
                   PolicyEntry& policy) {
    const YamlNode& root = file.document.root();
    if (!reader.is_map({"an included file", &root})) {
        return;
    }
    for (std::uint32_t i = 0; i < root.size; i += 2) {
        const YamlNode& name = root.items[i];
        const YamlNode& value = root.items[i + 1];
        // The file's own variables have been read already.
        if (!check_allowed(reader, name, *file.include) ||
            (name.text == "variables" && file.variables)) {
            continue;
        }
        if (read_key(reader, kIncludedKeys, name, value, policy) == nullptr) {
            reader.unknown_key(name, "an included file",
                               names_of(kIncludedKeys));
        }
    }
    if (file.include->allows("sites")) {
        take_sites(file, policy);
    }
}

// Reads an included file. Its `version` and its own variables count only for
// this file.
void read_included(const Reader& main, PolicyFile& file, PolicyEntry& policy,
                   Findings& findings) {
    const YamlNode& root = file.document.root();
    if (file.include->own_scope) {
        policy.templates.give_scope(file.index);
        if (file.include->allows("variables")) {
            file.variables.emplace(read_variables(root, file.index, {},
                                                  findings, &main.variables()));
        }
    }
    if (file.is_known()) {
        take_sites(file, policy);
        return;
    }
    const Reader reader = reader_of(file, main, policy.at_least);
    if (reads_version(reader, root)) {
        read_included(reader, file, policy);
    }
}

void check_main(const YamlNode& root, const PolicyEntry& policy,
                const PolicyFiles& files, Findings& findings) {
    if (root.kind != YamlNode::Kind::map) {
        return;
    }
    const Place place{files.all().front()->index, 1, 1};
    if (find_key(root, "version") == nullptr) {
        findings.error(place, "missing-key",
                       "missing `version`; write `version: " +
                           language_text(kLanguageMinor) + "` at the top");
    }
    const auto& lists = policy.site_lists;
    const bool has_sites =
        std::any_of(lists.begin(), lists.end(), [](const SiteList& list) {
            return list.file->is_known() || list.items.size() > 0;
        });
    if (!has_sites && !policy.default_site && !files.may_leave_sites_out() &&
        findings.errors() == 0) {
        findings.error(place, "missing-key",
                       "missing `sites` or `default`; write at least one site");
    }
}

}  // namespace

std::vector<KeyHome> key_homes() {
    struct Map {
        std::string_view owner;
        std::string_view written;
        std::vector<std::string_view> keys;
    };
    const Map maps[] = {
        {"a group", "write it in an item of `groups`", group_keys()},
        {"a site", "write it in a site, a template or `default`", body_keys()},
        {"a site", "write it in an item of `sites`", site_keys()},
        {"`enforce`", "write it under `enforce`", enforce_keys()},
        {"a policy", "write it at the top level, without blanks in front",
         names_of(kMainKeys)},
    };
    std::vector<KeyHome> out;
    for (const Map& map : maps) {
        for (const std::string_view key : map.keys) {
            if (key != "enforce" && key != "lint" && key != "budgets") {
                // these three keys belong to several levels
                out.push_back({key, map.owner, map.written});
            }
        }
    }
    return out;
}

VariableSet read_variables(const YamlNode& root, std::uint32_t file,
                           const Variables& overrides, Findings& findings,
                           const VariableSet* outer) {
    VariableSet variables(outer);
    const VariableSet none;
    const Reader literal(findings, none);
    const YamlNode* map = root.kind == YamlNode::Kind::map
                              ? find_key(root, "variables")
                              : nullptr;
    if (map != nullptr && literal.is_map({"variables", map})) {
        for (std::uint32_t i = 0; i < map->size; i += 2) {
            declare(map->items[i], map->items[i + 1], literal, variables,
                    findings);
        }
    }
    apply(overrides, {file, 0, 0}, variables, findings);
    return variables;
}

PolicyEntry read_policy(const Reader& reader, PolicyFiles& files) {
    PolicyEntry policy;
    const YamlNode& root = files.all().front()->document.root();
    if (!reads_version(reader, root)) {
        return policy;
    }
    read_map(reader, {"a policy", &root}, "a policy", kMainKeys, policy);
    take_sites(*files.all().front(), policy);
    if (root.kind == YamlNode::Kind::map) {
        if (const YamlNode* include = find_key(root, "include")) {
            files.read_includes(
                reader, read_include_entries(reader, {"include", include}));
        }
    }
    for (std::size_t i = 1; i < files.all().size(); ++i) {
        read_included(reader, *files.all()[i], policy, reader.findings());
    }
    check_main(root, policy, files, reader.findings());
    return policy;
}

}  // namespace robots::loader
