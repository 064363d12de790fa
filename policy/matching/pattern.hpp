// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// The texts between the "*" of a pattern are its literal runs. Matching
// searches for the first occurrence of each run behind the previous run. The
// first occurrence is enough, because a later occurrence leaves less of the
// target for the next runs. Matching needs neither recursion nor memory. The
// time for each run is linear in the length of the target.
//
// A target is compared with the form of a pattern. The form is the pattern's
// text with three changes: one zero octet replaces each sequence of "*", a
// final "$" is removed, and "%2A" and "%24" are decoded to "*" and "$". For
// most patterns, the form equals the text. If it differs from the text, the
// form is stored behind the text:
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

// Represents "*" in a form. Normalised patterns and targets never contain it.
constexpr char kAnything = '\0';

// A compiled pattern whose octets another object owns: a Pattern or a RuleSet.
// That object must outlive the view.
class PatternView {
  public:
    // Whether the pattern matches a prefix of `target`, or all of `target` if
    // the pattern ends in "$". `target` must be normalised (target.hpp). A
    // pattern that starts with neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // A quick check. False means that the pattern does not match. True means
    // that matches() must decide. Compares only the octet behind the first "/",
    // because this octet differs between most rules and a target.
    bool may_match(std::string_view target) const {
        const std::string_view path = form();
        return path.size() < 2 || target.size() < 2 || path[0] != '/' ||
               path[1] == kAnything || path[1] == target[1];
    }

    // Returns the number of octets of the normalised pattern, including "*" and
    // "$". Of the rules that match, the rule with the longest pattern decides.
    std::size_t length() const { return size_; }

    // Returns the normalised pattern.
    std::string_view text() const { return {text_, size_}; }

    // Returns the literal runs of the form. A pattern without "*" has one run.
    // A pattern that matches nothing has zero runs. Only the first and the last
    // run may be empty.
    std::vector<std::string_view> runs() const;
    std::size_t run_count() const;
    std::string_view run(std::size_t i) const;  // i is less than run_count()

    // Whether the pattern ends in "$". Then the last run must be at the end of
    // the target.
    bool anchored() const { return anchored_; }

    // Returns the octets to which this view points: the text and, if the form
    // differs from the text, also the form.
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

// A pattern that owns its octets.
class Pattern : public PatternView {
  public:
    // `path` is the value of an Allow or Disallow line, without blanks at its
    // start and end. "*" matches any sequence of octets. A final "$" matches
    // the end of the target. Elsewhere, "$" is literal. "%2A" and "%24" are a
    // literal "*" and "$". Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

  private:
    std::shared_ptr<const std::string> octets_;
};

}  // namespace robots
