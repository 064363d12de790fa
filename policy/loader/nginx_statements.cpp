#include "policy/loader/nginx_statements.hpp"

namespace robots {

namespace {

bool is_space(char c) {
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

char NginxStatements::take() {
    const char c = text_.front();
    text_.remove_prefix(1);
    line_ += c == '\n' ? 1 : 0;
    return c;
}

void NginxStatements::skip_blanks() {
    while (!text_.empty() && (is_space(text_.front()) || text_[0] == '#')) {
        if (take() == '#') {
            while (!text_.empty() && text_.front() != '\n') {
                take();
            }
        }
    }
}

std::string NginxStatements::take_quoted() {
    std::string out;
    const char quote = take();
    while (!text_.empty()) {
        const char c = take();
        if (c == quote) {
            break;
        }
        if (c == '\\' && !text_.empty()) {
            out += unescaped(take());
        } else {
            out += c;
        }
    }
    return out;
}

std::string NginxStatements::take_word() {
    if (text_.front() == '"' || text_.front() == '\'') {
        return take_quoted();
    }
    std::string out;
    while (!text_.empty() && !is_space(text_.front()) && text_.front() != ';' &&
           text_.front() != '{') {
        const char c = take();
        if (c == '$' && !text_.empty() && text_.front() == '{') {
            out += c;
            out += take();  // "${name}" is part of the word
        } else if (c == '\\' && !text_.empty()) {
            out += unescaped(take());
        } else {
            out += c;
        }
    }
    return out;
}

std::optional<NginxStatement> NginxStatements::next() {
    using End = NginxStatement::End;
    NginxStatement out;
    for (skip_blanks(); !text_.empty(); skip_blanks()) {
        if (out.line == 0) {
            out.line = line_;
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
