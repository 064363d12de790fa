// Which of two media types a client would rather read (RFC 9110 12.5.1).

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// A longer Accept header says nothing.
constexpr std::size_t kMaxAccept = 1000;

// Whether a client that sends this Accept header gives application/problem+json
// (RFC 9457) a higher quality than text/plain in UTF-8. Of the ranges that
// match a type, the most specific counts; of several equally specific ones, the
// highest quality. Ranges that are broken, or have parameters that ours lack,
// match nothing. False without a header.
bool prefers_problem_json(std::string_view accept);

}  // namespace robots
