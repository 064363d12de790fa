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

// The maximum numbers of findings that are listed. Further findings are only
// counted.
struct Listing {
    std::size_t of_a_code = 10;  // warnings or advice with the same code
    std::size_t all = 100;       // errors, warnings and advice
};

// Lists nearly all findings. The maximum only limits the memory.
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
    // `numbered` has the names of the files of the previous load, indexed by
    // their numbers (Place::file). If add_file() gets one of these names, it
    // returns the old number of the file, because results of the previous load
    // contain this number.
    explicit Findings(const Listing& listing = {},
                      std::vector<std::string> numbered = {});

    // Adds a file, and returns its number (Place::file). Findings are listed in
    // the order in which their files are added.
    std::uint32_t add_file(std::string name);
    // Returns the file names, indexed by number. The name is "" for a file of
    // the previous load that was not added again.
    const std::vector<std::string>& files() const { return files_; }

    // Add a finding. The same text at the same place is listed only once.
    // `code` must be a string literal, because it is not copied.
    void error(const Place& place, std::string_view code, std::string text);
    // If `severity` is nullopt, the severity depends on `code`
    // (lint/codes.hpp).
    void warning(const Place& place, std::string_view code, std::string text,
                 std::optional<Fix> fix = std::nullopt,
                 std::optional<Severity> severity = std::nullopt);

    // From now on, appends a copy of each new warning to `to`. nullptr stops
    // this.
    void copy_warnings(std::vector<Finding>* to) { copy_ = to; }

    std::size_t errors() const { return errors_.found + errors_of_kept_; }

    // While an object of this class exists, all errors count as errors of
    // `file`, even if their place is in another file.
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

    // Marks `file` as a kept file: a file with `on_error: keep`. From now on,
    // its errors are collected separately, and diagnostics() leaves them out.
    void keep(std::uint32_t file) { of_kept_.try_emplace(file); }
    bool only_kept_files_failed() const {
        return errors_of_kept_ > 0 && errors_.found == 0;
    }
    // Returns the first errors of each kept file that has errors. The keys are
    // paths.
    std::map<std::string, Diagnostics> kept_errors() const;
    const Listing& listing() const { return listing_; }

    // From now on, warnings with this code are neither listed nor counted.
    void ignore(std::string_view code) { ignored_.emplace_back(code); }

    // Returns whether further errors will not be listed. If it returns true,
    // callers can report errors without a text.
    bool full() const {
        return errors_.kept.size() == errors_.most ||
               errors_of_kept_ >= kManyOfKept;
    }

    // Returns the same for errors at `place`, which may be in a kept file.
    bool full(const Place& place) const;

    // Adds all warnings of `other`, which must not be in this object already.
    void take_warnings(const Findings& other);

    // Returns the place as text: "policy.yaml:12:7".
    std::string where(const Place& place) const;

    // Returns the listed findings: first errors, then warnings, then advice,
    // each sorted by file, line and column. The last items count the findings
    // that are not listed.
    Diagnostics diagnostics() const;

  private:
    // Collects all errors, or all warnings of one code. Stores only the first
    // `most` of them.
    struct Kind {
        explicit Kind(std::size_t limit) : most(limit) {}

        void add(Finding finding);

        std::size_t most;
        std::vector<Finding> kept{};
        std::unordered_set<std::size_t> known{};  // hashes of `kept`
        std::size_t found = 0;                    // including `kept`
    };

    bool is_ignored(std::string_view code) const;
    bool before(const Place& a, const Place& b) const;
    Diagnostic diagnostic(const Finding& finding) const;
    Diagnostic unlisted(std::size_t count, Severity severity,
                        std::string_view code) const;

    static constexpr std::size_t kMostOfKept = 10;  // errors of a kept file
    static constexpr std::size_t kManyOfKept = 10000;

    Listing listing_;
    std::vector<std::string> files_;
    std::vector<std::size_t> order_;                 // indexed like files_
    std::map<std::string, std::uint32_t> numbered_;  // files not added yet
    std::size_t named_ = 0;                          // files added so far
    std::vector<Finding>* copy_ = nullptr;
    std::optional<std::uint32_t> blamed_;
    std::map<std::uint32_t, std::vector<Finding>> of_kept_;
    std::size_t errors_of_kept_ = 0;
    Kind errors_;
    std::map<std::string_view, Kind> warnings_;  // keyed by code
    std::vector<std::string> ignored_;
};

}  // namespace robots::loader
