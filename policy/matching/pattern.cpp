#include "policy/matching/pattern.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"
#include "policy/matching/find_run.hpp"

namespace robots {

namespace {

// The maximum of PatternView::form_size_. Policy files are always smaller.
constexpr std::uint32_t kMostPatternOctets = (1U << 29) - 1;

// Returns the form of `path`, a normalised pattern without its final "$".
std::string form_of(std::string_view path) {
    std::string out;
    out.reserve(path.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
        const int octet = percent_triplet(path, i);
        if (octet == '*' || octet == '$') {
            out += static_cast<char>(octet);
            i += 2;
        } else if (path[i] != '*') {
            out += path[i];
        } else if (out.empty() || out.back() != kAnything) {
            out += kAnything;
        }
    }
    return out;
}

}  // namespace

Pattern::Pattern(std::string_view path) {
    std::string octets = normalise_percent_encoding(path);
    size_ = static_cast<std::uint32_t>(octets.size());
    if (!octets.empty() && (octets[0] == '/' || octets[0] == '*')) {
        anchored_ = octets.back() == '$';
        const auto literal =
            std::string_view(octets).substr(0, octets.size() - anchored_);
        const std::string form = form_of(literal);
        form_size_ =
            static_cast<std::uint32_t>(form.size()) & kMostPatternOctets;
        has_form_ = form != literal;
        has_star_ = form.find(kAnything) != std::string::npos;
        if (has_form_) {
            octets += form;
        }
    }
    octets_ = std::make_shared<const std::string>(std::move(octets));
    text_ = octets_->data();
}

std::vector<std::string_view> PatternView::runs() const {
    std::vector<std::string_view> out;
    std::string_view rest = form();
    if (rest.empty()) {
        return out;
    }
    for (;;) {
        const std::size_t end = rest.find(kAnything);
        out.push_back(rest.substr(0, end));
        if (end == std::string_view::npos) {
            return out;
        }
        rest.remove_prefix(end + 1);
    }
}

std::size_t PatternView::run_count() const {
    const std::string_view whole = form();
    const auto stars = std::count(whole.begin(), whole.end(), kAnything);
    return whole.empty() ? 0 : static_cast<std::size_t>(stars) + 1;
}

std::string_view PatternView::run(std::size_t i) const {
    std::string_view rest = form();
    for (; i > 0; --i) {
        rest.remove_prefix(rest.find(kAnything) + 1);
    }
    return rest.substr(0, rest.find(kAnything));
}

bool PatternView::matches(std::string_view target) const {
    std::string_view rest = form();
    if (!has_star_) {
        return !rest.empty() && starts_with(target, rest) &&
               (!anchored_ || target.size() == rest.size());
    }
    std::size_t end = 0;
    for (; rest[end] != kAnything; ++end) {
        if (end == target.size() || target[end] != rest[end]) {
            return false;
        }
    }
    target.remove_prefix(end);
    rest.remove_prefix(end + 1);
    while ((end = rest.find(kAnything)) != std::string_view::npos) {
        const std::size_t at = find_run(target, rest.substr(0, end));
        if (at == std::string_view::npos) {
            return false;
        }
        target.remove_prefix(at + end);
        rest.remove_prefix(end + 1);
    }
    return anchored_ ? ends_with(target, rest)
                     : find_run(target, rest) != std::string_view::npos;
}

}  // namespace robots
