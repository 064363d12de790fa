#include "module/enforcement/violation_log.hpp"

#include <string>

#include "module/conf/configuration.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/request/request_facts.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/state/ledger_records.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robots::nginx {

namespace {

// Together well under NGX_MAX_ERROR_STR, so that what nginx adds still fits.
constexpr std::size_t kMaxUri = 512;
constexpr std::size_t kMaxName = 255;
constexpr std::size_t kMaxCrawler = 64;

bool is_logged(ngx_http_request_t* r) {
    return r->connection->log->log_level >= loc_conf(r).log_level;
}

// What no log shows has a quota of its own: it does not suppress lines.
LogQuota::Answer ask_quota(ngx_http_request_t* r, const Verdict& verdict) {
    constexpr std::uint64_t kUnlogged = 0x5bd1'e995'7f4a'7c15;
    Zone& zone = main_conf(r).zone;
    return zone.log_quota().ask(
        zone.keys().log_lines(verdict.crawler, verdict.identity) ^
            (is_logged(r) ? 0 : kUnlogged),
        {static_cast<std::uint64_t>(ngx_time()), zone.now()},
        static_cast<std::uint32_t>(loc_conf(r).log_rate));
}

ngx_str_t suppressed_text(ngx_pool_t* pool, std::uint32_t suppressed) {
    return suppressed == 0 ? ngx_str_t{}
                           : print(pool, sizeof(" suppressed=") + NGX_INT32_LEN,
                                   " suppressed=%uD", suppressed);
}

// " signature=invalid": nearly no request has one.
ngx_str_t signature_field(ngx_http_request_t* r) {
    const std::string_view result = signature_text(r);
    if (result.empty()) {
        return {};
    }
    ngx_str_t text = str(result);
    return print(r->pool, sizeof(" signature=") + text.len, " signature=%V",
                 &text);
}

// "policy.yaml:12:5". Empty if no line decided, or one of an older policy,
// whose files may say something else by now.
std::string place_text(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    return verdict.robots == context.site->robots.get()
               ? main_conf(r).policy->where(place_of(verdict))
               : std::string();
}

// For the status: the same, in a form that does not depend on the policy.
void keep_violation(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    const std::string_view path = view(r->unparsed_uri);
    Zone& zone = main_conf(r).zone;
    ViolationNote note;
    note.at = static_cast<std::uint64_t>(zone.now().count());
    note.site = context.site->key;
    note.line = line_key(verdict);
    note.crawler = crawler_key(verdict.crawler);
    note.name = decltype(note.name)(verdict.crawler.token);
    note.violation = verdict.violation;
    note.action = verdict.action;
    note.would = verdict.would;
    note.identity = verdict.identity;
    note.status = verdict.action == Action::reject ? verdict.status : 0;
    note.address = decltype(note.address)(facts_of(r).address);
    note.request_id = decltype(note.request_id)(view(request_id(r)));
    note.host = decltype(note.host)(authority_of(r).host);
    note.path = decltype(note.path)(path);
    note.path_cut = note.path.view().size() < path.size();
    zone.activity().violated(note);
}

void write_line(ngx_http_request_t* r, const RequestContext& context,
                std::uint32_t suppressed_before) {
    const Verdict& verdict = context.verdict;
    ngx_pool_t* pool = r->pool;
    ngx_str_t crawler = escape(pool, verdict.crawler.token, kMaxCrawler);
    ngx_str_t category = str(to_string(verdict.crawler.category));
    ngx_str_t identity = str(to_string(verdict.identity));
    ngx_str_t group = escape(
        pool, verdict.group ? std::string_view(verdict.group->name) : "-",
        kMaxCrawler);
    ngx_str_t line = line_text(pool, verdict);
    ngx_str_t rule = escape(pool, line.len ? view(line) : "-", kMaxName);
    const std::string place = place_text(r, context);
    ngx_str_t at = escape(pool, place.empty() ? "-" : place, kMaxName);
    ngx_str_t broken = str(to_string(verdict.violation));
    ngx_str_t action = str(action_text(verdict.action));
    ngx_str_t would = str(action_text(verdict.would));
    ngx_str_t wait = seconds_text(pool, verdict.wait);
    ngx_str_t revision = str(verdict.robots->revision.text());
    ngx_str_t site = escape(pool, context.site->name, kMaxName);
    const std::string_view asked = authority_of(r).host;
    ngx_str_t host = escape(pool, asked.empty() ? "-" : asked, kMaxName);
    ngx_str_t uri = escape(pool, view(r->unparsed_uri), kMaxUri);
    ngx_str_t id = request_id(r);
    ngx_str_t signature = signature_field(r);
    ngx_str_t suppressed = suppressed_text(pool, suppressed_before);

    ngx_log_error(
        loc_conf(r).log_level, r->connection->log, 0,
        "robots: crawler=%V category=%V identity=%V group=%V rule=\"%V\" at=%V "
        "verdict=%V action=%V would=%V wait=%V revision=%V site=%V host=%V "
        "uri=\"%V\" request_id=%V%V%V",
        &crawler, &category, &identity, &group, &rule, &at, &broken, &action,
        &would, &wait, &revision, &site, &host, &uri, &id, &signature,
        &suppressed);
}

}  // namespace

void log_violation(ngx_http_request_t* r, const RequestContext& context) {
    const LogQuota::Answer quota = ask_quota(r, context.verdict);
    if (!quota.granted) {
        return;
    }
    keep_violation(r, context);
    if (is_logged(r)) {
        write_line(r, context, quota.suppressed);
    }
}

}  // namespace robots::nginx
