#include "policy/loader/build/site_settings.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <unordered_map>

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

// Returns the licenses for the header Link. add_license() may leave some out,
// because a header has less room than a robots.txt.
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

// ---- names and keys --------------------------------------------------------

namespace {

void append_number(std::string& out, std::int64_t number) {
    char octets[sizeof number];
    std::memcpy(octets, &number, sizeof number);
    out.append(octets, sizeof octets);
}

// Hashes octets that are added in parts and are never all in memory.
class Hash {
  public:
    Hash() { XXH3_64bits_reset(&state_); }

    void add(std::string_view octets) {
        XXH3_64bits_update(&state_, octets.data(), octets.size());
    }
    std::uint64_t value() const { return XXH3_64bits_digest(&state_); }

  private:
    XXH3_state_t state_;
};

std::string octets_of(const Pace& pace) {
    std::string out;
    append_number(out, pace.crawl_delay ? pace.crawl_delay->count() : -1);
    for (const RequestRate& rate : pace.request_rates) {
        out += rate.text() + '\n';
    }
    for (const DayWindow& window : pace.visit_times) {
        out += window.text() + '\n';
    }
    return out;
}

std::uint64_t hash_of(const RuleSet& rules) {
    Hash hash;
    for (const Rule& rule : rules.rules()) {
        hash.add(rule.text() + '\n');
    }
    return hash.value();
}

// Adds the pace and the enforcement of all groups, and the rules of private
// groups, which are not in robots.txt. Caches the octets and hashes of what
// groups share, because thousands of crawlers may share thousands of rules and
// windows.
void add_enforcement(const Groups& groups, Hash& hash) {
    std::unordered_map<const Pace*, std::string> paces;
    std::unordered_map<const Rule*, std::uint64_t> rules;
    std::unordered_map<const Enforcement*, std::string> enforcements;
    for (const auto& group : groups.all()) {
        if (group->is_private) {
            const auto [it, added] =
                rules.try_emplace(group->rules.rules().begin());
            if (added) {
                it->second = hash_of(group->rules);
            }
            std::string own = "\nprivate ";
            append_number(own, static_cast<std::int64_t>(it->second));
            hash.add(own);
        }
        hash.add('\n' + group->name + ' ');
        const auto [it, added] = paces.try_emplace(&*group->pace);
        if (added) {
            it->second = octets_of(*group->pace);
        }
        hash.add(it->second);
        std::string& enforcement = enforcements[&*group->enforcement];
        if (enforcement.empty()) {
            append_fingerprint(enforcement, *group->enforcement);
        }
        hash.add(enforcement);
    }
}

void append_tags(std::string& out, const std::vector<XRobotsTag>& tags) {
    for (const XRobotsTag& tag : tags) {
        out += "\n\n" + tag.value;
        for (const Pattern& path : tag.paths) {
            out += '\n';
            out += path.text();
        }
        for (const std::string& crawler : tag.crawlers) {
            out += "\n " + crawler;
        }
    }
}

void append_use(std::string& out, const std::vector<UseHeaders>& all) {
    for (const UseHeaders& each : all) {
        out += "\n\t";
        out += each.path.text();
        out += '\n' + each.content_usage + '\n' + each.tdm_reservation;
    }
}

// Appends nothing for a site without budgets. So its revision stays the same as
// in older releases, which did not know budgets.
void append_budgets(std::string& out, const Budgets& budgets) {
    for (const auto& budget : budgets) {
        out += '\n' + budget->text();
        append_number(out, budget->of_all_sites ? 1 : 0);
        append_number(out, budget->everyone ? 1 : 0);
        for (const std::uint64_t key : budget->crawlers) {
            append_number(out, static_cast<std::int64_t>(key));
        }
    }
}

}  // namespace

Revision revision_of(const Robots& robots, std::string_view text) {
    const SiteSettings& settings = *robots.settings;
    Hash hash;
    hash.add(text);
    std::string out;
    append_number(out, settings.suspend ? settings.suspend->count() : -1);
    append_number(out, static_cast<std::int64_t>(settings.publisher));
    hash.add(out);
    add_enforcement(robots.groups, hash);
    out.clear();
    append_tags(out, settings.x_robots_tags);
    append_use(out, settings.use_headers);
    append_fingerprint(out, settings.enforcement);
    append_budgets(out, settings.budgets);
    out += settings.license_link ? "license_link" : "";
    hash.add(out);
    return Revision(hash.value());
}

std::string key_of(const SiteSettings& settings) {
    std::string key;
    append_number(key, settings.max_age.count());
    append_number(key, static_cast<std::int64_t>(settings.publisher));
    append_number(key, settings.verbatim ? 1 : 0);
    append_number(key, settings.suspend ? settings.suspend->count() : -1);
    append_number(key, settings.refusal.accept_signature ? 1 : 0);
    append_tags(key, settings.x_robots_tags);
    append_use(key, settings.use_headers);
    const auto put = [&key](std::string_view text) {
        append_number(key, static_cast<std::int64_t>(text.size()));
        key += text;
    };
    put(settings.refusal.text);
    put(settings.refusal.contact);
    put(settings.refusal.license_server);
    append_number(key, settings.refusal.rate_limit ? 1 : 0);
    append_number(key, settings.license_link ? 1 : 0);
    for (const Body& license : settings.licenses) {
        append_number(key, static_cast<std::int64_t>(license.pieces().size()));
        for (const Body::Piece& piece : license.pieces()) {
            put(piece.literal);
            append_number(key, static_cast<std::int64_t>(piece.slot));
        }
    }
    append_number(key, -1);
    // Each budget is compiled once, so its address identifies it.
    for (const auto& budget : settings.budgets) {
        append_number(key, static_cast<std::int64_t>(
                               reinterpret_cast<std::intptr_t>(budget.get())));
    }
    append_number(key, -1);
    append_fingerprint(key, settings.enforcement);
    return key;
}

}  // namespace robots::loader
