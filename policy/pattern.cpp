#include "pattern.hpp"

#include <algorithm>

#include "percent_encoding.hpp"

namespace robots {

namespace {

// A run as it is compared: "%2A" and "%24" name the octets "*" and "$", which
// a target holds as they are.
std::string literal_octets(std::string_view run) {
    std::string out;
    out.reserve(run.size());
    for (std::size_t i = 0; i < run.size(); ++i) {
        const int octet = percent_triplet(run, i);
        if (octet == '*' || octet == '$') {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += run[i];
        }
    }
    return out;
}

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() &&
           text.substr(text.size() - suffix.size()) == suffix;
}

}  // namespace

Pattern::Pattern(std::string_view path)
    : text_(normalise_percent_encoding(path)) {
    if (text_.empty() || (text_[0] != '/' && text_[0] != '*')) {
        return;
    }
    std::string_view rest = text_;
    if (rest.back() == '$') {
        anchored_ = true;
        rest.remove_suffix(1);
    }
    for (;;) {
        const std::size_t star = rest.find('*');
        // "**" means "*": of the runs, only the first and the last may be
        // empty.
        if (star != 0 || runs_.empty()) {
            runs_.push_back(literal_octets(rest.substr(0, star)));
        }
        if (star == std::string_view::npos) {
            return;
        }
        rest.remove_prefix(star + 1);
    }
}

bool Pattern::matches(std::string_view target) const {
    if (runs_.empty() || !starts_with(target, runs_.front())) {
        return false;
    }
    target.remove_prefix(runs_.front().size());
    if (runs_.size() == 1) {
        return !anchored_ || target.empty();
    }
    for (std::size_t i = 1; i + 1 < runs_.size(); ++i) {
        const std::size_t at = target.find(runs_[i]);
        if (at == std::string_view::npos) {
            return false;
        }
        target.remove_prefix(at + runs_[i].size());
    }
    return anchored_ ? ends_with(target, runs_.back())
                     : target.find(runs_.back()) != std::string_view::npos;
}

}  // namespace robots
