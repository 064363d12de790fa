#include <algorithm>
#include <array>
#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/warnings.hpp"
#include "module/ngx/resolver.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/host.hpp"
#include "policy/verdict/identity_need.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots::nginx {

namespace {

bool lacks_resolver(void** confs) {
    return robots_of(confs).enforce == kEnforceOn &&
           core_of(confs).internal == 0 && !has_resolver(core_of(confs));
}

void warn_of_resolver(ngx_conf_t* cf, const Crawler& crawler,
                      Violation violation, const Server& server,
                      const Location& location) {
    ngx_str_t token = str(crawler.token);
    ngx_str_t so = str(violation == Violation::impostor
                           ? "impostors of crawlers such as"
                           : "the reverse names of crawlers such as");
    ngx_str_t then = str(violation == Violation::impostor
                             ? "are not detected, though the policy throttles "
                               "or refuses them"
                             : "are not looked up, and the policy throttles or "
                               "refuses what nothing else verifies");
    ngx_str_t name = location.name;
    ngx_str_t where{};
    if (name.len != 0) {
        where = print(cf->temp_pool, name.len + sizeof("location \"\" of "),
                      "location \"%V\" of ", &name);
    }
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "%Vthe server in %s:%ui has no \"resolver\": %V \"%V\" %V; "
                  "add a \"resolver\"",
                  &where, server.file_name, server.line, &so, &token, &then);
}

// Logs a warning about the first location without a resolver, if the policy
// throttles or refuses senders that only reverse DNS names can identify.
void warn_of_missing_resolver(ngx_conf_t* cf, const Policy& policy) {
    Violation violation = Violation::unverifiable;
    const Crawler* crawler = shown_by_reverse_names(policy, violation);
    if (crawler == nullptr) {
        violation = Violation::impostor;
        crawler = shown_by_reverse_names(policy, violation);
    }
    if (crawler == nullptr) {
        return;
    }
    const Location* location = nullptr;
    const Server* server = first_served(cf, [&](const Server& each) {
        location = first_place(each, lacks_resolver);
        return location != nullptr;
    });
    if (server != nullptr) {
        warn_of_resolver(cf, *crawler, violation, *server, *location);
    }
}

// The names of levels in error_log and robots_log_level. The index is nginx's
// number of the level.
constexpr std::array<const char*, 9> kLevels{"stderr", "emerg", "alert",
                                             "crit",   "error", "warn",
                                             "notice", "info",  "debug"};

const char* level_name(ngx_uint_t level) {
    return kLevels[std::min<ngx_uint_t>(level, kLevels.size() - 1)];
}

// Returns the highest level of `log` and of the logs after it in the linked
// list. nginx writes the same lines to all these logs. If nginx.conf does not
// set the main log, nginx sets the level of this log later, to "error".
ngx_uint_t level_of(const ngx_log_t* log, const ngx_cycle_t& cycle) {
    ngx_uint_t out = 0;
    for (; log != nullptr; log = log->next) {
        const bool unset = log == &cycle.new_log && log->file == nullptr;
        out = std::max(out, unset ? NGX_LOG_ERR : log->log_level);
    }
    return out;
}

// Whether the policy has an action other than `pass`. If not, violations are
// never logged.
bool logs_anything(const Policy& policy) {
    return std::any_of(
        policy.sites().begin(), policy.sites().end(), [](const Site& site) {
            const bool has_budgets = !site.robots->settings->budgets.empty();
            return any_enforcement(*site.robots, [=](const Enforcement& each) {
                return std::any_of(
                    kGravestFirst.begin(), kGravestFirst.end(),
                    [&](Violation kind) {
                        return (kind != Violation::budget || has_budgets) &&
                               each.action_for(kind) != Action::pass;
                    });
            });
        });
}

struct Hidden {
    const Server* server = nullptr;  // the first one
    const Location* place = nullptr;
    ngx_uint_t servers = 0;
};

Hidden find_hidden(ngx_conf_t* cf) {
    Hidden out;
    const auto hides = [cf](void** confs) {
        const LocConf& conf = robots_of(confs);
        return conf.enforce != kEnforceOff && core_of(confs).internal == 0 &&
               level_of(core_of(confs).error_log, *cf->cycle) < conf.log_level;
    };
    each_served(cf, [&](Server& server) {
        if (const Location* place = first_place(server, hides)) {
            if (out.servers == 0) {
                out.server = &server;
                out.place = place;
            }
            ++out.servers;
        }
    });
    return out;
}

// Logs a warning about the first server with an error_log that does not show
// lines of the level robots_log_level. The warning says how many other servers
// have this problem.
void warn_of_hidden_log(ngx_conf_t* cf, const Policy& policy) {
    if (!logs_anything(policy)) {
        return;
    }
    const Hidden hidden = find_hidden(cf);
    if (hidden.servers == 0) {
        return;
    }
    ngx_str_t more{};
    if (hidden.servers > 1) {
        more = print(cf->temp_pool, sizeof(" ( more)") + NGX_INT_T_LEN,
                     " (and %ui more)", hidden.servers - 1);
    }
    // A location without an error_log uses the error_log of its server.
    void** confs = hidden.place->loc_conf != nullptr
                       ? hidden.place->loc_conf
                       : hidden.server->ctx->loc_conf;
    const char* wanted = level_name(robots_of(confs).log_level);
    ngx_log_error(
        NGX_LOG_WARN, cf->log, 0,
        "violations are not logged for the server in %s:%ui%V: they have "
        "level \"%s\" and its error_log shows \"%s\" and above; write "
        "\"error_log FILE %s;\"",
        hidden.server->file_name, hidden.server->line, &more, wanted,
        level_name(level_of(core_of(confs).error_log, *cf->cycle)), wanted);
}

// Returns nginx's rewrite module; nullptr if nginx is built without this
// module. Finds the module by its name, because its symbol may be missing.
const ngx_module_t* rewrite_module(const ngx_cycle_t& cycle) {
    for (ngx_module_t** each = cycle.modules; *each != nullptr; ++each) {
        if (std::string_view((*each)->name) == "ngx_http_rewrite_module") {
            return *each;
        }
    }
    return nullptr;
}

// Returns the status with which the "return" of a location answers every
// request; 0 if the location does not start with "return". nginx does not
// publish the structure of the rewrite module's configuration. The first member
// of this structure is the array of codes.
ngx_uint_t returned_status(void** confs, const ngx_module_t& rewrite) {
    const auto* codes = *static_cast<ngx_array_t**>(confs[rewrite.ctx_index]);
    if (codes == nullptr || codes->nelts == 0) {
        return 0;
    }
    const auto* first =
        static_cast<const ngx_http_script_return_code_t*>(codes->elts);
    return first->code == ngx_http_script_return_code ? first->status : 0;
}

// Whether the location's name is a path, and not a regular expression or the
// name of a named location ("@name").
bool is_plain_path(const Location& location) {
#if (NGX_PCRE)
    if (location.regex != nullptr) {
        return false;
    }
#endif
    return location.name.len != 0 && location.name.data[0] == '/';
}

bool is_success(ngx_uint_t status) {
    return status >= NGX_HTTP_OK && status < NGX_HTTP_SPECIAL_RESPONSE;
}

bool disallows(const Robots& robots, std::string_view path) {
    const auto groups = robots.groups.all();
    return std::any_of(groups.begin(), groups.end(), [path](const auto& group) {
        const Rule* rule = group->rules.match(path);
        return rule != nullptr && !rule->allow &&
               group->enforcement->action_for(Violation::disallow) !=
                   Action::pass;
    });
}

// Whether the path is disallowed on a site to which one of the server's names
// belongs. Ignores names that are wildcards or regular expressions, because the
// hosts that match these names are not known.
bool disallows(const Policy& policy, const Server& server,
               std::string_view path) {
    const auto* names =
        static_cast<const ngx_http_server_name_t*>(server.server_names.elts);
    for (ngx_uint_t i = 0; i < server.server_names.nelts; i++) {
        if (names[i].name.len == 0) {  // a server without "server_name"
            const Site* site = policy.default_site();
            if (site != nullptr && disallows(*site->robots, path)) {
                return true;
            }
            continue;
        }
        const auto host = canonical_host(view(names[i].name));
        if (!host) {
            continue;
        }
        for (const Scheme scheme : {Scheme::http, Scheme::https}) {
            const Site* site =
                policy.find({*host, default_port(scheme), scheme});
            if (site != nullptr && disallows(*site->robots, path)) {
                return true;
            }
        }
    }
    return false;
}

// Logs a warning about the first location that returns 2xx although the policy
// disallows its path to a crawler. nginx runs "return" in an earlier phase than
// the handler that enforces the policy.
void warn_of_early_return(ngx_conf_t* cf, const Policy& policy) {
    const ngx_module_t* rewrite = rewrite_module(*cf->cycle);
    if (rewrite == nullptr) {
        return;
    }
    const Location* location = nullptr;
    const Server* server = first_served(cf, [&](const Server& each) {
        location = first_place(each, [&](void** confs) {
            const Location& place = core_of(confs);
            const std::string_view path = view(place.name);
            return robots_of(confs).enforce != kEnforceOff &&
                   is_plain_path(place) && path != "/robots.txt" &&
                   is_success(returned_status(confs, *rewrite)) &&
                   disallows(policy, each, normalise_target(path));
        });
        return location != nullptr;
    });
    if (server != nullptr) {
        ngx_log_error(
            NGX_LOG_WARN, cf->log, 0,
            "location \"%V\" of the server in %s:%ui is not judged: nginx "
            "runs its \"return\" before the policy is enforced; move the "
            "\"return\" into a named location and reach it by \"try_files "
            "/none @NAME\"",
            &location->name, server->file_name, server->line);
    }
}

}  // namespace

void warn_about_locations(ngx_conf_t* cf) noexcept {
    guarded(cf->log, [cf] {
        const Policy& policy = *main_conf(cf).policy;
        warn_of_missing_resolver(cf, policy);
        warn_of_hidden_log(cf, policy);
        warn_of_early_return(cf, policy);
    });
}

status::model::LogOnly log_only(ngx_conf_t* cf) {
    using status::model::LogOnly;
    bool logs = false;
    bool acts = false;
    each_served(cf, [&](Server& server) {
        const auto has = [&server](ngx_uint_t value) {
            return first_place(server, [value](void** confs) {
                       return robots_of(confs).enforce == value;
                   }) != nullptr;
        };
        logs = logs || has(kEnforceLog);
        acts = acts || has(kEnforceOn);
    });
    if (!logs) {
        return LogOnly::none;
    }
    return acts ? LogOnly::some : LogOnly::all;
}

}  // namespace robots::nginx
