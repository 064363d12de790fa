// The configuration of nginx.conf.

#pragma once

#include <array>
#include <cstddef>
#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include "module/dns/lookup.hpp"
#include "module/fleet/fleet.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/origin.hpp"
#include "module/zone/zone.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/history.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

// The place of a directive in nginx.conf, for messages.
struct ConfPlace {
    u_char* file = nullptr;  // nullptr: nowhere
    ngx_uint_t line = 0;
};

// The place of the directive that nginx reads now.
inline ConfPlace place_now(const ngx_conf_t* cf) {
    return {cf->conf_file->file.name.data, cf->conf_file->line};
}

// The folder of "robots_policy_last_good", and whether its copy is used.
struct LastGood {
    std::string folder;   // empty: none
    bool in_use = false;  // the policy was loaded from the copy
    bool kept = false;    // the folder has a copy of this policy
};

// How many signatures a worker may verify per second, and how many it has
// verified in the current second.
class SignatureBudget {
  public:
    // A verification takes 0.03 to 0.1 ms, so the default uses at most a
    // twentieth of a processor.
    static constexpr ngx_uint_t kDefaultRate = 500;
    static constexpr ngx_uint_t kMaxRate = 1'000'000;

    // The rate in nginx.conf.
    ngx_uint_t rate = NGX_CONF_UNSET_UINT;

    // Returns whether one more signature may be verified, and counts it if so.
    bool take() {
        if (ngx_time() != second_) {
            second_ = ngx_time();
            used_ = 0;
        }
        if (used_ >= rate) {
            return false;
        }
        ++used_;
        return true;
    }

  private:
    time_t second_ = 0;
    ngx_uint_t used_ = 0;
};

struct MainConf {
    std::shared_ptr<const Policy> policy;  // nullptr without robots_policy
    // The file and the settings from which the policy was loaded.
    std::string file;
    Variables variables;
    PolicyRoots roots;
    loader::Inputs inputs;
    // The compiled files. The next reload need not compile those that have not
    // changed.
    std::shared_ptr<const loader::CompiledFiles> compiled;
    // The number of files with `on_error: keep` that have errors.
    std::size_t kept_files = 0;
    LastGood last_good;
    // The policies that this policy replaced; set if there is a policy.
    std::shared_ptr<const History> history;
    // A cache of the crawlers that User-Agent headers name. Each worker has its
    // own copy after the fork; set if there is a policy.
    std::optional<HeaderMemory> headers;
    // The Last-Modified of each robots.txt: the latest modification time of the
    // policy's files and of the configuration file with the directive
    // "robots_policy". Never in the future.
    std::time_t modified = 0;
    std::array<u_char, sizeof("Sun, 06 Nov 1994 08:49:37 GMT") - 1>
        modified_date{};  // `modified` in the format of HTTP
    std::size_t zone_size = 0;
    Zone zone;
    Lookups lookups{zone};  // each worker has its own
    FleetConf fleet_conf;
    // Each worker has its own; nullptr if there is no fleet.
    std::unique_ptr<Fleet> fleet;
    bool served = false;  // a server has "robots on"
    // Whether a site has "x_robots_tag", "usage" or "license_link".
    bool adds_headers = false;
    status::model::LogOnly log_only = status::model::LogOnly::none;
    ConfPlace status;                  // of a directive "robots_status"
    ngx_int_t request_id = NGX_ERROR;  // the index of $request_id
    SignatureBudget signatures;        // each worker has its own
};

struct SrvConf {
    OriginConf origin;  // first, as origin_conf() expects
    ngx_flag_t robots;
    ConfPlace place;  // of "robots"
};

static_assert(offsetof(SrvConf, origin) == 0);

// Values of robots_enforce.
enum : ngx_uint_t { kEnforceOff, kEnforceLog, kEnforceOn };

// Values of robots_status: the clients that a location answers.
enum : ngx_uint_t { kStatusNobody, kStatusLocal, kStatusAny };

struct LocConf {
    ngx_uint_t enforce;
    ngx_uint_t log_level;
    ngx_uint_t log_rate;              // limit per crawler (LogQuota::ask)
    ngx_uint_t mask_addresses;        // robots_status_addresses masked
    ngx_uint_t status;                // the clients that robots_status answers
    const ngx_array_t* status_names;  // the server's, for robots_status
    ngx_str_t refusal;                // "@name"; empty: the module answers
    ConfPlace refusal_place;          // of robots_refusal
};

// Call it while nginx reads the configuration of `cycle`. Returns the main
// configuration that is still in effect; nullptr at the start, or if the
// running nginx has no "http" block or has not loaded this module.
MainConf* previous_main_conf(const ngx_cycle_t* cycle);

// Returns nullptr if nginx.conf has no "http" block.
MainConf* main_conf(const ngx_cycle_t* cycle);

inline MainConf& main_conf(ngx_conf_t* cf) {
    return *static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
}

inline MainConf& main_conf(ngx_http_request_t* r) {
    return *static_cast<MainConf*>(
        ngx_http_get_module_main_conf(r, ngx_http_robots_module));
}

// Returns $request_id, which never changes during a request; empty if nginx
// does not have this variable.
ngx_str_t request_id(ngx_http_request_t* r);

inline const LocConf& loc_conf(ngx_http_request_t* r) {
    return *static_cast<LocConf*>(
        ngx_http_get_module_loc_conf(r, ngx_http_robots_module));
}

// Whether the request's server has "robots on".
inline bool robots_on(ngx_http_request_t* r) {
    return static_cast<SrvConf*>(
               ngx_http_get_module_srv_conf(r, ngx_http_robots_module))
               ->robots != 0;
}

}  // namespace robots::nginx
