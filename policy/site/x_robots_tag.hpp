// X-Robots-Tag: what a response tells crawlers about listing and using it.
//
// A header and not a rule: robots.txt keeps crawlers from fetching, this keeps
// what they fetched out of an index.
// https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots {

// One header line, and the responses that it goes with.
struct XRobotsTag {
    std::vector<Pattern> paths;         // any of them; empty: every path
    std::vector<std::string> crawlers;  // product tokens; empty: everybody
    std::string value;
};

// A response, as the tags of its site see it. Views must outlive it.
class TaggedResponse {
  public:
    // `target` as sent; `crawler` has no token if a browser asks. Allocates
    // only if the target must be rewritten to be matched.
    TaggedResponse(std::string_view target, Slashes slashes,
                   const Sighting& crawler, const Crawlers& crawlers);
    TaggedResponse(const TaggedResponse&) = delete;
    TaggedResponse& operator=(const TaggedResponse&) = delete;

    // Whether `tag` goes with the response: one of its paths matches the target
    // as it was sent or as the server resolves it, and one of its tokens is the
    // crawler's or one that the crawler falls back to.
    bool takes(const XRobotsTag& tag) const;

    // Whether the path matches the target in one of these two forms.
    bool matches(const Pattern& path) const;

  private:
    bool is_named(std::string_view token) const;

    std::string storage_;   // behind as_sent_, if it is rewritten
    std::string resolved_;  // empty if it is as_sent_
    std::string_view as_sent_;
    const Sighting& crawler_;
    const Crawlers& crawlers_;
};

// Whether some of `tags` depends on who asks.
bool depends_on_crawler(const std::vector<XRobotsTag>& tags);

// The first directive of a header value that no crawler documents, such as
// "noidex"; empty if all are known. A crawler's token and a colon may stand
// in front ("googlebot: noindex"). A view into `value`.
std::string_view unknown_robots_directive(std::string_view value);

// ---- other headers about the use of content ---------------------------------

// Content-Usage (draft-ietf-aipref-attach, 2) and tdm-reservation (TDM
// Reservation Protocol) of responses whose targets match; an empty one is not
// sent.
struct UseHeaders {
    Pattern path;
    std::string content_usage;    // "train-ai=n, search=y"
    std::string tdm_reservation;  // "1" or "0"
};

// The one with the longest `path` that matches, of equal ones the first;
// nullptr if none does. Allocates nothing.
template <class Entry>
const Entry* longest_match(const std::vector<Entry>& all,
                           const TaggedResponse& response) {
    const Entry* best = nullptr;
    for (const Entry& each : all) {
        if ((best == nullptr || each.path.length() > best->path.length()) &&
            response.matches(each.path)) {
            best = &each;
        }
    }
    return best;
}

}  // namespace robots
