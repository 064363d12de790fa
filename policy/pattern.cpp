#include "pattern.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "percent_encoding.hpp"
#include "rare_pair.hpp"

namespace robots {

namespace {

// Two rare octets are found faster in short texts; in long ones a hostile
// target could make that quadratic, which memmem never is.
constexpr std::ptrdiff_t kShortText = 128;

// Whether octets are compared as they are written: "%2A" and "%24" name the
// octets "*" and "$", which a target holds as they are.
bool is_literal(std::string_view text) {
    return text.find("%2A") == std::string_view::npos &&
           text.find("%24") == std::string_view::npos;
}

void append_literal(std::string& out, std::string_view run) {
    for (std::size_t i = 0; i < run.size(); ++i) {
        const int octet = percent_triplet(run, i);
        if (octet == '*' || octet == '$') {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += run[i];
        }
    }
}

}  // namespace

void Pattern::Runs::add(std::string_view written) {
    const std::size_t start = octets.size();
    append_literal(octets, written);
    const auto run = std::string_view(octets).substr(start);
    all.push_back({static_cast<std::uint32_t>(start),
                   static_cast<std::uint32_t>(run.size()),
                   static_cast<std::uint32_t>(rarest_pair(run).at)});
}

Pattern::Pattern(std::string_view path)
    : text_(normalise_percent_encoding(path)) {
    if (text_.empty() || (text_[0] != '/' && text_[0] != '*')) {
        return;
    }
    has_runs_ = true;
    std::string_view rest = text_;
    if (rest.back() == '$') {
        anchored_ = true;
        rest.remove_suffix(1);
    }
    if (rest.find('*') == std::string_view::npos && is_literal(rest)) {
        return;
    }
    auto runs = std::make_shared<Runs>();
    for (;;) {
        const std::size_t star = rest.find('*');
        // "**" means "*": of the runs, only the first and the last may be
        // empty.
        if (star != 0 || runs->all.empty()) {
            runs->add(rest.substr(0, star));
        }
        if (star == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(star + 1);
    }
    runs_ = std::move(runs);
}

std::size_t Pattern::run_count() const {
    if (runs_ != nullptr) {
        return runs_->all.size();
    }
    return has_runs_ ? 1 : 0;
}

std::string_view Pattern::run(std::size_t i) const {
    if (runs_ == nullptr) {
        return {text_.data(), text_.size() - (anchored_ ? 1 : 0)};
    }
    const Run& run = runs_->all[i];
    return {runs_->octets.data() + run.start, run.size};
}

std::vector<std::string> Pattern::runs() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < run_count(); ++i) {
        out.emplace_back(run(i));
    }
    return out;
}

bool Pattern::matches(std::string_view target) const {
    if (!has_runs_ || !has_run_at(0, 0, target)) {
        return false;
    }
    const char* const end = target.data() + target.size();
    return matches_behind(0, target.data() + run(0).size(), end);
}

bool Pattern::matches_around(std::size_t i, std::size_t at,
                             std::string_view target) const {
    if (!has_run_at(i, at, target) || !has_run_at(0, 0, target)) {
        return false;
    }
    const char* const start = target.data();
    const char* const here = start + at;
    if (i > 0) {
        const char* const before = find_all(1, i, start + run(0).size(), here);
        if (before == nullptr || before > here) {
            return false;
        }
    } else if (at != 0) {
        return false;
    }
    return matches_behind(i, here + run(i).size(), start + target.size());
}

// Whether [from, end) matches what follows the pattern's run i.
bool Pattern::matches_behind(std::size_t i, const char* from,
                             const char* end) const {
    const std::size_t last = run_count() - 1;
    if (i == last) {
        return !anchored_ || from == end;
    }
    if (!anchored_) {
        return find_all(i + 1, last + 1, from, end) != nullptr;
    }
    from = find_all(i + 1, last, from, end);
    const std::string_view tail = run(last);
    return from != nullptr &&
           tail.size() <= static_cast<std::size_t>(end - from) &&
           std::memcmp(end - tail.size(), tail.data(), tail.size()) == 0;
}

bool Pattern::has_run_at(std::size_t i, std::size_t at,
                         std::string_view target) const {
    const std::string_view run = this->run(i);
    return run.size() <= target.size() - at &&
           std::memcmp(target.data() + at, run.data(), run.size()) == 0;
}

// Where the run first lies in [from, end), or nullptr.
const char* Pattern::find(const Run& run, const char* from,
                          const char* end) const {
    const char* const octets = runs_->octets.data() + run.start;
    if (end - from < static_cast<std::ptrdiff_t>(run.size)) {
        return nullptr;
    }
    if (end - from > kShortText || run.size < 2) {
        return static_cast<const char*>(memmem(
            from, static_cast<std::size_t>(end - from), octets, run.size));
    }
    const char* const stop = end - run.size + run.pair + 1;
    for (const char* at = from + run.pair;
         (at = find_pair(at, stop, octets + run.pair)) != nullptr; ++at) {
        if (std::memcmp(at - run.pair, octets, run.size) == 0) {
            return at - run.pair;
        }
    }
    return nullptr;
}

// Finds the runs [first, last) one behind the other in [from, end), each as
// early as it can be. The end of the last of them, `from` where there are none,
// or nullptr.
const char* Pattern::find_all(std::size_t first, std::size_t last,
                              const char* from, const char* end) const {
    for (std::size_t i = first; i < last && from != nullptr; ++i) {
        const Run& run = runs_->all[i];
        from = find(run, from, end);
        if (from != nullptr) {
            from += run.size;
        }
    }
    return from;
}

}  // namespace robots
