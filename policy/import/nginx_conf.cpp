#include "policy/import/nginx_conf.hpp"

namespace robots {

namespace {

bool is_conf_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// What nginx's parser makes of a backslash and `c`: the character alone, or a
// blank of C. Others keep the backslash, which an expression needs.
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
    using End = ConfDirective::End;
    ConfDirective out;
    for (skip_blanks(); !text_.empty(); skip_blanks()) {
        if (out.line == 0) {
            out.line = here_.line;
        }
        const char c = text_.front();
        if (c == ';' || c == '{' || (c == '}' && out.words.empty())) {
            take();
            out.end = c == ';'   ? End::simple
                      : c == '{' ? End::opens
                                 : End::closes;
            return out;
        }
        out.words.push_back(take_word());
    }
    return out.words.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace robots
