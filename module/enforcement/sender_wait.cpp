#include "module/enforcement/sender_wait.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/enforcement/sender.hpp"
#include "policy/verdict/identity_need.hpp"

namespace robots::nginx {

// Nobody waits for an answer that could only change a line in a log.
bool SenderWait::pays(ngx_http_request_t* r, const Sighting& crawler,
                      const Site& site, Action cap) {
    return cap > Action::log &&
           needs_identity(*main_conf(r).policy, site, crawler) &&
           main_conf(r).lookups.is_prompt();
}

ngx_int_t SenderWait::start(ngx_http_request_t* r, Delay& delay,
                            const Delay::Guest& guest, Lookup& lookup) {
    lookup.add(*this);
    request_ = r;
    delay_ = &delay;
    return delay.start(
        r, std::min(core_conf(r).resolver_timeout, Lookups::kPatience), guest);
}

void SenderWait::answered(Identity identity) noexcept {
    answered_ = true;
    identity_ = identity;
    delay_->end(request_);
}

Identity SenderWait::finish() {
    leave();
    if (!answered_) {
        main_conf(request_).lookups.waited_in_vain();
    }
    return identity_;
}

SenderWait& sender_wait_of(ngx_http_request_t* r, RequestContext& context) {
    if (context.sender_wait == nullptr) {
        context.sender_wait = make_owned<SenderWait>(r->main->pool);
    }
    return *context.sender_wait;
}

}  // namespace robots::nginx
