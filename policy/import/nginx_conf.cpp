#include "policy/import/nginx_conf.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

bool is_conf_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Returns what nginx's parser makes of a backslash and `c`. For `t`, `r` and
// `n`, the result is a tab, CR or LF. For a quote or a backslash, it is `c`
// alone. Otherwise the backslash stays, because a regular expression needs it.
std::string unescaped(char c) {
    switch (c) {
        case '"':
        case '\'':
        case '\\':
            return {c};
        case 't':
            return "\t";
        case 'r':
            return "\r";
        case 'n':
            return "\n";
        default:
            return {'\\', c};
    }
}

using Texts = std::vector<std::string>;

constexpr std::size_t kMostConfTexts = 1000;
constexpr std::size_t kMostConfOctets = 64 * kMostConfTexts;
constexpr int kDeepest = 16;

bool takes(std::string_view& text, std::string_view start) {
    const bool is_start = starts_with(text, start);
    text.remove_prefix(is_start ? start.size() : 0);
    return is_start;
}

class Expression {
  public:
    explicit Expression(std::string_view text) : rest_(text) {}

    std::optional<Texts> read() {
        auto out = read_choice(0);
        return out && rest_.empty() ? out : std::nullopt;
    }

  private:
    // Reads alternatives, up to the end or a ")": "a|b|(c|d)e".
    std::optional<Texts> read_choice(int depth) {
        Texts out;
        do {
            auto some = read_sequence(depth);
            if (!some || out.size() + some->size() > kMostConfTexts) {
                return std::nullopt;
            }
            for (std::string& text : *some) {
                out.push_back(std::move(text));
            }
        } while (takes(rest_, "|"));
        return out;
    }

    std::optional<Texts> read_sequence(int depth) {
        Texts out{""};
        while (!rest_.empty() && rest_[0] != '|' && rest_[0] != ')') {
            if (is_edge()) {
                continue;
            }
            const auto next = read_part(depth);
            if (!next || !append(out, *next)) {
                return std::nullopt;
            }
        }
        return out;
    }

    // Removes a part that only says where in the header the texts are. Returns
    // false for all other parts, for example for a ".*" between texts.
    bool is_edge() {
        const bool first = !in_text_;
        return takes(rest_, "^") || takes(rest_, "$") || takes(rest_, "\\b") ||
               ((first || at_end(rest_.substr(
                              std::min<std::size_t>(2, rest_.size())))) &&
                takes(rest_, ".*"));
    }

    static bool at_end(std::string_view rest) {
        return rest.empty() || rest == ")" || rest == "$" || rest == ")$";
    }

    std::optional<Texts> read_part(int depth) {
        if (takes(rest_, "(?:") || takes(rest_, "(")) {
            if (depth == kDeepest || takes(rest_, "?")) {
                return std::nullopt;
            }
            auto out = read_choice(depth + 1);
            return out && takes(rest_, ")") && !is_quantified() ? out
                                                                : std::nullopt;
        }
        return read_octet();
    }

    std::optional<Texts> read_octet() {
        char c = rest_[0];
        rest_.remove_prefix(1);
        if (c == '\\') {
            if (rest_.empty() || is_alphanumeric(rest_[0])) {
                return std::nullopt;  // a character class, or a back reference
            }
            c = rest_[0];
            rest_.remove_prefix(1);
        } else if (std::string_view("[]{}*+?").find(c) !=
                   std::string_view::npos) {
            return std::nullopt;
        } else if (c == '.') {
            c = kAnyOctet;
        }
        in_text_ = true;
        return is_quantified() ? std::nullopt
                               : std::optional(Texts{std::string(1, c)});
    }

    bool is_quantified() const {
        return !rest_.empty() && std::string_view("*+?{").find(rest_[0]) !=
                                     std::string_view::npos;
    }

    // Appends each of `next` to each of `texts`. False if the result is too
    // large.
    static bool append(Texts& texts, const Texts& next) {
        if (next.size() == 1) {
            for (std::string& text : texts) {
                text += next[0];
            }
        } else {
            Texts all;
            for (const std::string& text : texts) {
                for (const std::string& other : next) {
                    all.push_back(text + other);
                    if (all.size() > kMostConfTexts) {
                        return false;
                    }
                }
            }
            texts = std::move(all);
        }
        std::size_t octets = 0;
        for (const std::string& text : texts) {
            octets += text.size();
        }
        return octets <= kMostConfOctets;
    }

    std::string_view rest_;
    bool in_text_ = false;  // an octet of a text was read
};

}  // namespace

char NginxConf::take() {
    const char c = text_.front();
    text_.remove_prefix(1);
    here_ = here_.behind(c);
    return c;
}

void NginxConf::skip_blanks() {
    while (!text_.empty() &&
           (is_conf_blank(text_.front()) || text_[0] == '#')) {
        if (take() == '#') {
            while (!text_.empty() && text_.front() != '\n') {
                take();
            }
        }
    }
}

ConfWord NginxConf::take_word() {
    ConfWord word;
    const char quote = text_.front();
    word.is_quoted = quote == '"' || quote == '\'';
    if (word.is_quoted) {
        take();
    }
    const auto at_end = [&](char c) {
        return word.is_quoted ? c == quote
                              : is_conf_blank(c) || c == ';' || c == '{';
    };
    word.place = here_;
    const std::string_view start = text_;
    while (!text_.empty() && !at_end(text_.front())) {
        const char c = take();
        if (c == '\\' && !text_.empty()) {
            word.text += unescaped(take());
            continue;
        }
        word.text += c;
        if (c == '$' && !text_.empty() && text_.front() == '{') {
            word.text += take();  // "${name}" is part of the word
        }
    }
    word.written = start.substr(0, start.size() - text_.size());
    if (word.is_quoted && !text_.empty()) {
        take();
    }
    return word;
}

std::optional<ConfDirective> NginxConf::next() {
    ConfDirective out;
    for (skip_blanks(); !text_.empty(); skip_blanks()) {
        if (out.line == 0) {
            out.line = here_.line;
        }
        const char c = text_.front();
        if (c == ';' || c == '{' || (c == '}' && out.words.empty())) {
            take();
            out.end = c == ';'   ? ConfDirective::End::simple
                      : c == '{' ? ConfDirective::End::opens
                                 : ConfDirective::End::closes;
            note(out);
            return out;
        }
        out.words.push_back(take_word());
    }
    return out.words.empty() ? std::nullopt : std::optional(std::move(out));
}

void NginxConf::note(const ConfDirective& directive) {
    if (directive.end == ConfDirective::End::opens) {
        const bool is_server = directive.has(0, "server");
        server_ += is_server ? 1 : 0;
        open_.push_back(is_server                       ? Block::server
                        : !directive.has(0, "location") ? Block::other
                        : directive.has(1, "/") && directive.words.size() == 2
                            ? Block::all_paths
                            : Block::some_paths);
    } else if (directive.end == ConfDirective::End::closes && !open_.empty()) {
        open_.pop_back();
    } else if (directive.has(0, "return") && !open_.empty()) {
        const auto block =
            open_.rbegin() + (open_.back() == Block::all_paths ? 1 : 0);
        if (block != open_.rend() && *block == Block::server) {
            returning_.insert(server_);
        }
    }
}

bool NginxConf::is_for_some_paths() const {
    return std::find(open_.begin(), open_.end(), Block::some_paths) !=
           open_.end();
}

std::optional<std::vector<std::string>> texts_of_expression(
    std::string_view expression) {
    return Expression(expression).read();
}

}  // namespace robots
