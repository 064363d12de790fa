#include "module/enforcement/violation_log.hpp"

#include <string>

#include "module/conf/configuration.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/ngx/log_text.hpp"
#include "module/request/request_facts.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/shared_memory/ledger_records.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robots::nginx {

namespace {

// The maximum lengths of fields in the log line. Their sum is well below
// NGX_MAX_ERROR_STR, so that the text that nginx adds to the line still fits.
constexpr std::size_t kMaxUri = 512;
constexpr std::size_t kMaxShownName = 255;
constexpr std::size_t kMaxCrawler = 64;

bool is_logged(const ngx_log_t& log, const LocConf& location) {
    return log.log_level >= location.log_level;
}

// Asks whether the violation may be logged. Violations that the error log does
// not show have their own quota, so that they do not suppress lines that the
// error log shows.
LogQuota::Answer ask_quota(MainConf& conf, const LocConf& location,
                           const ngx_log_t& log, const Verdict& verdict) {
    constexpr std::uint64_t kUnlogged = 0x5bd1'e995'7f4a'7c15;
    Zone& zone = conf.zone;
    return zone.log_quota().ask(
        zone.keys().log_lines(verdict.crawler, verdict.identity) ^
            (is_logged(log, location) ? 0 : kUnlogged),
        {static_cast<std::uint64_t>(ngx_time()), zone.now()},
        static_cast<std::uint32_t>(location.log_rate));
}

ngx_str_t suppressed_text(ngx_pool_t* pool, std::uint32_t suppressed) {
    return suppressed == 0 ? ngx_str_t{}
                           : print(pool, sizeof(" suppressed=") + NGX_INT32_LEN,
                                   " suppressed=%uD", suppressed);
}

// Returns a field like " signature=invalid"; empty if the request has no
// signature, as is true for nearly all requests.
ngx_str_t signature_field(const LoggedRequest& request) {
    if (request.signature == signature::Result::none) {
        return {};
    }
    ngx_str_t text = str(to_string(request.signature));
    return print(request.pool, sizeof(" signature=") + text.len,
                 " signature=%V", &text);
}

// Returns a field like " also_crawl_delay=\"Crawl-delay: 5\"" for each rule
// that the request broke in addition to verdict.violation. At most one of these
// rules is about paths, and only a rule about paths may be long.
ngx_str_t also_fields(const LoggedRequest& request, const Verdict& verdict) {
    std::string fields;
    for (const Violation each : kGravestFirst) {
        if (each != verdict.violation && verdict.violations.contains(each)) {
            ngx_str_t line = line_text(request.pool, verdict, each);
            ngx_str_t rule = escape(request.pool, line.len ? view(line) : "-",
                                    kMaxShownName);
            fields += " also_" + std::string(to_string(each)) + "=\"";
            fields.append(view(rule)) += '"';
        }
    }
    return copy(request.pool, fields);
}

// Returns the place of the deciding line, for example "policy.yaml:12:5".
// Returns an empty text if no line decided, or if the line is from an older
// policy, because the files of that policy may have changed.
std::string place_text(const LoggedRequest& request, const Verdict& verdict) {
    return verdict.robots == request.site->robots.get()
               ? request.conf->policy->where(place_of(verdict))
               : std::string();
}

// Stores the violation for the status page, in a form that stays readable if
// the policy changes.
void keep_violation(const LoggedRequest& request, const Verdict& verdict) {
    Zone& zone = request.conf->zone;
    ViolationNote note;
    note.at = static_cast<std::uint64_t>(zone.now().count());
    note.site = request.site->key;
    note.line = line_key(verdict);
    note.crawler = crawler_key(verdict.crawler);
    note.name = decltype(note.name)(verdict.crawler.token);
    note.violation = verdict.violation;
    note.violations = verdict.violations;
    note.action = verdict.action;
    note.would = verdict.would;
    note.identity = verdict.identity;
    // If robots_refusal contains a location, that location sets the status.
    const bool is_answered_here =
        verdict.action == Action::reject && request.location->refusal.len == 0;
    note.status = is_answered_here ? verdict.status : 0;
    note.address = decltype(note.address)(request.address);
    note.request_id = decltype(note.request_id)(request.request_id);
    note.host = decltype(note.host)(request.host);
    note.path = decltype(note.path)(request.uri);
    note.path_cut = note.path.view().size() < request.uri.size();
    note.signature = request.signature;
    zone.activity().violated(note);
}

void write_line(const LoggedRequest& request, const Verdict& verdict,
                std::uint32_t suppressed_before) {
    ngx_pool_t* pool = request.pool;
    ngx_str_t crawler = escape(pool, verdict.crawler.token, kMaxCrawler);
    ngx_str_t category = str(to_string(verdict.crawler.category));
    ngx_str_t identity = str(to_string(verdict.identity));
    ngx_str_t group = escape(
        pool, verdict.group ? std::string_view(verdict.group->name) : "-",
        kMaxCrawler);
    ngx_str_t line = line_text(pool, verdict);
    ngx_str_t rule = escape(pool, line.len ? view(line) : "-", kMaxShownName);
    const std::string place = place_text(request, verdict);
    ngx_str_t at = escape(pool, place.empty() ? "-" : place, kMaxShownName);
    ngx_str_t broken = str(to_string(verdict.violation));
    ngx_str_t action = str(to_string(verdict.action));
    ngx_str_t would = str(to_string(verdict.would));
    ngx_str_t wait = seconds_text(pool, verdict.wait);
    ngx_str_t revision = str(verdict.robots->revision.text());
    ngx_str_t site = escape(pool, request.site->name, kMaxShownName);
    ngx_str_t host =
        escape(pool, request.host.empty() ? "-" : request.host, kMaxShownName);
    ngx_str_t uri = escape(pool, request.uri, kMaxUri);
    ngx_str_t id = str(request.request_id);
    ngx_str_t also = also_fields(request, verdict);
    ngx_str_t signature = signature_field(request);
    ngx_str_t suppressed = suppressed_text(pool, suppressed_before);
    ngx_str_t behind = str(request.behind);

    ngx_log_error(
        request.location->log_level, request.log, 0,
        "robots: crawler=%V category=%V identity=%V group=%V rule=\"%V\" at=%V "
        "verdict=%V action=%V would=%V wait=%V revision=%V site=%V host=%V "
        "uri=\"%V\" request_id=%V%V%V%V%V",
        &crawler, &category, &identity, &group, &rule, &at, &broken, &action,
        &would, &wait, &revision, &site, &host, &uri, &id, &also, &signature,
        &suppressed, &behind);
}

void write(const LoggedRequest& request, const Verdict& verdict,
           std::uint32_t suppressed) {
    keep_violation(request, verdict);
    if (is_logged(*request.log, *request.location)) {
        write_line(request, verdict, suppressed);
    }
}

}  // namespace

LoggedRequest logged_request(ngx_http_request_t* r, const Site& site) {
    LoggedRequest request{};
    request.conf = &main_conf(r);
    request.location = &loc_conf(r);
    request.site = &site;
    request.log = r->connection->log;
    request.pool = r->pool;
    request.uri = view(r->unparsed_uri);
    request.host = authority_of(r).host;
    request.address = facts_of(r).address;
    request.request_id = view(request_id(r));
    request.signature = signature_of(r);
    return request;
}

void log_violation(const LoggedRequest& request, const Verdict& verdict) {
    const LogQuota::Answer quota =
        ask_quota(*request.conf, *request.location, *request.log, verdict);
    if (quota.granted) {
        write(request, verdict, quota.suppressed);
    }
}

// Asks the quota first: in a flood, most lines are suppressed, and then this
// function does not read anything else of the request.
void log_violation(ngx_http_request_t* r, const RequestContext& context) {
    const LogQuota::Answer quota = ask_quota(
        main_conf(r), loc_conf(r), *r->connection->log, context.verdict);
    if (quota.granted) {
        write(logged_request(r, *context.site), context.verdict,
              quota.suppressed);
    }
}

}  // namespace robots::nginx
