// X-Robots-Tag: a response header that says how crawlers may list and use the
// response.
//
// The header does not replace robots.txt: robots.txt keeps crawlers from
// fetching a page, but X-Robots-Tag keeps a fetched page out of a search index.
// https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots {

// One header line, and the responses that get it.
struct XRobotsTag {
    std::vector<Pattern> paths;         // one must match; empty: any path
    std::vector<std::string> crawlers;  // product tokens; empty: everybody
    std::string value;
};

// The facts about a response on which tags depend. The arguments must outlive
// this object.
class TaggedResponse {
  public:
    // `target` is the target as the client sent it. For a browser, `crawler`
    // has no token. Allocates only if the target must be normalised or
    // resolved.
    TaggedResponse(std::string_view target, Slashes slashes,
                   const Sighting& crawler, const Crawlers& crawlers);
    TaggedResponse(const TaggedResponse&) = delete;
    TaggedResponse& operator=(const TaggedResponse&) = delete;

    // Whether the response gets `tag`: matches() is true for one of the tag's
    // paths, and one of the tag's crawlers is the client, or a crawler to which
    // the client falls back. A tag without paths is for all paths. A tag
    // without crawlers is for all clients.
    bool takes(const XRobotsTag& tag) const;

    // Whether `path` matches the target as sent, or the target as the server
    // resolves it.
    bool matches(const Pattern& path) const;

  private:
    bool is_named(std::string_view token) const;

    std::string storage_;   // the octets of as_sent_, if normalised
    std::string resolved_;  // empty if equal to as_sent_
    std::string_view as_sent_;
    const Sighting& crawler_;
    const Crawlers& crawlers_;
};

// Whether at least one of `tags` is only for certain crawlers.
bool depends_on_crawler(const std::vector<XRobotsTag>& tags);

// Returns the first directive ("noidex") of a header value that is not one of
// the documented directives, as a view into `value`; empty if all are known. A
// crawler's token and a colon may precede a directive ("googlebot: noindex").
std::string_view unknown_robots_directive(std::string_view value);

// ---- other headers about the use of content ---------------------------------

// The headers Content-Usage (draft-ietf-aipref-attach, 2) and tdm-reservation
// (TDM Reservation Protocol) for responses whose targets match `path`. A header
// with an empty value is not sent.
struct UseHeaders {
    Pattern path;
    std::string content_usage;    // "train-ai=n, search=y"
    std::string tdm_reservation;  // "1" or "0"
};

// Returns the entry with the longest `path` that matches; of several equally
// long paths, the first. Returns nullptr if none matches. Does not allocate.
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
