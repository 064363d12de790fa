// What a load finds wrong, file by file.
//
// Diagnostics come with the worst first, and then in the order of files, lines
// and columns. Of too many, the first ones are kept, in the order in which a
// reader of the files would meet them: what is wrong with the values of all
// sites, then what is wrong with what they mean. But sites are read and built
// one by one, to save memory. So each of these steps reserves a stage of the
// report, and what is found says to which item of which stage it belongs:
//
//     found in this order      stage, item      kept in this order
//     site 0 is read           1, 0             1, 0
//     site 0 is built          2, 0             1, 1
//     site 1 is read           1, 1             2, 0
//     site 1 is built          2, 1             2, 1

#ifndef ROBOTS_POLICY_LOADER_YAML_FINDINGS_HPP
#define ROBOTS_POLICY_LOADER_YAML_FINDINGS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/yaml/listing.hpp"

namespace robots::loader {

using Stage = std::uint32_t;

// Of too many findings, those of the lowest ranks are kept.
struct Rank {
    Stage stage = 0;
    std::uint32_t item = 0;
};

constexpr bool operator<(const Rank& a, const Rank& b) {
    return a.stage != b.stage ? a.stage < b.stage : a.item < b.item;
}

class Findings {
  public:
    explicit Findings(const Listing& listing = {})
        : listing_(listing), errors_(listing.all) {}

    // Names a file; the result is its Place::file.
    std::uint32_t add_file(std::string name);
    const std::vector<std::string>& files() const { return files_; }

    // The same finding at the same place is reported once. Codes are literals.
    void error(const Place& place, std::string_view code, std::string text);
    // How severe it is depends on its code (lint/codes.hpp), unless `severity`
    // says so.
    void warning(const Place& place, std::string_view code, std::string text,
                 std::optional<Fix> fix = std::nullopt,
                 std::optional<Severity> severity = std::nullopt);

    std::size_t errors() const { return errors_.found; }
    const Listing& listing() const { return listing_; }

    // Warnings of this code are neither listed nor counted.
    void ignore(std::string_view code) { ignored_.emplace_back(code); }

    // Whether no further error will be reported, so that none needs a good
    // text.
    bool full() const;

    // Reserves a stage behind all that has been found, and in front of all that
    // is found from now on outside of stages. The same finding belongs to one
    // stage only.
    Stage reserve_stage();
    // What is found from now on belongs to this item of the stage,
    void enter_stage(Stage stage, std::uint32_t item = 0) {
        rank_ = {stage, item};
    }
    // or again to no stage that was reserved.
    void leave_stages() { rank_ = {last_stage_, 0}; }

    // Adds the warnings of `other`, none of which is here already.
    void take_warnings(const Findings& other);

    // "policy.yaml:12:7"
    std::string where(const Place& place) const;

    // All findings, the worst first: errors, warnings, advice, each in the
    // order of files, lines and columns. Behind them, what is not listed.
    Diagnostics diagnostics() const;

  private:
    struct Finding {
        Place place;
        std::string_view code;
        std::string text;
        Severity severity = Severity::error;
        std::optional<Fix> fix{};
        Rank rank{};
        std::size_t times = 1;  // that it was found
    };

    // Findings of one kind, of which a number is kept.
    struct Kind {
        explicit Kind(std::size_t limit) : most(limit) {}
        // multimap points into itself.
        Kind(const Kind&) = delete;
        Kind& operator=(const Kind&) = delete;
        ~Kind() = default;

        void add(Finding finding);

        std::size_t most;
        std::multimap<Rank, Finding> kept{};
        // Of the kept ones, by a hash of place and text.
        std::unordered_map<std::size_t, std::multimap<Rank, Finding>::iterator>
            known{};
        std::size_t found = 0;  // the kept ones, too
    };

    bool is_ignored(std::string_view code) const;
    Diagnostic diagnostic(const Finding& finding) const;
    Diagnostic unlisted(std::size_t count, Severity severity,
                        std::string_view code) const;

    Listing listing_;
    std::vector<std::string> files_;
    Kind errors_;
    std::map<std::string_view, Kind> warnings_;  // by code
    std::vector<std::string> ignored_;
    Rank rank_;  // of what is found now
    Stage last_stage_ = 0;
};

// The word within two edits of `text`, or "". Only the first thousand words are
// looked at.
std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words);

// "; did you mean `word`?" for the nearest word, or "".
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// "`a`, `b` and `c`"; at most thirty, the rest as "...".
std::string listing(const std::vector<std::string_view>& words);

}  // namespace robots::loader

#endif
