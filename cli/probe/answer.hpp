// What is wrong with an answer, whatever a policy says: it is a challenge, a
// redirect, a refusal, or there is none.

#pragma once

#include <optional>
#include <string>

#include "cli/probe/difference.hpp"
#include "cli/probe/served.hpp"

namespace robotsctl {

// nullopt: it is an answer with status 2xx, and no challenge. Only then its
// body and its headers are the site's.
std::optional<Difference> wrong_answer(const Served& served, Asked asked,
                                       const robots::Url& origin);

// Whether the body starts as a web page.
bool is_html(const Served& served);

}  // namespace robotsctl
