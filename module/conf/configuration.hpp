// The settings that nginx reads from nginx.conf for this module, and the state
// that belongs to a configuration.

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
#include "policy/shared_memory/history.hpp"
#include "policy/site/policy.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

// The file and the line of a directive in nginx.conf, for messages.
struct DirectivePlace {
    u_char* file = nullptr;  // nullptr: the directive is not used
    ngx_uint_t line = 0;
};

// Returns the place of the directive that nginx is reading.
inline DirectivePlace place_now(const ngx_conf_t* cf) {
    return {cf->conf_file->file.name.data, cf->conf_file->line};
}

// The directive "robots_policy_last_good": the folder in which nginx stores a
// copy of the last policy that loaded, and two facts about the policy in use.
struct LastGood {
    std::string folder;   // empty: the directive is not used
    bool in_use = false;  // the files did not load; an older policy is used
    bool kept = false;    // the folder has a copy of the policy in use
};

// Limits the number of signatures that a worker process verifies per second.
class SignatureBudget {
  public:
    // One verification takes 0.03 to 0.1 ms of CPU time. So the default rate
    // uses at most 5 % of one CPU core.
    static constexpr ngx_uint_t kDefaultRate = 500;
    static constexpr ngx_uint_t kMaxRate = 1'000'000;

    // The maximum number of verifications per second ("robots_signature_rate").
    ngx_uint_t rate = NGX_CONF_UNSET_UINT;

    // If the limit allows one more verification in this second, counts it and
    // returns true. Otherwise returns false.
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
    // The compiled files of the policy. The next reload reuses the compiled
    // form of each file that has not changed.
    std::shared_ptr<const loader::CompiledFiles> compiled;
    // The number of files with `on_error: keep` that have errors.
    std::size_t kept_files = 0;
    LastGood last_good;
    // Earlier robots.txt files of the sites. A crawler is allowed to follow an
    // earlier file for some time. Set if there is a policy.
    std::shared_ptr<const History> history;
    // A cache that maps a User-Agent header to the crawler in the header. Each
    // worker has its own copy after the fork. Set if there is a policy.
    std::optional<HeaderMemory> headers;
    // The value of Last-Modified for each robots.txt. It is the later of two
    // times: when nginx began to serve this policy, and when the configuration
    // file with the directive "robots_policy" was modified. Never in the
    // future.
    std::time_t modified = 0;
    std::array<u_char, sizeof("Sun, 06 Nov 1994 08:49:37 GMT") - 1>
        modified_date{};  // `modified` as an HTTP date
    std::size_t zone_size = 0;
    Zone zone;
    Lookups lookups{zone};  // each worker has its own
    FleetConf fleet_conf;
    // Each worker makes its own Fleet object. nullptr without a fleet.
    std::unique_ptr<Fleet> fleet;
    bool served = false;  // whether a server has "robots on"
    // Whether a site has "x_robots_tag", "usage" or "license_link".
    bool adds_headers = false;
    status::model::LogOnly log_only = status::model::LogOnly::none;
    DirectivePlace status;             // of the last "robots_status"
    ngx_int_t request_id = NGX_ERROR;  // the index of $request_id
    SignatureBudget signatures;        // each worker has its own
};

struct SrvConf {
    OriginConf origin;  // must be the first member: origin_conf() reads it
    ngx_flag_t robots;
    DirectivePlace place;  // of the directive "robots"
};

static_assert(offsetof(SrvConf, origin) == 0);

// Values of robots_enforce.
enum : ngx_uint_t { kEnforceOff, kEnforceLog, kEnforceOn };

// Values of robots_status: the clients that may read the status in a location.
enum : ngx_uint_t { kStatusNobody, kStatusLocal, kStatusAny };

struct LocConf {
    ngx_uint_t enforce;
    ngx_uint_t log_level;
    ngx_uint_t log_rate;              // limit per crawler, for LogQuota::ask()
    ngx_uint_t mask_addresses;        // 1: "robots_status_addresses masked"
    ngx_uint_t status;                // the clients that may read the status
    const ngx_array_t* status_names;  // names of the server, for robots_status
    ngx_str_t refusal;                // "@name"; empty: the module answers
    DirectivePlace refusal_place;     // of the directive "robots_refusal"
};

// Call this function while nginx reads the configuration of `cycle`. Returns
// the main configuration that is still in effect. Returns nullptr while nginx
// starts, or if the configuration in effect has no "http" block or does not
// load this module.
MainConf* previous_main_conf(const ngx_cycle_t* cycle);

// Returns the main configuration of `cycle`; nullptr if nginx.conf has no
// "http" block.
MainConf* main_conf(const ngx_cycle_t* cycle);

inline MainConf& main_conf(ngx_conf_t* cf) {
    return *static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
}

inline MainConf& main_conf(ngx_http_request_t* r) {
    return *static_cast<MainConf*>(
        ngx_http_get_module_main_conf(r, ngx_http_robots_module));
}

// Returns the value of $request_id, which never changes during a request.
// Returns an empty text if nginx does not have this variable.
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
