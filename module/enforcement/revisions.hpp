// Which robots.txt each crawler was served, and which one binds it since.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REVISIONS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REVISIONS_HPP

#include "module/conf/configuration.hpp"
#include "policy/verdict/served_revisions.hpp"

namespace robots::nginx {

// What the zone and the configuration's history know together.
class Revisions : public ServedRevisions {
  public:
    explicit Revisions(MainConf& conf) : conf_(conf) {}

    const Robots* grace_revision(const Site& site, const Visitor& visitor,
                                 std::string_view address,
                                 Milliseconds grace) const noexcept override;

  private:
    MainConf& conf_;
};

// Records that a crawler is served the site's robots.txt, if the request is a
// crawler's GET. Throws std::bad_alloc.
void record_fetch(ngx_http_request_t* r, const Site& site);

}  // namespace robots::nginx

#endif
