// Whether private groups ask for no more than robots.txt does: nobody is held
// to what he was not shown.

#pragma once

#include <cstddef>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/groups.hpp"

namespace robots::loader {

// Each private group is compared with the one that robots.txt has for the same
// crawler, be it that for "*", or none. It may not be stricter:
//
//     robots.txt                private                it is
//     Disallow: /               Disallow: /admin       looser: fine
//     Disallow: /, Allow: /a    Disallow: /a/b         stricter about /a/b
//     Crawl-delay: 10           Crawl-delay: 20        stricter
//     Crawl-delay: 10           Request-rate: 1/5      looser: fine
//     Visit-time: 0600-0800     Visit-time: 0700-0800  stricter
//
// A rule with wildcards is refused, too, if its form does not prove that it is
// no stricter.
class PrivateTerms {
  public:
    // Both outlive it.
    PrivateTerms(const Crawlers& crawlers, Findings& findings);

    // The groups of one body at `place`: those that are enforced, with the
    // private ones, and those of its robots.txt. False after an error: a
    // private group is stricter, or the groups of all bodies would take seconds
    // to compare.
    bool check(const Groups& enforced, const Groups& published,
               const Place& place);

    // From here on, a file is compared. If it is `limited`, it may take a
    // twentieth of what the policy may.
    void begin_file(bool limited);
    // What comparing took since then.
    std::size_t work_of_file() const { return work_ - work_before_; }
    // What a file took before that is not compared.
    void add_work(std::size_t work) { work_ += work; }
    // Whether no more may be compared.
    bool is_exhausted() const;

  private:
    const Crawlers& crawlers_;
    std::vector<const Crawler*> followers_;  // those that fall back to others
    Findings& findings_;
    std::size_t work_ = 0;         // for all bodies
    std::size_t work_before_ = 0;  // the file
    std::size_t most_;             // that work_ may be
};

}  // namespace robots::loader
