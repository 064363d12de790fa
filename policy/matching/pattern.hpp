// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// The texts between the "*" of a pattern are its literal runs. Matching
// searches for the first occurrence of each run behind the previous run. That
// is enough, since a later occurrence would leave less of the target for the
// next runs. It takes neither recursion nor memory, and is linear in the target
// for each run.
//
// Targets are compared with the pattern's form: its text, with one zero octet
// for each run of "*", without a final "$", and with "*" and "$" decoded from
// "%2A" and "%24". For most patterns, the form is the text itself. If it
// differs, it is stored behind the text:
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

// Represents "*" in a form. No normalised pattern or target has this octet.
constexpr char kAnything = '\0';

// Pattern is to PatternView what std::string is to std::string_view: it owns
// the memory, and no view may outlive it.
class PatternView {
  public:
    // Whether the pattern matches a prefix of `target`, or all of it if the
    // pattern ends in "$". `target` must be normalised (normalise_target). A
    // pattern that starts with neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // A quick check: if it is false, the pattern does not match; if it is true,
    // call matches(). Compares only the octet behind "/", in which most rules
    // differ from a target.
    bool may_match(std::string_view target) const {
        const std::string_view path = form();
        return path.size() < 2 || target.size() < 2 || path[0] != '/' ||
               path[1] == kAnything || path[1] == target[1];
    }

    // The octets of the normalised pattern, including "*" and "$". Of the rules
    // that match, the one with the longest pattern decides.
    std::size_t length() const { return size_; }

    // The normalised pattern.
    std::string_view text() const { return {text_, size_}; }

    // The literal runs between the "*" of the form. A pattern without "*" has
    // one run; a pattern that matches nothing has none. Only the first and the
    // last run may be empty.
    std::vector<std::string_view> runs() const;
    std::size_t run_count() const;
    std::string_view run(std::size_t i) const;  // i is less than run_count()

    // Whether the pattern ends in "$", so that its last run must end the
    // target.
    bool anchored() const { return anchored_; }

    // The octets that the pattern refers to: its text, and its form if that
    // differs.
    std::string_view memory() const {
        return {text_, size_ + (has_form_ ? form_size_ : 0)};
    }

    // Returns the same pattern as a view of `memory`, which must be a copy of
    // memory().
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
    std::uint32_t has_form_ : 1;    // a form is stored behind the text
    std::uint32_t has_star_ : 1;
    std::uint32_t anchored_ : 1;
};

class Pattern : public PatternView {
  public:
    // `path` is the value of the line, without blanks around it. "*" matches
    // any run of octets, and a final "$" the end of the target. "$" elsewhere,
    // "%2A" and "%24" are literal. Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

  private:
    std::shared_ptr<const std::string> octets_;
};

}  // namespace robots
