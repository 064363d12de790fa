// Checks that each location to which a "robots_refusal" refers exists.

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/warnings.hpp"

namespace robots::nginx {

namespace {

// Returns the first named location of a server for which `is_it` is true;
// nullptr if there is none.
template <typename IsIt>
const Location* first_named(const Server& server, const IsIt& is_it) {
    for (auto* const* each = server.named_locations;
         each != nullptr && *each != nullptr; ++each) {
        const Location* location = configuration_of(*each);
        if (is_it(*location)) {
            return location;
        }
    }
    return nullptr;
}

bool has_location(const Server& server, std::string_view name) {
    return first_named(server, [name](const Location& each) {
               return view(each.name) == name;
           }) != nullptr;
}

// Returns the configuration of the first location in the server with a
// "robots_refusal" that refers to a missing location; nullptr if there is none.
const LocConf* first_missing(const Server& server) {
    const LocConf* missing = nullptr;
    const auto lacks = [&](void** confs) {
        const LocConf& conf = robots_of(confs);
        if (conf.refusal.len == 0 || has_location(server, view(conf.refusal))) {
            return false;
        }
        missing = &conf;
        return true;
    };
    if (first_place(server, lacks) == nullptr) {
        first_named(server, [&lacks](const Location& each) {
            return lacks(each.loc_conf);
        });
    }
    return missing;
}

}  // namespace

bool check_refusal_locations(ngx_conf_t* cf) noexcept {
    return guarded<bool>(cf->log, false, [cf] {
        const LocConf* missing = nullptr;
        const Server* server = first_served(cf, [&missing](const Server& each) {
            missing = first_missing(each);
            return missing != nullptr;
        });
        if (server == nullptr) {
            return true;
        }
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                      "\"robots_refusal\" in %s:%ui names \"%V\", and the "
                      "server in %s:%ui has no location of that name; add "
                      "\"location %V { ... }\" to the server",
                      missing->refusal_place.file, missing->refusal_place.line,
                      &missing->refusal, server->file_name, server->line,
                      &missing->refusal);
        return false;
    });
}

}  // namespace robots::nginx
