// What the policy could do otherwise about a crawler on a site.

#ifndef ROBOTS_STATUS_MODEL_ACTS_HPP
#define ROBOTS_STATUS_MODEL_ACTS_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/snippets.hpp"
#include "status/model/model.hpp"

namespace robots::status::model {

struct Acts {
    Server server;
    std::string crawler;  // its token; "*": all without a group of their own
    std::string_view site;
    std::string_view group;  // that applies now; empty: none
    std::optional<Actions> actions;
    std::vector<CapRow> caps;
    std::vector<Snippet> acts;  // none: its author wrote robots.txt
};

}  // namespace robots::status::model

#endif
