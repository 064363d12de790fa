#include "cli/log/nginx_formats.hpp"

#include <optional>
#include <utility>

namespace robotsctl {

namespace {

// What nginx's configuration consists of
// (https://nginx.org/en/docs/beginners_guide.html#conf_structure).
struct Word {
    std::string text;  // as written, without the quotes around it
    std::vector<NginxFormat::Place> places;  // of each octet
    NginxFormat::Place end;
    bool is_quoted = false;
};

class Words {
  public:
    explicit Words(std::string_view conf) : conf_(conf) {}

    // The next word, or ";", "{" or "}"; nullopt at the end.
    std::optional<Word> next() {
        skip_blanks();
        if (at_ == conf_.size()) {
            return std::nullopt;
        }
        const char first = conf_[at_];
        Word word;
        if (first == ';' || first == '{' || first == '}') {
            take(word);
        } else if (first == '"' || first == '\'') {
            word.is_quoted = true;
            skip();
            while (at_ < conf_.size() && conf_[at_] != first) {
                take_maybe_escaped(word);
            }
        } else {
            while (at_ < conf_.size() && !ends_word()) {
                take_maybe_escaped(word);
            }
        }
        word.end = here_;
        if (word.is_quoted && at_ < conf_.size()) {
            skip();
        }
        return word;
    }

  private:
    static bool is_blank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    // A "{" behind "$" belongs to the name of a variable.
    bool ends_word() const {
        const char c = conf_[at_];
        return is_blank(c) || c == ';' ||
               (c == '{' && (at_ == 0 || conf_[at_ - 1] != '$'));
    }

    void skip() {
        here_.column += 1;
        if (conf_[at_] == '\n') {
            here_ = {here_.line + 1, 1};
        }
        ++at_;
    }

    void take(Word& word) {
        word.text += conf_[at_];
        word.places.push_back(here_);
        skip();
    }

    void take_maybe_escaped(Word& word) {
        if (conf_[at_] == '\\' && at_ + 1 < conf_.size()) {
            take(word);
        }
        take(word);
    }

    void skip_blanks() {
        bool in_comment = false;
        while (at_ < conf_.size()) {
            in_comment =
                (in_comment || conf_[at_] == '#') && conf_[at_] != '\n';
            if (!in_comment && !is_blank(conf_[at_])) {
                return;
            }
            skip();
        }
    }

    std::string_view conf_;
    std::size_t at_ = 0;
    NginxFormat::Place here_{1, 1};
};

bool is_mark(const Word& word, char mark) {
    return !word.is_quoted && word.text.size() == 1 && word.text[0] == mark;
}

// Adds the words of a log_format behind its name to its text.
void append(NginxFormat& format, const Word& word) {
    const bool is_escape = format.text.empty() && !word.is_quoted &&
                           word.text.compare(0, 7, "escape=") == 0;
    format.text += word.text;
    format.places.insert(format.places.end(), word.places.begin(),
                         word.places.end());
    if (is_escape) {
        format.text += ' ';
        format.places.push_back(word.end);
    }
}

}  // namespace

std::vector<NginxFormat> nginx_formats(std::string_view conf) {
    std::vector<NginxFormat> out;
    Words words(conf);
    std::vector<Word> directive;
    while (auto word = words.next()) {
        const bool ends = is_mark(*word, ';');
        if (!ends && !is_mark(*word, '{') && !is_mark(*word, '}')) {
            directive.push_back(std::move(*word));
            continue;
        }
        if (ends && directive.size() > 2 && directive[0].text == "log_format") {
            NginxFormat format;
            format.name = directive[1].text;
            format.place = directive[0].places[0];
            for (std::size_t i = 2; i < directive.size(); ++i) {
                append(format, directive[i]);
            }
            format.places.push_back(directive.back().end);
            out.push_back(std::move(format));
        }
        directive.clear();
    }
    return out;
}

}  // namespace robotsctl
