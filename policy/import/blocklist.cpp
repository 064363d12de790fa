#include "policy/import/blocklist.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/import/header_texts.hpp"
#include "policy/import/nginx_conf.hpp"
#include "policy/import/writer.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {

namespace {

using End = ConfDirective::End;

// A text that is in the headers of more crawlers than this means crawlers in
// general.
constexpr std::size_t kMostAlike = 10;
constexpr std::size_t kShortestToken = 3;
constexpr std::string_view kSomePaths =
    "it is for some paths only; write rules for these paths";
constexpr std::string_view kSomeServers =
    "it is for some `server` blocks only; import one of them alone, with "
    "--host";

bool is_user_agent(std::string_view word) {
    return word == "$http_user_agent" || word == "${http_user_agent}";
}

// What one `map` or `if` block refuses.
struct Blocklist {
    std::vector<std::string> tokens{};
    std::string variable{};  // "$bad", which a map sets
    std::string status{};    // "444"; empty: 403, the default of policies
    bool only_ones = true;   // all entries that refuse have the value 1
    std::uint32_t line = 0;  // of an `if` that refuses by `variable`
    std::set<std::size_t> servers{};  // servers that refuse on all paths
};

// One entry of a map.
struct Entry {
    std::string key;
    std::string value;
    std::uint32_t line;
};

class Blocklists {
  public:
    Blocklists(std::string_view text, std::vector<ImportNotes>& notes)
        : conf_(text),
          notes_(notes),
          crawlers_(built_in_crawlers(), built_in_not_crawlers()) {
        while (const auto block = conf_.next()) {
            if (block->end == End::opens && block->words.size() == 3 &&
                block->has(0, "map") && is_user_agent(block->words[1].text)) {
                read_map(*block);
            }
        }
        sites_ = conf_.sites();
        returning_ = conf_.returning();
        conf_ = NginxConf(text);
        while (const auto block = conf_.next()) {
            if (block->end == End::opens && block->words.size() > 1 &&
                block->has(0, "if")) {
                read_if(*block);
            }
        }
        finish();
    }

    const std::vector<Blocklist>& all() const { return all_; }
    bool found() const { return found_; }

  private:
    // Drops the tokens of lists that apply only to some servers or paths.
    // Removes each token from all lists but the first that has the token.
    void finish() {
        std::unordered_set<std::string> named;
        for (Blocklist& list : all_) {
            if (list.line != 0 &&
                list.servers.size() < std::max<std::size_t>(1, sites_)) {
                if (!list.servers.empty()) {
                    stays(list.line, list.variable, kSomeServers);
                }
                list.tokens.clear();
            }
            const auto again = [&](const std::string& token) {
                return !named.insert(fold(token)).second;
            };
            list.tokens.erase(
                std::remove_if(list.tokens.begin(), list.tokens.end(), again),
                list.tokens.end());
        }
    }

    void start_list(Blocklist list) {
        all_.push_back(std::move(list));
        named_.clear();
    }

    void stays(std::uint32_t line, std::string_view what,
               std::string_view why) {
        add_note(notes_, "stays-in-nginx", Fate::lost, line,
                 cited(what) + " stays in nginx.conf: " + std::string(why));
    }

    void read_map(const ConfDirective& map) {
        found_ = true;
        std::string fallback;
        std::vector<Entry> entries;
        for (auto next = conf_.next();
             next && next->end != End::opens && next->end != End::closes;
             next = conf_.next()) {
            if (next->has(0, "default") && next->words.size() == 2) {
                fallback = next->words[1].text;
            } else if (next->has(0, "include")) {
                stays(next->line, "include", "import that file too");
            } else if (next->words.size() == 2) {
                entries.push_back(
                    {next->words[0].text, next->words[1].text, next->line});
            }
        }
        start_list({{}, map.words[2].text, {}});
        if (!fallback.empty() && fallback != "0") {
            stays(map.line, "default " + fallback,
                  "it is for everybody, browsers included");
        }
        // nginx looks for whole headers first, and then for regular
        // expressions.
        std::stable_partition(
            entries.begin(), entries.end(),
            [](const Entry& entry) { return !starts_with(entry.key, "~"); });
        for (const Entry& entry : entries) {
            const bool blocks = !entry.value.empty() && entry.value != "0" &&
                                entry.value != fallback;
            if (blocks) {
                all_.back().only_ones &= entry.value == "1";
                read_key(entry);
                continue;
            }
            exceptions_.add(entry.key, crawlers_);
            if (!fallback.empty() && fallback != "0") {
                stays(entry.line, entry.key + ' ' + entry.value,
                      "it is an exception of the default");
            }
        }
        exceptions_ = {};
    }

    void read_key(const Entry& entry) {
        if (starts_with(entry.key, "~")) {
            add_expression(expression_of(entry.key), entry.line, entry.key);
        } else {
            add_header(entry.key, entry.line);
        }
    }

    void add_header(std::string_view header, std::uint32_t line) {
        if (header.empty()) {
            stays(line, "\"\"", "clients without a User-Agent are no crawlers");
            return;
        }
        const std::string token(crawlers_.identify(header).token);
        stays(line, header,
              "it is one whole header" +
                  (token.empty() ? std::string()
                                 : "; write a group for " + cited(token) +
                                       " if all of its versions are meant"));
    }

    // Reads an `if` block: "if ($http_user_agent ~* a) { return 403; }".
    void read_if(const ConfDirective& block) {
        std::string condition;
        for (std::size_t i = 1; i < block.words.size(); ++i) {
            condition += (i > 1 ? " " : "") + block.words[i].text;
        }
        std::string_view rest = condition;
        if (!starts_with(rest, "(") || !ends_with(rest, ")")) {
            return;
        }
        rest = trim(rest.substr(1, rest.size() - 2));
        const std::string_view variable = take_until(' ', rest);
        rest = trim(rest);
        if (!is_user_agent(variable)) {
            read_status(variable, rest, block.line, condition);
            return;
        }
        found_ = true;
        const std::string_view comparison = take_until(' ', rest);
        const bool is_part = conf_.is_for_some_paths();
        const auto status = returned_status();
        if (!status) {
            stays(block.line, condition,
                  "its block does something else than refuse by `return`");
        } else if (is_part || sites_ > 1 || !is_in_a_site()) {
            stays(block.line, condition, is_part ? kSomePaths : kSomeServers);
        } else if (comparison == "~" || comparison == "~*") {
            start_list({{}, {}, *status});
            add_expression(trim(rest), block.line, condition);
        } else {
            stays(block.line, condition,
                  "it is not about what a header contains");
        }
    }

    // Reads an `if` with the variable of a map: "if ($bad) { return 444; }".
    void read_status(std::string_view variable, std::string_view comparison,
                     std::uint32_t line, std::string_view condition) {
        for (Blocklist& list : all_) {
            if (!list.tokens.empty() && !variable.empty() &&
                list.variable == variable) {
                take_status(list, comparison, line, condition);
                return;
            }
        }
    }

    void take_status(Blocklist& list, std::string_view comparison,
                     std::uint32_t line, std::string_view condition) {
        const bool is_part = conf_.is_for_some_paths();
        const auto status = returned_status();
        if (!status) {
            stays(line, list.variable,
                  "this `if` does something else than refuse by `return`; "
                  "remove the group if nothing else refuses these crawlers");
            return;
        }
        list.line = line;
        if (!comparison.empty() && (comparison != "= 1" || !list.only_ones)) {
            stays(line, condition,
                  "it does not refuse just those that the map names");
        } else if (is_part) {
            stays(line, condition, kSomePaths);
        } else {
            list.status = *status;
            if (is_in_a_site()) {
                list.servers.insert(conf_.server());
            }
        }
    }

    bool is_in_a_site() const { return returning_.count(conf_.server()) == 0; }

    // Returns the status of a block that consists of one `return` with a 4xx or
    // 5xx status. The result is empty for 403, the default of policies. Returns
    // nullopt if the block does something else.
    std::optional<std::string> returned_status() {
        const auto only = conf_.next();
        if (!only || !only->has(0, "return") || only->end != End::simple) {
            return std::nullopt;
        }
        const auto end = conf_.next();
        if (!end || end->end != End::closes) {
            return std::nullopt;
        }
        if (only->words.size() < 2 || !is_refusal(only->words[1].text)) {
            return std::nullopt;
        }
        const std::string& status = only->words[1].text;
        return status == "403" ? std::string() : status;
    }

    static bool is_refusal(std::string_view status) {
        return status.size() == 3 && (status[0] == '4' || status[0] == '5') &&
               std::all_of(status.begin(), status.end(), is_digit);
    }

    void add_expression(std::string_view expression, std::uint32_t line,
                        std::string_view what) {
        const auto texts = texts_of_expression(expression);
        if (!texts) {
            stays(line, what, "it is more than a list of words");
            return;
        }
        for (const std::string& text : *texts) {
            add_text(text, line);
        }
    }

    void add_text(const std::string& text, std::uint32_t line) {
        if (text.empty()) {
            add_header(text, line);
            return;
        }
        if (text.find(kAnyOctet) != std::string::npos) {
            std::string written = text;
            std::replace(written.begin(), written.end(), kAnyOctet, '.');
            stays(line, written,
                  "`.` is any character; write `\\.` if it is a dot");
            return;
        }
        if (crawlers_.is_browser_word(text)) {
            stays(line, text, "it is a word of browsers' headers");
            return;
        }
        const std::vector<std::string> tokens = tokens_with(text, crawlers_);
        if (tokens.size() > kMostAlike) {
            stays(line, text,
                  "it is in the names of " + std::to_string(tokens.size()) +
                      " crawlers; write a group for a `category`");
        } else if (exceptions_.may_cover(text, tokens)) {
            stays(line, text,
                  "an entry that nginx tries earlier lets some of them pass");
        } else if (!tokens.empty()) {
            for (const std::string& token : tokens) {
                add_token(token);
            }
        } else if (text.size() >= kShortestToken && is_product_token(text)) {
            add_note(
                notes_, "unknown-crawler", Fate::kept, line,
                "no crawler named " + cited(text) +
                    " is known; the group names it, and it counts where it "
                    "is a whole word of the header");
            add_token(text);
        } else {
            stays(line, text, "it is not a crawler's product token");
        }
    }

    void add_token(const std::string& token) {
        if (named_.insert(fold(token)).second) {
            all_.back().tokens.push_back(token);
        }
    }

    NginxConf conf_;
    std::vector<ImportNotes>& notes_;
    const Crawlers crawlers_;
    std::vector<Blocklist> all_;
    std::unordered_set<std::string> named_;  // tokens in the last list
    MapExceptions exceptions_;
    std::size_t sites_ = 0;            // the sites of the whole file
    std::set<std::size_t> returning_;  // servers that only return
    bool found_ = false;
};

void put_groups(const std::vector<Blocklist>& all, YamlWriter& out) {
    RobotsGroup group;
    group.user_agents = {"*"};
    out.open_list("groups");
    out.open_map();
    put_group(out, group);
    out.close_map();
    group.rules = {{false, "/", {}}};
    for (const Blocklist& list : all) {
        if (list.tokens.empty()) {
            continue;
        }
        group.user_agents = list.tokens;
        out.open_map();
        put_group(out, group);
        put_enforce(out,
                    list.status.empty()
                        ? EnforceKeys{{"", "disallow", "reject"}}
                        : EnforceKeys{{"", "disallow", "reject"},
                                      {"status", "disallow", list.status}});
        out.close_map();
    }
    out.close_list();
}

}  // namespace

Imported import_nginx_blocklist(std::string_view text, std::string_view host) {
    Imported imported;
    const Blocklists lists(text, imported.notes);
    if (std::any_of(
            lists.all().begin(), lists.all().end(),
            [](const Blocklist& list) { return !list.tokens.empty(); })) {
        imported.yaml = policy_text(keys_for(host), [&](YamlWriter& out) {
            put_groups(lists.all(), out);
        });
    } else {
        imported.problem =
            lists.found() ? "all its rules about User-Agents stay in that file"
                          : "it has neither `map $http_user_agent` nor `if "
                            "($http_user_agent ~ ...)`";
    }
    return imported;
}

}  // namespace robots
