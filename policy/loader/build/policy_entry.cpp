#include "policy/loader/build/policy_entry.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "policy/base/utf8.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/lint_entry.hpp"
#include "policy/loader/yaml/source.hpp"

namespace robots::loader {

namespace {

void read_version(const Reader& reader, const Value& value, PolicyEntry&) {
    const auto text = reader.text(value);
    if (text && *text != "1") {
        reader.findings().error(
            value.place(), "bad-version",
            "unsupported version " + quoted(*text) +
                " of the policy language; this release reads `version: 1`");
    }
}

template <class Entry>
void append_all(std::vector<Entry>& to, std::vector<Entry> from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

// Sites are read one by one, when all that they refer to is.
void read_sites(const Reader& reader, const Value& value, PolicyEntry& policy) {
    reader.list(value);
    policy.site_lists.push_back({reader.findings().reserve_stage(), {}, false});
}

void read_templates(const Reader& reader, const Value& value,
                    PolicyEntry& policy) {
    policy.templates.read(reader, value);
}

void read_crawlers(const Reader& reader, const Value& value,
                   PolicyEntry& policy) {
    append_all(policy.crawlers, read_crawler_entries(reader, value));
}

void read_tests(const Reader& reader, const Value& value, PolicyEntry& policy) {
    append_all(policy.tests, read_test_entries(reader, value));
}

void read_elsewhere(const Reader&, const Value&, PolicyEntry&) {}

const Key<PolicyEntry> kMainKeys[] = {
    {"version", read_version},
    {"include", read_elsewhere},
    {"variables", read_elsewhere},
    {"enforce",
     [](const Reader& reader, const Value& value, PolicyEntry& policy) {
         policy.enforce = read_enforce(reader, value);
     }},
    {"templates", read_templates},
    {"sites", read_sites},
    {"default",
     [](const Reader& reader, const Value& value, PolicyEntry& policy) {
         policy.default_site = read_default_entry(reader, value);
     }},
    {"crawlers", read_crawlers},
    {"identity",
     [](const Reader& reader, const Value& value, PolicyEntry& policy) {
         policy.identity = read_identity(reader, value);
     }},
    {"tests", read_tests},
    {"lint",
     [](const Reader& reader, const Value& value, PolicyEntry& policy) {
         policy.ignored = read_policy_lint(reader, value);
     }},
};

void only_in_main(const Reader& reader, const Value& value, PolicyEntry&) {
    reader.findings().error(value.place(), "only-in-main-file",
                            quoted(value.key) +
                                " is allowed only in the main file of the "
                                "policy, not in an included file");
}

const Key<PolicyEntry> kIncludedKeys[] = {
    {"version", read_version},   {"templates", read_templates},
    {"sites", read_sites},       {"crawlers", read_crawlers},
    {"tests", read_tests},       {"include", only_in_main},
    {"variables", only_in_main}, {"enforce", only_in_main},
    {"default", only_in_main},   {"lint", only_in_main},
    {"identity", only_in_main},
};

void declare(const YamlNode& name, const YamlNode& value, const Reader& literal,
             VariableSet& variables, Findings& findings) {
    if (VariableSet::is_per_request(name.text)) {
        findings.error(
            name.place, "bad-variable",
            quoted(name.text) + " is a built-in variable; choose another name");
        return;
    }
    if (!VariableSet::is_name(name.text)) {
        findings.error(
            name.place, "bad-variable",
            "invalid variable name " + quoted(name.text) +
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
                           "the value given for variable " + quoted(name) +
                               " is not one line of UTF-8 text");
        } else if (!variables.override_value(name, value)) {
            const auto names = variables.names();
            const std::string hint = did_you_mean(name, names);
            findings.error(
                place, "undefined-variable",
                "cannot set the undeclared variable " + quoted(name) + hint +
                    (names.empty() ? "; the policy has no `variables`"
                                   : (hint.empty() ? "; declared variables: "
                                                   : " Declared variables: ") +
                                         listing(names)));
        }
    }
}

// The items of the `sites` that a file was just read to have.
void take_sites(YamlDocument& document, PolicyEntry& policy) {
    if (document.packed().size() > 0) {
        policy.site_lists.back().items = std::move(document.packed());
        policy.site_lists.back().has_hosts_files = document.has_apart();
    }
}

void check_main(const YamlNode& root, const PolicyEntry& policy,
                const Place& place, Findings& findings) {
    if (root.kind != YamlNode::Kind::map) {
        return;
    }
    if (find_key(root, "version") == nullptr) {
        findings.error(place, "missing-key",
                       "missing `version`; write `version: 1` at the top");
    }
    const auto& lists = policy.site_lists;
    const bool has_sites =
        std::any_of(lists.begin(), lists.end(),
                    [](const SiteList& list) { return list.items.size() > 0; });
    if (!has_sites && !policy.default_site && findings.errors() == 0) {
        findings.error(place, "missing-key",
                       "missing `sites` or `default`; write at least one site");
    }
}

}  // namespace

VariableSet read_variables(const YamlNode& root, std::uint32_t file,
                           const Variables& overrides, Findings& findings) {
    VariableSet variables;
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
    const Place top{files.all().front()->index, 1, 1};
    read_map(reader, {"a policy", &root}, "a policy", kMainKeys, policy);
    take_sites(files.all().front()->document, policy);
    if (root.kind == YamlNode::Kind::map) {
        if (const YamlNode* include = find_key(root, "include")) {
            files.read_includes(reader, {"include", include});
        }
    }
    for (std::size_t i = 1; i < files.all().size(); ++i) {
        const YamlNode& included = files.all()[i]->document.root();
        read_map(reader, {"an included file", &included}, "an included file",
                 kIncludedKeys, policy);
        take_sites(files.all()[i]->document, policy);
    }
    check_main(root, policy, top, reader.findings());
    return policy;
}

}  // namespace robots::loader
