#include "policy/loader/build/site_settings.hpp"

namespace robots::loader {

namespace {

Refusal refusal_of(const RefusalEntry& entry) {
    Refusal refusal;
    refusal.text = entry.text.value_or(std::string());
    refusal.contact = entry.contact.value_or(std::string());
    refusal.license_server = entry.license_server.value_or(std::string());
    refusal.accept_signature = entry.accept_signature.value_or(false);
    refusal.rate_limit = entry.rate_limit.value_or(false);
    return refusal;
}

// A header has no room for all that fits into a robots.txt.
std::vector<Body> linked_licenses(const BodyEntry& body) {
    std::vector<Body> licenses;
    if (body.license) {
        for (const Text& license : *body.license) {
            add_license(license.value, licenses);
        }
    }
    return licenses;
}

}  // namespace

SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement) {
    SiteSettings settings;
    settings.max_age = body.max_age.value_or(settings.max_age);
    settings.enforcement = enforcement;
    if (body.suspend) {
        settings.suspend = body.suspend->retry_after;
    }
    if (body.robots_txt) {
        settings.publisher = body.robots_txt->publisher;
        settings.verbatim = body.robots_txt->is_verbatim();
    }
    settings.refusal = refusal_of(body.refusal);
    settings.licenses = linked_licenses(body);
    settings.license_link = body.license_link.value_or(false);
    settings.x_robots_tags =
        body.x_robots_tags.value_or(std::vector<XRobotsTag>{});
    if (body.usage) {
        settings.use_headers = headers_of(body.usage->value, body.dialects());
    }
    return settings;
}

}  // namespace robots::loader
