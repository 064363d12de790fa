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

// Of the directive that nginx reads now.
inline ConfPlace place_now(const ngx_conf_t* cf) {
    return {cf->conf_file->file.name.data, cf->conf_file->line};
}

// The settings and results of "robots_policy_last_good".
struct LastGood {
    std::string folder;   // empty: none
    bool in_use = false;  // the policy was loaded from the copy
    bool kept = false;    // the copy is of this policy
};

// How many signatures a worker may verify in a second, and has in this one.
class SignatureBudget {
  public:
    // Each verification takes 0.03 to 0.1 ms, so that the default is a
    // twentieth of a processor at most.
    static constexpr ngx_uint_t kDefaultRate = 500;
    static constexpr ngx_uint_t kMaxRate = 1'000'000;

    // What nginx.conf says.
    ngx_uint_t rate = NGX_CONF_UNSET_UINT;

    // Whether one more may be verified; counts it.
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
    // What the policy was loaded from.
    std::string file;
    Variables variables;
    PolicyRoots roots;
    loader::Inputs inputs;
    // What the next reload need not compile again.
    std::shared_ptr<const loader::CompiledFiles> compiled;
    // Files with `on_error: keep` that have errors.
    std::size_t kept_files = 0;
    LastGood last_good;
    // The policies that it replaced; set if there is a policy.
    std::shared_ptr<const History> history;
    // Each worker has its own after the fork; set if there is a policy.
    std::optional<HeaderMemory> headers;
    // The newest modification of the policy and of the configuration file that
    // names it, where its variables are set.
    std::time_t modified = 0;
    std::array<u_char, sizeof("Sun, 06 Nov 1994 08:49:37 GMT") - 1>
        modified_date{};  // the same as HTTP writes it
    std::size_t zone_size = 0;
    Zone zone;
    Lookups lookups{zone};  // each worker's own
    FleetConf fleet_conf;
    // Each worker's own; nullptr: there is none.
    std::unique_ptr<Fleet> fleet;
    bool served = false;  // some server has "robots on"
    // Some site has "x_robots_tag", "usage" or "license_link".
    bool adds_headers = false;
    status::model::LogOnly log_only = status::model::LogOnly::none;
    ConfPlace status;                  // of a "robots_status"
    ngx_int_t request_id = NGX_ERROR;  // the index of $request_id
    SignatureBudget signatures;        // each worker's own
};

struct SrvConf {
    OriginConf origin;  // in front, where requests look for it
    ngx_flag_t robots;
    ConfPlace place;  // of "robots"
};

static_assert(offsetof(SrvConf, origin) == 0);

// Values of robots_enforce.
enum : ngx_uint_t { kEnforceOff, kEnforceLog, kEnforceOn };

// The values of robots_status: whom a location answers.
enum : ngx_uint_t { kStatusNobody, kStatusLocal, kStatusAny };

struct LocConf {
    ngx_uint_t enforce;
    ngx_uint_t log_level;
    ngx_uint_t log_rate;              // lines of each crawler (LogQuota::ask)
    ngx_uint_t mask_addresses;        // robots_status_addresses masked
    ngx_uint_t status;                // whom robots_status answers
    const ngx_array_t* status_names;  // of its server, for robots_status
    ngx_str_t refusal;                // "@name"; empty: the module answers
    ConfPlace refusal_place;          // of robots_refusal
};

// The main configuration that is in effect while that of `cycle` is read,
// nullptr where there is none: at the start, or where the module was not
// loaded.
MainConf* previous_main_conf(const ngx_cycle_t* cycle);

// nullptr: nginx.conf has no "http".
MainConf* main_conf(const ngx_cycle_t* cycle);

inline MainConf& main_conf(ngx_conf_t* cf) {
    return *static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
}

inline MainConf& main_conf(ngx_http_request_t* r) {
    return *static_cast<MainConf*>(
        ngx_http_get_module_main_conf(r, ngx_http_robots_module));
}

// $request_id, the same for all who ask. Empty if there is none.
ngx_str_t request_id(ngx_http_request_t* r);

inline const LocConf& loc_conf(ngx_http_request_t* r) {
    return *static_cast<LocConf*>(
        ngx_http_get_module_loc_conf(r, ngx_http_robots_module));
}

// Whether "robots on" holds for the request's server.
inline bool robots_on(ngx_http_request_t* r) {
    return static_cast<SrvConf*>(
               ngx_http_get_module_srv_conf(r, ngx_http_robots_module))
               ->robots != 0;
}

}  // namespace robots::nginx
