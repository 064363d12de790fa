// What nginx.conf says of signatures, and how many a worker verifies.

#ifndef ROBOTS_MODULE_CONF_SIGNATURE_CONF_HPP
#define ROBOTS_MODULE_CONF_SIGNATURE_CONF_HPP

#include <cstdint>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

struct SignatureConf {
    // Verifications a second and worker. Each takes 0.03 to 0.1 ms, so that the
    // default is a twentieth of a processor at most.
    static constexpr ngx_uint_t kDefaultRate = 500;
    static constexpr ngx_uint_t kMaxRate = 1'000'000;

    ngx_uint_t rate = NGX_CONF_UNSET_UINT;
    ngx_flag_t test_keys = NGX_CONF_UNSET;
};

// How many signatures a worker has verified in this second.
class SignatureBudget {
  public:
    // Whether one more of `rate` may be; counts it.
    bool take(ngx_uint_t rate) {
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

// Sets what nginx.conf does not.
inline void init_signature_conf(SignatureConf& conf) {
    ngx_conf_init_uint_value(conf.rate, SignatureConf::kDefaultRate);
    ngx_conf_init_value(conf.test_keys, 0);
}

}  // namespace robots::nginx

#endif
