// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// A pattern is its literal runs, what lies between the "*". Matching is linear
// in the target for each run, and needs neither recursion nor memory: each run
// is searched leftmost behind the one before it. That is enough, since a later
// place leaves less of the target for the runs that follow.
//
// What is compared is the pattern's form: its text, with one zero for each run
// of "*", without a final "$", and with "*" and "$" where it has "%2A" and
// "%24". For most patterns this is the text itself; else it lies behind it:
//
//     text  /a*b.html$       form  /a\0b.html
//     text  /100%24*         form  /100$\0

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// Stands for "*" in a form. No normalised pattern or target has this octet.
constexpr char kAnything = '\0';

// Pattern is to PatternView what std::string is to std::string_view: it owns
// the memory, and no view may outlive it.
class PatternView {
  public:
    // Whether the pattern matches a prefix of `target`, or all of it if the
    // pattern ends in "$". `target` is normalised (normalise_target). A pattern
    // that starts with neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // False only if the pattern does not match. Most rules differ from a target
    // in the octet behind "/", which is seen here without a call.
    bool may_match(std::string_view target) const {
        const std::string_view path = form();
        return path.size() < 2 || target.size() < 2 || path[0] != '/' ||
               path[1] == kAnything || path[1] == target[1];
    }

    // Precedence: octets of the normalised pattern, "*" and "$" included.
    std::size_t length() const { return size_; }

    // The normalised pattern.
    std::string_view text() const { return {text_, size_}; }

    // The literal runs between the "*", as they are compared. A pattern without
    // "*" has one, a pattern that matches nothing has none. Only the first and
    // the last may be empty.
    std::vector<std::string_view> runs() const;
    std::size_t run_count() const;
    std::string_view run(std::size_t i) const;  // i is less than run_count()

    // Whether the pattern ends in "$", so that its last run has to be the end
    // of the target.
    bool anchored() const { return anchored_; }

    // All octets of the pattern.
    std::string_view memory() const {
        return {text_, size_ + (has_form_ ? form_size_ : 0)};
    }

    // The same pattern, whose memory() was copied to `memory`.
    PatternView moved_to(const char* memory) const {
        PatternView out = *this;
        out.text_ = memory;
        return out;
    }

  protected:
    PatternView() : form_size_(0), has_form_(0), has_star_(0), anchored_(0) {}

    std::string_view form() const {
        return {text_ + (has_form_ ? size_ : 0), form_size_};
    }

    const char* text_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t form_size_ : 29;  // 0: matches nothing
    std::uint32_t has_form_ : 1;    // behind the text, since it differs
    std::uint32_t has_star_ : 1;
    std::uint32_t anchored_ : 1;
};

class Pattern : public PatternView {
  public:
    // `path` as the line has it, without blanks around it. "*" matches any run
    // of octets, a final "$" the end of the target. "$" elsewhere is literal,
    // and so are "%2A" and "%24". Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

  private:
    std::shared_ptr<const std::string> octets_;
};

}  // namespace robots
