// Writes policies, and groups of them.

#pragma once

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Writes YAML key by key, so that the loader reads back the same texts and a
// person can go on with it.
class YamlWriter {
  public:
    YamlWriter() { out_.SetIndent(2); }

    // The document, or an item of a list.
    void open_map() { out_ << YAML::BeginMap; }
    void open_map(const char* key) {
        out_ << YAML::Key << key << YAML::Value << YAML::BeginMap;
    }
    void close_map() { out_ << YAML::EndMap; }
    void open_list() { out_ << YAML::BeginSeq; }  // the document
    void open_list(const char* key) {
        out_ << YAML::Key << key << YAML::Value << YAML::BeginSeq;
    }
    void close_list() { out_ << YAML::EndSeq; }
    void blank_line() { out_ << YAML::Newline << YAML::Newline; }

    // Texts get quotes where YAML needs them, and a "${" is written so that it
    // starts no variable. They hold no control character but line breaks.
    void put(const std::string& key, const std::string& text);

    // One text is written without a list. Several are written in brackets where
    // that is short, or else one a line.
    void put(const char* key, const std::vector<std::string>& texts);
    // The same, or nothing if there is none.
    void put_any(const char* key, const std::vector<std::string>& texts);

    // The file, when all is closed.
    std::string text() const { return std::string(out_.c_str()) + '\n'; }

  private:
    YAML::Emitter out_;
};

// A policy with one site for `host`, or a default if that is empty.
// put_body() writes the site's keys.
std::string policy_text(std::string_view host,
                        const std::function<void(YamlWriter&)>& put_body);

// The text of a rule as RuleLine has it, as a policy says it. nullopt if it
// matches nothing, or is longer than what crawlers read of a line.
std::optional<std::string> imported_path(std::string_view path);

// Whether the value of a License, Sitemap or Clean-param line can be in a
// policy.
bool is_importable(std::string_view value);

// What a policy publishes of a group: paths are normalised, each line is there
// once, there are kMaxRequestRates at most, and its other lines are one
// Content-Signal and one Content-Usage for each path, and licences.
RobotsGroup importable(RobotsGroup group);

// The keys of `group`, which is importable, into a map that is open;
// with `inherit` where that is not empty, and `replace` where it is true.
void put_group(YamlWriter& out, const RobotsGroup& group,
               std::string_view inherit = {}, bool replace = false);

// `enforce` with these keys, and `refusal` with their statuses, if there are
// some.
using EnforceKeys = std::vector<loader::EnforceKey>;
void put_enforce(YamlWriter& out, const EnforceKeys& keys);

}  // namespace robots
