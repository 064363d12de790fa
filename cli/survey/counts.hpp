// Counts what many robots.txt files say. A survey can be made in several runs,
// and the counts of the runs can be added up.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/archive/archive_reader.hpp"
#include "cli/survey/cms.hpp"
#include "cli/survey/file_summary.hpp"
#include "cli/survey/sampled_counts.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/lint/codes.hpp"
#include "policy/lint/lint.hpp"

namespace robotsctl {

// The built-in catalogue of crawlers, and which crawlers a group binds.

// Crawlers are identified by their index in the catalogue.
using CrawlerIndex = std::uint32_t;

class Catalogue {
  public:
    Catalogue();

    std::size_t size() const { return crawlers_.entries().size(); }
    const robots::Crawler& operator[](CrawlerIndex i) const {
        return crawlers_.entries()[i];
    }
    const robots::Crawlers& crawlers() const { return crawlers_; }

    // Returns the crawler with this product token, in any letter case.
    std::optional<CrawlerIndex> find(std::string_view token) const;

    // The crawlers with groups that can bind crawler `i`, in order of
    // preference: first `i` itself, then the crawlers whose groups bind `i` if
    // no group mentions `i` (Groups::select).
    const std::vector<CrawlerIndex>& binding(CrawlerIndex i) const {
        return binding_[i];
    }
    // The crawlers that a group for crawler `i` may bind: all crawlers that
    // have `i` in their binding().
    const std::vector<CrawlerIndex>& bound_by(CrawlerIndex i) const {
        return bound_by_[i];
    }

  private:
    robots::Crawlers crawlers_;
    std::vector<std::vector<CrawlerIndex>> binding_;
    std::vector<std::vector<CrawlerIndex>> bound_by_;
};

// The number of files for each Access.
using AccessCounts = std::array<std::uint64_t, robots::kAccesses>;

std::uint64_t sum(const AccessCounts& counts);

struct SurveyedCrawler {
    AccessCounts named{};  // files with its token
    AccessCounts bound{};  // files with a group that binds the crawler
    // The files in `bound` once more, but by the access that their group "*"
    // gives.
    AccessCounts not_bound_by_everyone{};
    std::uint64_t delays = 0;  // files with a Crawl-delay for the crawler
};

// Where a redirect leads.
enum class Redirect : std::uint8_t {
    none,       // no redirect
    https,      // the same host and path by https
    www,        // the same path, and the host with or without "www."
    same_host,  // another path of this host
    elsewhere,
    nowhere,  // no Location, or an invalid one
};

constexpr std::size_t kRedirects = 6;

std::string_view to_string(Redirect redirect);

// The name of the `i`th value of an enumeration by which counts are indexed.
template <class Enumeration>
std::string_view name_at(std::size_t i) {
    return to_string(static_cast<Enumeration>(i));
}

inline std::string_view code_name(std::size_t i) {
    return robots::lint::name_of(static_cast<robots::lint::Code>(i));
}

// What was counted for a record without a robots.txt. A copy is kept so that
// take_back() can subtract these counts again.
struct Answered {
    int status = 0;
    Redirect redirect = Redirect::none;
};

// Whether the server sent a file: the status is 2xx, or was not stored.
bool gave_file(const HostRecord& record);
Answered answered(const HostRecord& record);

// The maximum number of names that SampledCounts keeps.
constexpr std::size_t kMostNames = 20'000;

struct Counts {
    // Bucket i counts files of 2^(i-1) to 2^i - 1 octets. The first bucket
    // counts empty files, and the last bucket counts all larger files.
    static constexpr std::size_t kSizes = 22;

    explicit Counts(const Catalogue& known);

    // Counts a record and, if the server sent a file, the file's summary.
    void take(const HostRecord& record, const FileSummary& file);
    void take(const Answered& answered);
    void take_back(const Answered& answered);
    // Counts what the linter found in a file that was counted before.
    void take_findings(const robots::lint::Remarks& findings);

    const Catalogue* catalogue;
    ArchiveReport archives;
    std::uint64_t repeated = 0;  // further records of counted hosts
    std::uint64_t hosts = 0;
    std::map<int, std::uint64_t> status;
    std::array<std::uint64_t, kRedirects> redirects{};

    // Counts of hosts that sent a file:
    std::array<std::uint64_t, robots::kContentKinds> kinds{};

    // Counts of robots.txt files:
    std::array<std::uint64_t, kSizes> sizes{};
    std::uint64_t octets = 0;
    std::uint64_t cut = 0;               // files longer than crawlers read
    std::uint64_t without_everyone = 0;  // files without a group "*"
    AccessCounts everyone{};             // by the group "*"; without one: open
    std::vector<SurveyedCrawler> crawlers;  // by CrawlerIndex
    SampledCounts tokens;                   // of unlisted crawlers, by Access
    SampledCounts directives;               // kinds: files, lines
    SampledCounts rules;                    // kind: files
    std::array<std::uint64_t, kCmses> cmses{};
    std::uint64_t linted = 0;  // files whose lint codes are counted
    std::array<std::uint64_t, robots::lint::kCodes> codes{};

    std::uint64_t robots_txts() const {
        return kinds[static_cast<std::size_t>(robots::ContentKind::robots_txt)];
    }

    // Returns the number of files for each access that they give crawler `i`,
    // by the group that binds the crawler (RFC 9309 2.2.1).
    AccessCounts access_of(CrawlerIndex i) const;

  private:
    void take_file(const HostRecord& record, const FileSummary& file);
    void take_tokens(const FileSummary& file, unsigned level);
    void take_bound(const FileSummary& file);
    void take_rules(const robots::RobotsTxt& document, unsigned level);

    // The crawlers that groups of the current file mention, and the access that
    // these groups give them.
    std::vector<std::pair<CrawlerIndex, robots::Access>> named_;
    std::string rule_;
    std::uint64_t files_ = 0;  // files counted so far
};

}  // namespace robotsctl
