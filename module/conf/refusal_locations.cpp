// The locations that robots_refusal names, which must exist.

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/warnings.hpp"

namespace robots::nginx {

namespace {

// The named locations of a server, behind which there is a nullptr.
Location* const* named_locations(const Server& server) {
    static Location* const kNone = nullptr;
    return server.named_locations != nullptr ? server.named_locations : &kNone;
}

bool has_location(const Server& server, std::string_view name) {
    for (Location* const* each = named_locations(server); *each; ++each) {
        if (view((*each)->name) == name) {
            return true;
        }
    }
    return false;
}

// The robots_refusal of a place of the server whose location is missing;
// nullptr: none.
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
    if (first_place(server, lacks) != nullptr) {
        return missing;
    }
    for (Location* const* each = named_locations(server); *each; ++each) {
        if (lacks((*each)->loc_conf)) {
            break;
        }
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
