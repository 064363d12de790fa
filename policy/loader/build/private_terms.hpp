// Checks that private groups are no stricter than robots.txt: a crawler must
// not be held to rules that it was not shown.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/groups.hpp"

namespace robots::loader {

// Each private group is compared with the group of robots.txt that binds the
// same crawler, which may be the group for "*", or none. The private group must
// not be stricter:
//
//     robots.txt                private                it is
//     Disallow: /               Disallow: /admin       looser: fine
//     Disallow: /, Allow: /a    Disallow: /a/b         stricter about /a/b
//     Crawl-delay: 10           Crawl-delay: 20        stricter
//     Crawl-delay: 10           Request-rate: 1/5      looser: fine
//     Visit-time: 0600-0800     Visit-time: 0700-0800  stricter
//
// A rule with wildcards is refused unless its form alone proves that it is not
// stricter.
class PrivateTerms {
  public:
    // Both arguments must outlive this object.
    PrivateTerms(const Crawlers& crawlers, Findings& findings);

    // Compares the groups of one body at `place`. `enforced` must have the
    // private groups, and `published` the groups of robots.txt. Returns false
    // after an error: a private group is stricter, or comparing the groups of
    // all bodies would take too long (is_exhausted()).
    bool check(const Groups& enforced, const Groups& published,
               const Place& place);

    // Starts to compare the groups of a file. A `limited` file may cause at
    // most a twentieth of the work that the whole policy may cause.
    void begin_file(bool limited);
    // While one exists, the work is not the file's, and only the policy's limit
    // holds.
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
    // The work since begin_file() that is the file's.
    std::size_t work_of_file() const { return work_ - work_before_; }
    // Adds the earlier work for a file that is taken over and not compared.
    void add_work(std::size_t work) { work_ += work; }
    bool is_exhausted() const;

  private:
    // What one policy may take, about a second: patterns that are compared.
    static constexpr std::size_t kMostWork = 20000000;

    const Crawlers& crawlers_;
    std::vector<const Crawler*> followers_;  // these fall back to others
    Findings& findings_;
    std::size_t work_ = 0;         // done for all bodies
    std::size_t work_before_ = 0;  // work_ that is not the file's
    std::size_t most_;             // the limit of work_
};

}  // namespace robots::loader
