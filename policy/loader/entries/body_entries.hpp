// The body of a template, a site or the default: all keys that say what is
// served and enforced. A body may build on a template.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_BODY_ENTRIES_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_BODY_ENTRIES_HPP

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/shared.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/site/policy.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots::loader {

// A key and the place of its value.
struct Said {
    std::string_view key;
    Place place;
};

// `robots_txt`: a file, a text, or somebody else who publishes it.
struct RobotsTxtEntry {
    Place place;
    std::optional<Text> file;  // as written
    std::optional<std::string> text;
    Publisher publisher = Publisher::policy;

    bool is_verbatim() const { return file || text; }
};

struct SuspendEntry {
    Place place;
    std::optional<std::chrono::seconds> retry_after;  // none: not suspended
};

// `refusal`; what is unset is left to the template.
struct RefusalEntry {
    std::optional<std::string> text;
    std::optional<std::string> contact;
};

enum class Environment { open, closed };

struct EnvironmentEntry {
    Environment environment = Environment::open;
    Place place;
};

struct BodyEntry {
    Place place;
    std::optional<Text> template_name;
    bool template_varies = false;  // its name comes from a variable
    std::optional<std::vector<std::string>> header;  // lines
    Shared<std::vector<GroupEntry>> groups;  // of bodies that add none, one
    std::optional<std::vector<Text>> sitemap;
    std::optional<std::vector<Text>> license;
    std::optional<std::vector<Text>> clean_param;
    std::optional<std::vector<Text>> host_line;
    std::optional<std::vector<OtherLine>> lines;
    std::optional<bool> keep_order;  // of groups and rules, as they are written
    std::optional<RobotsTxtEntry> robots_txt;
    std::optional<SuspendEntry> suspend;
    std::optional<std::chrono::seconds> max_age;
    std::optional<std::vector<XRobotsTag>> x_robots_tags;
    RefusalEntry refusal;
    EnforcementOverride enforce;
    std::optional<EnvironmentEntry> environment;
    lint::CodeSet ignored;  // warnings

    // The first key that a `robots_txt` with a text excludes.
    std::optional<Said> composed;
    // Whether any key but `template` and `environment` is there.
    bool says_something = false;
};

// Reads the key `name` of a body; false if bodies have no such key.
bool read_body_key(const Reader& reader, const YamlNode& name,
                   const YamlNode& value, BodyEntry& body);

// The names of the keys that bodies have.
std::vector<std::string_view> body_keys();

// `own` laid over the template `base`: keys that `own` lacks come from there.
BodyEntry merge_bodies(const BodyEntry& base, const BodyEntry& own);

// Reports an error if a merged body has keys that its `robots_txt` leaves no
// place for: beside a text or `none`, all that compose one; with `pass`, those
// that are only published.
void check_robots_txt(const BodyEntry& body, Findings& findings);

}  // namespace robots::loader

#endif
