// Collects the errors and warnings of a load, file by file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

// How many findings are listed at most. Further findings are only counted.
struct Listing {
    std::size_t of_a_code = 10;  // warnings or advice with one code
    std::size_t all = 100;       // errors, warnings and advice
};

// Lists nearly all findings; the bounds only limit memory.
constexpr Listing kWholeListing{100000, 100000};

struct Finding {
    Place place;
    std::string_view code;
    std::string text;
    Severity severity = Severity::error;
    std::optional<Fix> fix{};
};

class Findings {
  public:
    // `numbered`: the names of the files of the previous load, indexed by their
    // numbers (Place::file). If add_file() gets one of these names, it returns
    // the file's old number, so that the file's earlier results can be used.
    explicit Findings(const Listing& listing = {},
                      std::vector<std::string> numbered = {});

    // Adds a file and returns its Place::file. Findings are listed in the order
    // in which files are added.
    std::uint32_t add_file(std::string name);
    // File names by number; "" for files of the previous load that were not
    // added.
    const std::vector<std::string>& files() const { return files_; }

    // Add a finding. The same text at the same place is listed only once. Codes
    // must be string literals: they are not copied.
    void error(const Place& place, std::string_view code, std::string text);
    // Without `severity`, the code decides the severity (lint/codes.hpp).
    void warning(const Place& place, std::string_view code, std::string text,
                 std::optional<Fix> fix = std::nullopt,
                 std::optional<Severity> severity = std::nullopt);

    // From now on, also appends each warning to `to`; nullptr stops this.
    void copy_warnings(std::vector<Finding>* to) { copy_ = to; }

    std::size_t errors() const { return errors_.found + errors_of_kept_; }

    // While a Blame exists, errors at any place count as errors of its file.
    class Blame {
      public:
        Blame(Findings& findings, std::uint32_t file)
            : findings_(findings),
              before_(std::exchange(findings.blamed_, file)) {}
        ~Blame() { findings_.blamed_ = before_; }
        Blame(const Blame&) = delete;
        Blame& operator=(const Blame&) = delete;

      private:
        Findings& findings_;
        std::optional<std::uint32_t> before_;
    };

    // Collects the errors of a file with `on_error: keep` separately from now
    // on: diagnostics() leaves them out.
    void keep(std::uint32_t file) { of_kept_.try_emplace(file); }
    bool only_kept_files_failed() const {
        return errors_of_kept_ > 0 && errors_.found == 0;
    }
    // Returns the first errors of each kept file that has errors, by path.
    std::map<std::string, Diagnostics> kept_errors() const;
    const Listing& listing() const { return listing_; }

    // Warnings of this code are neither listed nor counted.
    void ignore(std::string_view code) { ignored_.emplace_back(code); }

    // Whether further errors would not be listed, so that they need no text.
    bool full() const {
        return errors_.kept.size() == errors_.most ||
               errors_of_kept_ >= kManyOfKept;
    }

    // The same of errors at `place`, whose file may be kept.
    bool full(const Place& place) const;

    // Adds the warnings of `other`. None of them must have been added before.
    void take_warnings(const Findings& other);

    // "policy.yaml:12:7"
    std::string where(const Place& place) const;

    // Returns the listed findings: errors, then warnings, then advice, each in
    // the order of files, lines and columns. At the end are the counts of the
    // findings that are not listed.
    Diagnostics diagnostics() const;

  private:
    // All errors, or all warnings of one code. Keeps only the first `most`.
    struct Kind {
        explicit Kind(std::size_t limit) : most(limit) {}

        void add(Finding finding);

        std::size_t most;
        std::vector<Finding> kept{};
        std::unordered_set<std::size_t> known{};  // hashes of the kept ones
        std::size_t found = 0;                    // including the kept ones
    };

    bool is_ignored(std::string_view code) const;
    bool before(const Place& a, const Place& b) const;
    Diagnostic diagnostic(const Finding& finding) const;
    Diagnostic unlisted(std::size_t count, Severity severity,
                        std::string_view code) const;

    static constexpr std::size_t kMostOfKept = 10;  // of each file
    static constexpr std::size_t kManyOfKept = 10000;

    Listing listing_;
    std::vector<std::string> files_;
    std::vector<std::size_t> order_;                 // of files_
    std::map<std::string, std::uint32_t> numbered_;  // not added yet
    std::size_t named_ = 0;                          // of files_
    std::vector<Finding>* copy_ = nullptr;
    std::optional<std::uint32_t> blamed_;
    std::map<std::uint32_t, std::vector<Finding>> of_kept_;
    std::size_t errors_of_kept_ = 0;
    Kind errors_;
    std::map<std::string_view, Kind> warnings_;  // by code
    std::vector<std::string> ignored_;
};

}  // namespace robots::loader
