#include "policy/loader/nginx_blocklist.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/header_expression.hpp"
#include "policy/loader/nginx_statements.hpp"
#include "policy/loader/yaml/yaml_writer.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {

namespace {

using End = NginxStatement::End;

// An expression that more crawlers match is about crawlers in general.
constexpr std::size_t kMostAlike = 10;
constexpr std::size_t kShortestToken = 3;

bool is_user_agent(std::string_view word) {
    return word == "$http_user_agent" || word == "${http_user_agent}";
}

// What one map or if refuses.
struct Blocklist {
    std::vector<std::string> tokens{};
    std::string variable{};  // "$bad", which a map sets
    std::string status{};    // "444"; empty: the status that policies use
};

// One entry of a map.
struct Entry {
    std::string key;
    std::string value;
    std::uint32_t line;
};

class Blocklists {
  public:
    Blocklists() : crawlers_(built_in_crawlers(), built_in_not_crawlers()) {}

    void read(std::string_view text) {
        NginxStatements statements(text);
        while (auto statement = statements.next()) {
            if (statement->end != End::opens) {
                continue;
            }
            const std::vector<std::string>& words = statement->words;
            if (words.size() == 3 && words[0] == "map" &&
                is_user_agent(words[1])) {
                read_map(*statement, statements);
            } else if (words.size() > 1 && words[0] == "if") {
                read_if(*statement, statements);
            }
        }
    }

    const std::vector<Blocklist>& all() const { return all_; }
    bool found() const { return found_; }
    ImportReport& report() { return report_; }

  private:
    void stays(std::uint32_t line, std::string_view what,
               std::string_view why) {
        report_.add("stays-in-nginx", Fate::lost, line, [&] {
            return quoted(what) + " stays in nginx.conf: " + std::string(why);
        });
    }

    void read_map(const NginxStatement& map, NginxStatements& statements) {
        found_ = true;
        std::string fallback;
        std::vector<Entry> entries;
        for (auto next = statements.next(); next && next->end == End::simple;
             next = statements.next()) {
            if (next->words.empty()) {
                continue;
            }
            const std::string& key = next->words[0];
            if (key == "default" && next->words.size() == 2) {
                fallback = next->words[1];
            } else if (key == "include") {
                stays(next->line, "include", "import that file too");
            } else if (next->words.size() == 2) {
                entries.push_back({key, next->words[1], next->line});
            }
        }
        all_.push_back({{}, map.words[2], {}});
        if (!fallback.empty() && fallback != "0") {
            stays(map.line, "default " + fallback,
                  "it is for everybody, browsers included");
        }
        for (const Entry& entry : entries) {
            const bool blocks = !entry.value.empty() && entry.value != "0" &&
                                entry.value != fallback;
            if (blocks) {
                read_key(entry);
            } else if (!fallback.empty() && fallback != "0") {
                stays(entry.line, entry.key + ' ' + entry.value,
                      "it is an exception of the default");
            }
        }
    }

    void read_key(const Entry& entry) {
        std::string_view key = entry.key;
        if (key.substr(0, 2) == "~*") {
            add_expression(key.substr(2), entry.line, entry.key);
        } else if (key.substr(0, 1) == "~") {
            add_expression(key.substr(1), entry.line, entry.key);
        } else {
            add_header(key, entry.line);
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
                                 : "; write a group for " + quoted(token) +
                                       " if all of its versions are meant"));
    }

    // "if ($http_user_agent ~* (a|b)) { return 403; }"
    void read_if(const NginxStatement& statement, NginxStatements& statements) {
        std::string condition;
        for (std::size_t i = 1; i < statement.words.size(); ++i) {
            condition += (i > 1 ? " " : "") + statement.words[i];
        }
        std::string_view rest = condition;
        const bool in_parentheses =
            rest.size() > 1 && rest.front() == '(' && rest.back() == ')';
        if (!in_parentheses) {
            return;
        }
        rest = trim(rest.substr(1, rest.size() - 2));
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        const std::string_view variable = rest.substr(0, blank);
        if (!is_user_agent(variable)) {
            read_status(variable, statements);
            return;
        }
        found_ = true;
        const auto status = returned_status(statements);
        rest = trim(rest.substr(blank));
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view comparison = rest.substr(0, end);
        const std::string_view text = trim(rest.substr(end));
        if (!status) {
            stays(statement.line, condition,
                  "its block does something else than `return`");
        } else if (comparison == "~" || comparison == "~*") {
            all_.push_back({{}, {}, *status});
            add_expression(text, statement.line, condition);
        } else {
            stays(statement.line, condition,
                  "it is not about what a header contains");
        }
    }

    // "if ($bad) { return 444; }", of a map that was read before.
    void read_status(std::string_view variable, NginxStatements& statements) {
        const auto map = std::find_if(all_.begin(), all_.end(),
                                      [variable](const Blocklist& list) {
                                          return list.variable == variable;
                                      });
        if (variable.empty() || map == all_.end()) {
            return;
        }
        map->status = returned_status(statements).value_or(map->status);
    }

    // Of a block that consists of one `return`, the status if a policy has to
    // name it; nullopt: the block does something else. Reads up to its end.
    static std::optional<std::string> returned_status(
        NginxStatements& statements) {
        std::optional<std::string> status;
        std::size_t count = 0;
        std::size_t depth = 1;
        while (auto next = statements.next()) {
            ++count;
            const std::vector<std::string>& words = next->words;
            if (!words.empty() && words[0] == "return") {
                status =
                    words.size() == 2 && is_refusal(words[1]) ? words[1] : "";
            }
            depth += next->end == End::opens ? 1 : 0;
            depth -= next->end == End::closes ? 1 : 0;
            if (depth == 0) {
                return count == 2 ? status : std::nullopt;
            }
        }
        return std::nullopt;
    }

    // Whether it is a status of an error, other than the usual one.
    static bool is_refusal(std::string_view status) {
        return status.size() == 3 && (status[0] == '4' || status[0] == '5') &&
               std::all_of(status.begin(), status.end(), is_digit) &&
               status != "403";
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
        if (crawlers_.is_browser_word(text)) {
            stays(line, text, "it is a word of browsers' headers");
            return;
        }
        const std::vector<std::string> tokens = tokens_with(text);
        if (tokens.size() > kMostAlike) {
            stays(line, text,
                  "it is in the names of " + std::to_string(tokens.size()) +
                      " crawlers; write a group for a `category`");
        } else if (!tokens.empty()) {
            for (const std::string& token : tokens) {
                add_token(token);
            }
        } else if (is_token(text)) {
            report_.add("unknown-crawler", Fate::kept, line, [&] {
                return "no crawler named " + quoted(text) +
                       " is known; the group names it, and it counts where it "
                       "is a whole word of the header";
            });
            add_token(text);
        } else {
            stays(line, text, "it is not a crawler's product token");
        }
    }

    static bool is_token(std::string_view text) {
        return text.size() >= kShortestToken &&
               std::all_of(text.begin(), text.end(), [](char c) {
                   return is_token_octet(static_cast<unsigned char>(c));
               });
    }

    // The tokens of the crawlers whose headers have a text, whatever its case:
    // who writes `~AhrefsBot` does not mean to let "ahrefsbot" pass.
    std::vector<std::string> tokens_with(const std::string& text) const {
        const std::string folded = fold(text);
        const auto has = [&folded](const std::string& word) {
            return fold(word).find(folded) != std::string::npos;
        };
        std::vector<std::string> out;
        for (const Crawler& crawler : crawlers_.entries()) {
            const bool named = crawler.match.empty()
                                   ? has(crawler.token)
                                   : std::any_of(crawler.match.begin(),
                                                 crawler.match.end(), has);
            if (crawler.in_user_agent && named) {
                out.push_back(crawler.token);
            }
        }
        return out;
    }

    void add_token(const std::string& token) {
        if (named_.insert(fold(token)).second) {
            all_.back().tokens.push_back(token);
        }
    }

    Crawlers crawlers_;
    std::vector<Blocklist> all_;
    std::unordered_set<std::string> named_;
    ImportReport report_;
    bool found_ = false;
};

void put_groups(const std::vector<Blocklist>& all, loader::YamlWriter& out) {
    out.open_list("groups");
    out.open_map();
    out.put("user_agent", std::string("*"));
    out.put("disallow", std::vector<std::string>{});
    out.close_map();
    for (const Blocklist& list : all) {
        if (list.tokens.empty()) {
            continue;
        }
        out.open_map();
        out.put("user_agent", list.tokens);
        out.put("disallow", std::string("/"));
        out.open_map("enforce");
        out.put("disallow", std::string("reject"));
        if (!list.status.empty()) {
            out.open_map("status");
            out.put("disallow", list.status);
            out.close_map();
        }
        out.close_map();
        out.close_map();
    }
    out.close_list();
}

}  // namespace

Imported import_nginx_blocklist(std::string_view text, std::string_view host) {
    Blocklists lists;
    lists.read(text);
    Imported imported;
    const bool some =
        std::any_of(lists.all().begin(), lists.all().end(),
                    [](const Blocklist& list) { return !list.tokens.empty(); });
    if (!some) {
        imported.problem =
            lists.found() ? "what it refuses by User-Agent is no crawler's name"
                          : "it has neither `map $http_user_agent` nor `if "
                            "($http_user_agent ~ ...)`";
    } else {
        loader::YamlWriter out;
        out.put("version", "1");
        out.blank_line();
        if (host.empty()) {
            out.open_map("default");
        } else {
            out.open_list("sites");
            out.open_map();
            out.put("host", std::string(host));
        }
        put_groups(lists.all(), out);
        out.close_map();
        if (!host.empty()) {
            out.close_list();
        }
        out.close_map();
        imported.yaml = out.text();
    }
    imported.notes = lists.report().take();
    return imported;
}

}  // namespace robots
