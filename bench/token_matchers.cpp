#include "bench/token_matchers.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <hs/hs.h>
#include <pcre2.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>

#include "policy/base/ascii.hpp"

namespace bench {

namespace {

std::string alternation(const Tokens& tokens) {
    std::string pattern;
    for (const std::string& token : tokens) {
        if (!pattern.empty()) {
            pattern += '|';
        }
        pattern += re2::RE2::QuoteMeta(token);
    }
    return pattern;
}

class Pcre2Jit : public TokenMatcher {
  public:
    explicit Pcre2Jit(const Tokens& tokens) {
        for (auto from = tokens.begin(); from != tokens.end();) {
            const auto end =
                from + std::min<std::ptrdiff_t>(kTokens, tokens.end() - from);
            compile(alternation(Tokens(from, end)));
            from = end;
        }
    }

    bool finds(std::string_view header) override {
        return std::any_of(
            codes_.begin(), codes_.end(), [this, header](const auto& code) {
                return pcre2_jit_match(
                           code.get(),
                           reinterpret_cast<PCRE2_SPTR>(header.data()),
                           header.size(), 0, 0, match_.get(), nullptr) > 0;
            });
    }

  private:
    // Of so many PCRE2 compiles an alternation without being built for larger
    // ones than Debian's is.
    static constexpr std::ptrdiff_t kTokens = 1000;

    struct Free {
        void operator()(pcre2_code* code) const { pcre2_code_free(code); }
        void operator()(pcre2_match_data* match) const {
            pcre2_match_data_free(match);
        }
    };

    void compile(const std::string& pattern) {
        int error = 0;
        PCRE2_SIZE offset = 0;
        codes_.emplace_back(pcre2_compile(
            reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
            PCRE2_CASELESS, &error, &offset, nullptr));
        if (codes_.back() == nullptr ||
            pcre2_jit_compile(codes_.back().get(), PCRE2_JIT_COMPLETE) != 0) {
            throw std::runtime_error("PCRE2 refuses the tokens");
        }
    }

    std::vector<std::unique_ptr<pcre2_code, Free>> codes_;
    std::unique_ptr<pcre2_match_data, Free> match_{
        pcre2_match_data_create(1, nullptr)};
};

class Re2 : public TokenMatcher {
  public:
    explicit Re2(const Tokens& tokens)
        : pattern_(alternation(tokens), options()) {
        if (!pattern_.ok()) {
            throw std::runtime_error("RE2 refuses the tokens");
        }
    }

    bool finds(std::string_view header) override {
        return re2::RE2::PartialMatch(
            re2::StringPiece(header.data(), header.size()), pattern_);
    }

  private:
    static re2::RE2::Options options() {
        re2::RE2::Options options;
        options.set_case_sensitive(false);
        options.set_encoding(re2::RE2::Options::EncodingLatin1);
        options.set_max_mem(std::int64_t{1} << 30);
        return options;
    }
    re2::RE2 pattern_;
};

class Hyperscan : public TokenMatcher {
  public:
    explicit Hyperscan(const Tokens& tokens) {
        std::vector<const char*> texts;
        std::vector<std::size_t> sizes;
        for (const std::string& token : tokens) {
            texts.push_back(token.c_str());
            sizes.push_back(token.size());
        }
        const std::vector<unsigned> flags(
            tokens.size(), HS_FLAG_CASELESS | HS_FLAG_SINGLEMATCH);
        hs_database_t* database = nullptr;
        hs_compile_error_t* error = nullptr;
        if (hs_compile_lit_multi(
                texts.data(), flags.data(), nullptr, sizes.data(),
                static_cast<unsigned>(texts.size()), HS_MODE_BLOCK, nullptr,
                &database, &error) != HS_SUCCESS) {
            hs_free_compile_error(error);
            throw std::runtime_error("Hyperscan refuses the tokens");
        }
        database_.reset(database);
        hs_scratch_t* scratch = nullptr;
        if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS) {
            throw std::runtime_error("no memory for Hyperscan");
        }
        scratch_.reset(scratch);
    }

    bool finds(std::string_view header) override {
        const auto stop_at_first = [](unsigned, unsigned long long,
                                      unsigned long long, unsigned,
                                      void*) { return 1; };
        return hs_scan(database_.get(), header.data(),
                       static_cast<unsigned>(header.size()), 0, scratch_.get(),
                       stop_at_first, nullptr) == HS_SCAN_TERMINATED;
    }

  private:
    struct Free {
        void operator()(hs_database_t* database) const {
            hs_free_database(database);
        }
        void operator()(hs_scratch_t* scratch) const {
            hs_free_scratch(scratch);
        }
    };
    std::unique_ptr<hs_database_t, Free> database_;
    std::unique_ptr<hs_scratch_t, Free> scratch_;
};

class AhoCorasick : public TokenMatcher {
  public:
    explicit AhoCorasick(const Tokens& tokens) {
        classify(tokens);
        for (const std::string& token : tokens) {
            add(token);
        }
        complete();
    }

    bool finds(std::string_view header) override {
        State state = 0;
        for (const char c : header) {
            state = next_[state + class_of_[static_cast<unsigned char>(c)]];
            if (state >= kFinal) {
                return true;
            }
        }
        return false;
    }

  private:
    // A row's place in next_; final states have their highest bit set, and no
    // row, since the first ends the search.
    using State = std::uint32_t;
    static constexpr State kFinal = State{1} << 31;

    // The octets of tokens, both cases as one, are classes of their own; all
    // others are class 0.
    void classify(const Tokens& tokens) {
        for (const std::string& token : tokens) {
            for (const char c : token) {
                auto& of_lower =
                    class_of_[static_cast<unsigned char>(robots::fold(c))];
                if (of_lower == 0) {
                    of_lower = static_cast<std::uint16_t>(classes_++);
                }
            }
        }
        for (unsigned char c = 'A'; c <= 'Z'; ++c) {
            class_of_[c] = class_of_[c - 'A' + 'a'];
        }
        next_.assign(classes_, 0);
    }

    void add(const std::string& token) {
        State state = 0;
        for (std::size_t i = 0; i < token.size(); ++i) {
            const std::size_t entry =
                state + class_of_[static_cast<unsigned char>(token[i])];
            if (next_[entry] >= kFinal) {
                return;
            }
            if (i + 1 == token.size()) {
                next_[entry] = kFinal;
            } else if (next_[entry] == 0) {
                const auto row = static_cast<State>(next_.size());
                next_.resize(next_.size() + classes_, 0);
                next_[entry] = row;
            }
            state = next_[entry];
        }
    }

    // Breadth first, each row takes what it lacks from that of its longest
    // proper suffix.
    void complete() {
        std::deque<std::pair<State, State>> open;  // a row, and its suffix's
        for (std::size_t c = 0; c < classes_; ++c) {
            if (next_[c] != 0 && next_[c] < kFinal) {
                open.emplace_back(next_[c], 0);
            }
        }
        while (!open.empty()) {
            const auto [row, suffix] = open.front();
            open.pop_front();
            for (std::size_t c = 0; c < classes_; ++c) {
                const State fallback = next_[suffix + c];
                State& next = next_[row + c];
                if (next == 0 || fallback >= kFinal) {
                    next = fallback;
                } else if (next < kFinal) {
                    open.emplace_back(next, fallback);
                }
            }
        }
    }

    std::array<std::uint16_t, 256> class_of_{};
    std::size_t classes_ = 1;
    std::vector<State> next_;
};

class OneByOne : public TokenMatcher {
  public:
    explicit OneByOne(Tokens tokens) : tokens_(std::move(tokens)) {}

    bool finds(std::string_view header) override {
        return std::any_of(
            tokens_.begin(), tokens_.end(), [header](const std::string& token) {
                return strcasestr(header.data(), token.c_str()) != nullptr;
            });
    }

  private:
    Tokens tokens_;
};

}  // namespace

std::unique_ptr<TokenMatcher> pcre2_jit(const Tokens& tokens) {
    return std::make_unique<Pcre2Jit>(tokens);
}

std::unique_ptr<TokenMatcher> re2(const Tokens& tokens) {
    return std::make_unique<Re2>(tokens);
}

std::unique_ptr<TokenMatcher> hyperscan(const Tokens& tokens) {
    return std::make_unique<Hyperscan>(tokens);
}

std::unique_ptr<TokenMatcher> aho_corasick(const Tokens& tokens) {
    return std::make_unique<AhoCorasick>(tokens);
}

std::unique_ptr<TokenMatcher> one_by_one(const Tokens& tokens) {
    return std::make_unique<OneByOne>(tokens);
}

}  // namespace bench
