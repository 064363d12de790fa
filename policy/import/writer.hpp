// Writes policies, and their groups, as YAML.

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

// Writes YAML key by key. The loader reads back the same texts, and people can
// edit the file.
class YamlWriter {
  public:
    YamlWriter() { out_.SetIndent(2); }

    // Opens the map of the document, or of an item of a list.
    void open_map() { out_ << YAML::BeginMap; }
    void open_map(const char* key) {
        out_ << YAML::Key << key << YAML::Value << YAML::BeginMap;
    }
    void close_map() { out_ << YAML::EndMap; }
    void open_list() { out_ << YAML::BeginSeq; }  // for the whole document
    void open_list(const char* key) {
        out_ << YAML::Key << key << YAML::Value << YAML::BeginSeq;
    }
    void close_list() { out_ << YAML::EndSeq; }
    void blank_line() { out_ << YAML::Newline << YAML::Newline; }

    // Writes a text with quotes where YAML needs them. Writes "${" as "$${",
    // because "${" would start a variable. Texts must not have control
    // characters except line breaks.
    void put(const std::string& key, const std::string& text);
    void put_null(const std::string& key);

    // Writes one text without a list, several short texts as "[a, b]", and
    // several long texts as one text per line.
    void put(const char* key, const std::vector<std::string>& texts);
    // Calls put(), unless `texts` is empty.
    void put_any(const char* key, const std::vector<std::string>& texts);

    // Returns the YAML text. All maps and lists must be closed.
    std::string text() const { return std::string(out_.c_str()) + '\n'; }

  private:
    YAML::Emitter out_;
};

// The keys of a site that say which requests the site answers.
struct ClaimKeys {
    std::vector<std::string> hosts;    // or "*.suffix"; empty: `default`
    std::vector<std::string> ports;    // empty: any
    std::vector<std::string> schemes;  // empty: http and https
};

// Returns the keys of a site for `host`, or of `default` if `host` is empty.
ClaimKeys keys_for(std::string_view host);

// Returns a policy with one site, or with `default`. put_body() must write the
// site's other keys.
std::string policy_text(const ClaimKeys& claims,
                        const std::function<void(YamlWriter&)>& put_body);

// Returns the path of a rule (RuleLine::path) as a policy writes it. Returns
// nullopt if the path matches nothing, or makes the line longer than crawlers
// read.
std::optional<std::string> imported_path(std::string_view path);

// Whether the value of a License, Sitemap or Clean-param line can be in a
// policy.
bool is_importable(std::string_view value);

// A policy cannot have a signal with this name, because in `content_signal` the
// key `path` means a path.
constexpr std::string_view kNoSignal = "path";

// Returns the part of `group` that a policy can publish. Paths are normalised,
// repeated lines are removed, and at most kMaxRequestRates rates are kept. The
// other lines are reduced to the licences, and for each path one Content-Signal
// (without kNoSignal) and one Content-Usage.
RobotsGroup importable(RobotsGroup group);

// Writes the keys of `group`, which must come from importable(), into an open
// map. Also writes `inherit` if it is not empty, and `replace` if it is true.
void put_group(YamlWriter& out, const RobotsGroup& group,
               std::string_view inherit = {}, bool replace = false);

// Writes the maps `enforce` and `refusal` with `keys` (EnforceKey::map says
// which map has a key). Leaves out a map without keys.
using EnforceKeys = std::vector<loader::EnforceKey>;
void put_enforce(YamlWriter& out, const EnforceKeys& keys);

}  // namespace robots
