#include "policy/matching/pattern.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "policy/base/percent_encoding.hpp"
#include "policy/matching/rare_pair.hpp"

namespace robots {

namespace {

// Two rare octets are found faster in short texts; in long ones a hostile
// target could make that quadratic, which memmem never is.
constexpr std::ptrdiff_t kShortText = 128;

constexpr std::uint32_t kMostRuns = (1U << 30) - 1;

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

// The literal runs of `path`, which has no final "$", as they are written.
std::vector<std::string_view> written_runs(std::string_view path) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t star = path.find('*');
        // "**" means "*": of the runs, only the first and the last may be
        // empty.
        if (star != 0 || out.empty()) {
            out.push_back(path.substr(0, star));
        }
        if (star == std::string_view::npos) {
            return out;
        }
        path.remove_prefix(star + 1);
    }
}

std::size_t aligned(std::size_t octets) {
    constexpr std::size_t kAlignment = alignof(std::uint32_t);
    return (octets + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

Pattern::Pattern(std::string_view path) {
    std::string octets = normalise_percent_encoding(path);
    size_ = static_cast<std::uint32_t>(octets.size());
    std::vector<Run> runs;
    if (!octets.empty() && (octets[0] == '/' || octets[0] == '*')) {
        runs_ = 1;
        anchored_ = octets.back() == '$';
        std::string_view rest = octets;
        rest.remove_suffix(anchored_);
        const bool literal = is_literal(rest);
        lists_runs_ = !literal || rest.find('*') != std::string_view::npos;
        if (lists_runs_) {
            runs = list_runs(octets, literal);
            runs_ = static_cast<std::uint32_t>(runs.size()) & kMostRuns;
        }
    }
    keep(octets, runs);
}

// The runs of the pattern whose text `octets` is. Unless the text is `literal`,
// the literal octets of each run are put behind it, and are what is compared.
std::vector<PatternView::Run> Pattern::list_runs(std::string& octets,
                                                 bool literal) const {
    const std::string text = octets;
    const auto path = std::string_view(text).substr(0, size_ - anchored_);
    std::vector<Run> out;
    for (const std::string_view written : written_runs(path)) {
        auto start = static_cast<std::size_t>(written.data() - text.data());
        std::size_t size = written.size();
        if (!literal) {
            start = octets.size();
            append_literal(octets, written);
            size = octets.size() - start;
        }
        const auto run = std::string_view(octets).substr(start, size);
        out.push_back({static_cast<std::uint32_t>(start),
                       static_cast<std::uint32_t>(size),
                       static_cast<std::uint32_t>(rarest_pair(run).at)});
    }
    return out;
}

// Puts the runs, then the octets, into memory of their own.
void Pattern::keep(const std::string& octets, const std::vector<Run>& runs) {
    const std::size_t front = runs.size() * sizeof(Run);
    std::shared_ptr<char[]> memory(new char[aligned(front + octets.size())]());
    if (front > 0) {
        std::memcpy(memory.get(), runs.data(), front);
    }
    octets.copy(memory.get() + front, octets.size());
    text_ = memory.get() + front;
    memory_ = std::move(memory);
}

const PatternView::Run& PatternView::run_at(std::size_t i) const {
    return (reinterpret_cast<const Run*>(text_) - runs_)[i];
}

// The literal octets of the last run, if there are any, end what lies behind
// text_.
std::size_t PatternView::memory_size() const {
    std::uint32_t end = size_;
    if (lists_runs_) {
        const Run& last = run_at(runs_ - 1);
        end = std::max(end, last.start + last.size);
    }
    return aligned(list_size() + end);
}

PatternView PatternView::copied_to(char* memory) const {
    const std::size_t front = list_size();
    std::memcpy(memory, text_ - front, memory_size());
    PatternView out = *this;
    out.text_ = memory + front;
    return out;
}

std::string_view PatternView::run(std::size_t i) const {
    if (!lists_runs_) {
        return {text_, size_ - anchored_};
    }
    const Run& run = run_at(i);
    return {text_ + run.start, run.size};
}

std::vector<std::string> PatternView::runs() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < run_count(); ++i) {
        out.emplace_back(run(i));
    }
    return out;
}

bool PatternView::matches(std::string_view target) const {
    if (runs_ == 0 || !has_run_at(0, 0, target)) {
        return false;
    }
    const char* const end = target.data() + target.size();
    return matches_behind(0, target.data() + run(0).size(), end);
}

bool PatternView::matches_around(std::size_t i, std::size_t at,
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
bool PatternView::matches_behind(std::size_t i, const char* from,
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

bool PatternView::has_run_at(std::size_t i, std::size_t at,
                             std::string_view target) const {
    const std::string_view run = this->run(i);
    return run.size() <= target.size() - at &&
           std::memcmp(target.data() + at, run.data(), run.size()) == 0;
}

// The first place in [from, end) where the run lies, or nullptr.
const char* PatternView::find(const Run& run, const char* from,
                              const char* end) const {
    const char* const octets = text_ + run.start;
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
const char* PatternView::find_all(std::size_t first, std::size_t last,
                                  const char* from, const char* end) const {
    for (std::size_t i = first; i < last && from != nullptr; ++i) {
        const Run& run = run_at(i);
        from = find(run, from, end);
        if (from != nullptr) {
            from += run.size;
        }
    }
    return from;
}

}  // namespace robots
