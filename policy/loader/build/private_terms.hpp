// Checks that private groups, which are enforced but not published, are not
// stricter than robots.txt. A crawler must not be refused by rules that it
// cannot read.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/groups.hpp"

namespace robots::loader {

// Compares each private group with the group of robots.txt that the same
// crawler obeys. This may be the group for "*". If robots.txt has no group for
// the crawler, any restriction is stricter. The private group must not be
// stricter:
//
//     robots.txt                private                it is
//     Disallow: /               Disallow: /admin       looser: fine
//     Disallow: /, Allow: /a    Disallow: /a/b         stricter about /a/b
//     Crawl-delay: 10           Crawl-delay: 20        stricter
//     Crawl-delay: 10           Request-rate: 1/5      looser: fine
//     Visit-time: 0600-0800     Visit-time: 0700-0800  stricter
//
// A rule with wildcards is an error, unless the patterns alone prove that the
// rule is not stricter.
class PrivateTerms {
  public:
    // Both arguments must outlive this object.
    PrivateTerms(const Crawlers& crawlers, Findings& findings);

    // Compares the groups of the body at `place`. `enforced` must include the
    // private groups; `published` must be the groups of robots.txt. Returns
    // false if a private group is stricter, or if the comparisons for all
    // bodies together would take too long (is_exhausted()). Reports an error in
    // each of these two cases.
    bool check(const Groups& enforced, const Groups& published,
               const Place& place);

    // Call it before the groups of each file. If `limited` is true, the file
    // may use at most a twentieth of the work that the whole policy may use.
    void begin_file(bool limited);
    // While an object of this class exists, comparisons count only for the
    // limit of the policy, and not for the limit of the current file.
    class OfPolicy {
      public:
        explicit OfPolicy(PrivateTerms& terms)
            : terms_(terms),
              work_(terms.work_),
              most_(std::exchange(terms.most_, kMostWork)) {}
        ~OfPolicy() {
            const std::size_t done = terms_.work_ - work_;
            terms_.work_before_ += done;
            terms_.most_ = std::min(kMostWork, most_ + done);
        }
        OfPolicy(const OfPolicy&) = delete;
        OfPolicy& operator=(const OfPolicy&) = delete;

      private:
        PrivateTerms& terms_;
        std::size_t work_;
        std::size_t most_;
    };
    // Returns the work since begin_file() that counts for the file.
    std::size_t work_of_file() const { return work_ - work_before_; }
    // Adds the work that the previous load did for a file with results that are
    // taken over from that load.
    void add_work(std::size_t work) { work_ += work; }
    bool is_exhausted() const;

  private:
    // The maximum number of comparisons of patterns for one policy. This many
    // take about one second.
    static constexpr std::size_t kMostWork = 20000000;

    const Crawlers& crawlers_;
    std::vector<const Crawler*> followers_;  // have falls_back_to
    Findings& findings_;
    std::size_t work_ = 0;         // done for all bodies
    std::size_t work_before_ = 0;  // part of work_ not counted for the file
    std::size_t most_;             // the limit of work_
};

}  // namespace robots::loader
