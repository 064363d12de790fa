#include "bench/path_matchers.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace bench {

namespace {

Decision decision(bool allow, std::string_view path) {
    return path.size() * 2 + (allow ? 1 : 0);
}

class Ours : public PathMatcher {
  public:
    explicit Ours(const std::vector<Line>& lines) : rules_(rule_set(lines)) {}

    Decision decide(std::string_view target) override {
        const robots::Rule* rule = rules_.match(target);
        return rule == nullptr ? 0
                               : decision(rule->allow, rule->pattern.text());
    }

  private:
    robots::RuleSet rules_;
};

// Goes on behind the last "*" with one octet more wherever it fails.
bool matches(std::string_view path, std::string_view target) {
    const bool anchored = path.back() == '$';
    if (anchored) {
        path.remove_suffix(1);
    }
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t behind_star = 0;
    for (;;) {
        if (p == path.size() && (!anchored || t == target.size())) {
            return true;
        }
        if (p < path.size() && path[p] == '*') {
            star = p++;
            behind_star = t;
        } else if (p < path.size() && t < target.size() &&
                   path[p] == target[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos &&
                   behind_star < target.size()) {
            p = star + 1;
            t = ++behind_star;
        } else {
            return false;
        }
    }
}

class Linear : public PathMatcher {
  public:
    explicit Linear(std::vector<Line> lines) : lines_(std::move(lines)) {}

    Decision decide(std::string_view target) override {
        Decision best = 0;
        for (const Line& line : lines_) {
            if (matches(line.path, target)) {
                best = std::max(best, decision(line.allow, line.path));
            }
        }
        return best;
    }

  private:
    std::vector<Line> lines_;
};

class Reparsing : public PathMatcher {
  public:
    explicit Reparsing(const std::vector<Line>& lines)
        : text_(robots_txt(lines)) {}

    Decision decide(std::string_view target) override {
        Decision best = 0;
        std::string_view rest = text_;
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            best = std::max(best,
                            decide_by(line.substr(0, line.find('#')), target));
        }
        return best;
    }

  private:
    static Decision decide_by(std::string_view line, std::string_view target) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) {
            return 0;
        }
        const std::string_view key =
            robots::trim(line.substr(0, colon), " \t\r");
        const bool allow = robots::equal_folded(key, "allow");
        if (!allow && !robots::equal_folded(key, "disallow")) {
            return 0;
        }
        const std::string path = robots::normalise_percent_encoding(
            robots::trim(line.substr(colon + 1), " \t\r"));
        return !path.empty() && matches(path, target) ? decision(allow, path)
                                                      : 0;
    }

    std::string text_;
};

std::vector<Line> in_order(std::vector<Line> lines) {
    std::stable_sort(
        lines.begin(), lines.end(), [](const Line& a, const Line& b) {
            return decision(a.allow, a.path) > decision(b.allow, b.path);
        });
    return lines;
}

std::string regular_expression(std::string_view path, std::string_view star) {
    const bool anchored = path.back() == '$';
    if (anchored) {
        path.remove_suffix(1);
    }
    std::string out;
    for (const char c : path) {
        if (c == '*') {
            out += star;
        } else {
            out += re2::RE2::QuoteMeta(std::string(1, c));
        }
    }
    return out + (anchored ? "\\z" : "");
}

// One alternation; each of its alternatives is marked with its decision.
class Alternation {
  public:
    // Takes lines from [first, last) while the library does; first is then the
    // first that it did not take.
    template <typename Iterator>
    Alternation(Iterator& first, Iterator last) {
        auto count = std::min<std::ptrdiff_t>(last - first, 2048);
        while (!compile(first, first + count)) {
            count /= 2;
            if (count == 0) {
                throw std::runtime_error("PCRE2 refuses the rules");
            }
        }
        first += count;
        match_.reset(
            pcre2_match_data_create_from_pattern(code_.get(), nullptr));
    }

    Decision decide(std::string_view target) {
        const int found = pcre2_jit_match(
            code_.get(), reinterpret_cast<PCRE2_SPTR>(target.data()),
            target.size(), 0, 0, match_.get(), nullptr);
        if (found < 0) {
            return 0;
        }
        const auto* mark =
            reinterpret_cast<const char*>(pcre2_get_mark(match_.get()));
        return static_cast<Decision>(std::atol(mark));
    }

  private:
    template <typename Iterator>
    bool compile(Iterator first, Iterator last) {
        std::string pattern;
        for (auto line = first; line != last; ++line) {
            pattern += pattern.empty() ? "(?:" : "|";
            pattern += regular_expression(line->path, ".*?") + "(*MARK:" +
                       std::to_string(decision(line->allow, line->path)) + ')';
        }
        pattern += ')';
        int error = 0;
        PCRE2_SIZE offset = 0;
        code_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()),
                                  pattern.size(), PCRE2_ANCHORED | PCRE2_DOTALL,
                                  &error, &offset, nullptr));
        return code_ != nullptr &&
               pcre2_jit_compile(code_.get(), PCRE2_JIT_COMPLETE) == 0;
    }

    struct Free {
        void operator()(pcre2_code* code) const { pcre2_code_free(code); }
        void operator()(pcre2_match_data* match) const {
            pcre2_match_data_free(match);
        }
    };
    std::unique_ptr<pcre2_code, Free> code_;
    std::unique_ptr<pcre2_match_data, Free> match_;
};

class Pcre2Jit : public PathMatcher {
  public:
    explicit Pcre2Jit(const std::vector<Line>& lines) {
        const std::vector<Line> sorted = in_order(lines);
        for (auto next = sorted.begin(); next != sorted.end();) {
            alternations_.emplace_back(next, sorted.end());
        }
    }

    Decision decide(std::string_view target) override {
        for (Alternation& alternation : alternations_) {
            if (const Decision found = alternation.decide(target)) {
                return found;
            }
        }
        return 0;
    }

  private:
    std::vector<Alternation> alternations_;
};

class Re2Set : public PathMatcher {
  public:
    explicit Re2Set(const std::vector<Line>& lines)
        : set_(options(), re2::RE2::ANCHOR_START) {
        for (const Line& line : in_order(lines)) {
            if (set_.Add(regular_expression(line.path, ".*"), nullptr) < 0) {
                throw std::runtime_error("RE2 refuses a rule");
            }
            decisions_.push_back(decision(line.allow, line.path));
        }
        if (!set_.Compile()) {
            throw std::runtime_error("RE2 refuses the rules");
        }
    }

    Decision decide(std::string_view target) override {
        std::vector<int> found;
        re2::RE2::Set::ErrorInfo error{};
        if (!set_.Match({target.data(), target.size()}, &found, &error)) {
            if (error.kind != re2::RE2::Set::kNoError) {
                throw std::runtime_error("RE2 has not memory enough");
            }
            return 0;
        }
        return decisions_[static_cast<std::size_t>(
            *std::min_element(found.begin(), found.end()))];
    }

  private:
    static re2::RE2::Options options() {
        re2::RE2::Options options;
        options.set_encoding(re2::RE2::Options::EncodingLatin1);
        options.set_dot_nl(true);
        options.set_log_errors(false);
        options.set_max_mem(std::int64_t{1} << 30);
        return options;
    }

    re2::RE2::Set set_;
    std::vector<Decision> decisions_;
};

}  // namespace

std::unique_ptr<PathMatcher> ours(const std::vector<Line>& lines) {
    return std::make_unique<Ours>(lines);
}

std::unique_ptr<PathMatcher> linear(const std::vector<Line>& lines) {
    return std::make_unique<Linear>(lines);
}

std::unique_ptr<PathMatcher> reparsing(const std::vector<Line>& lines) {
    return std::make_unique<Reparsing>(lines);
}

std::unique_ptr<PathMatcher> pcre2_jit(const std::vector<Line>& lines) {
    return std::make_unique<Pcre2Jit>(lines);
}

std::unique_ptr<PathMatcher> re2_set(const std::vector<Line>& lines) {
    return std::make_unique<Re2Set>(lines);
}

}  // namespace bench
