// Whether what a source answered may replace the copy that is kept.

#ifndef ROBOTS_CLI_IDENTITY_ACCEPTANCE_HPP
#define ROBOTS_CLI_IDENTITY_ACCEPTANCE_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/identity/sources.hpp"

namespace robotsctl {

// How the parts (prefixes or keys) of a text differ from those of another.
struct JudgedCopy {
    std::size_t parts = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::string problem;  // not empty: why it is refused, as a clause
};

// Judges a text by itself: what is in a folder already was accepted once.
JudgedCopy judge_kept(SourceKind kind, std::string_view text);

// Judges what is to replace `kept`, which is empty if there is nothing usable.
// Refused are texts that are cut off, empty, HTML or of another form; lists
// with addresses that are not public, or a range so wide that it is a route;
// and lists with a tenth of the prefixes of the last or fewer, unless they
// cover all of it or `accept_smaller` is set: a list that lost its addresses
// would make impostors of honest crawlers.
JudgedCopy judge_new(SourceKind kind, std::string_view kept,
                     std::string_view text, bool accept_smaller);

}  // namespace robotsctl

#endif
