#include "module/conf/directives.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/lint/stale.hpp"
#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/loader/files/policy_copy.hpp"

namespace robots::nginx {

namespace {

std::string_view own_version() {
    return ROBOTS_VERSION;
}

// Returns the absolute path. With "nginx -p .", two nginx may have the same
// relative path for different files. Does not follow symbolic links, because a
// new version of a file is often a new target of the same link.
std::string absolute(const std::string& path) {
    std::error_code failed;
    const auto out = std::filesystem::absolute(path, failed);
    return failed ? path : out.string();
}

// Returns a text that identifies a policy by its file, its variables and its
// roots. Each part ends with a zero octet, which no name contains.
std::string subject_of(const MainConf& conf) {
    std::string out = absolute(conf.file) + '\0';
    for (const auto& [name, value] : conf.variables) {
        out.append(name).append(1, '=').append(value).append(1, '\0');
    }
    out += '\0';
    for (const std::string& root : conf.roots) {
        out.append(absolute(root)).append(1, '\0');
    }
    return out;
}

loader::CopyPlace place_of(const ngx_cycle_t* cycle, const MainConf& conf) {
    return {conf.last_good.folder,
            absolute(std::string(view(cycle->conf_file))), subject_of(conf)};
}

void log_text(ngx_conf_t* cf, ngx_uint_t level, const std::string& text) {
    ngx_conf_log_error(level, cf, 0, "%*s", text.size(), text.data());
}

std::string date_of(std::time_t time) {
    std::array<u_char, sizeof("Sun, 06 Nov 1994 08:49:37 GMT")> date;
    return {reinterpret_cast<char*>(date.data()),
            reinterpret_cast<char*>(ngx_http_time(date.data(), time))};
}

}  // namespace

char* set_robots_policy_last_good(ngx_conf_t* cf, ngx_command_t*,
                                  void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    if (!main.last_good.folder.empty()) {
        return conf_error("is duplicate");
    }
    if (main.policy) {
        return conf_error("must come before \"robots_policy\"");
    }
    ngx_str_t& folder = static_cast<ngx_str_t*>(cf->args->elts)[1];
    if (ngx_conf_full_name(cf->cycle, &folder, 0) != NGX_OK) {
        return conf_error();
    }
    return guarded<char*>(cf->log, conf_error("cannot be used"),
                          [&]() -> char* {
                              main.last_good.folder = view(folder);
                              return NGX_CONF_OK;
                          });
}

void keep_last_good(ngx_cycle_t* cycle, MainConf& conf) noexcept {
    if (conf.policy == nullptr || conf.last_good.folder.empty() ||
        conf.last_good.kept || conf.last_good.in_use || ngx_test_config != 0 ||
        ngx_process == NGX_PROCESS_SIGNALLER) {
        return;
    }
    guarded(cycle->log, [&] {
        const std::string problem =
            write_policy_copy(place_of(cycle, conf), conf.inputs);
        conf.last_good.kept = problem.empty();
        if (!problem.empty()) {
            ngx_log_error(NGX_LOG_WARN, cycle->log, 0,
                          "\"robots_policy_last_good\" has no copy of this "
                          "policy: %*s",
                          problem.size(), problem.data());
        }
    });
}

namespace {

// Call this function if the policy of `conf` does not load. Loads the copy that
// "robots_policy_last_good" has stored, and logs an alert. If the copy cannot
// be used, logs a warning and returns no policy. Loads nothing for "nginx -t",
// because "nginx -t" checks the files themselves.
Loaded load_last_good(ngx_conf_t* cf, const MainConf& conf) {
    if (conf.last_good.folder.empty() || ngx_test_config != 0) {
        return {};
    }
    const loader::PolicyCopy copy(place_of(cf->cycle, conf));
    std::string problem = copy.problem();
    Loaded loaded;
    if (problem.empty()) {
        loaded = load_policy(conf.file, conf.variables, conf.roots,
                             loader::share_folder(), {}, &copy);
        problem = loaded.policy ? "" : "it does not load";
    }
    const std::string file = cited(conf.file, kWholePath);
    if (!problem.empty()) {
        log_text(cf, NGX_LOG_WARN,
                 "the copy of " + file + " cannot be used instead: " + problem);
        return loaded;
    }
    log_text(cf, NGX_LOG_ALERT,
             file + " does not load, so the copy of " +
                 date_of(copy.written()) +
                 (copy.version() == own_version()
                      ? std::string()
                      : ", which version " + std::string(copy.version()) +
                            " wrote,") +
                 " is in use; correct the policy, and reload");
    return loaded;
}

// The maximum number of warnings that are logged. Further warnings are only
// counted.
constexpr std::size_t kMostWarnings = 5;

// Logs a diagnostic. An error is logged with the level `of_errors`.
void log_diagnostic(ngx_conf_t* cf, const Diagnostic& diagnostic,
                    ngx_uint_t of_errors = NGX_LOG_EMERG) {
    std::string text = to_string(diagnostic);
    const ngx_uint_t level =
        diagnostic.severity == Severity::error ? of_errors : NGX_LOG_WARN;
    ngx_conf_log_error(level, cf, 0, "%*s", text.size(), text.data());
}

// Logs all errors and the first kMostWarnings warnings. Only robotsctl prints
// advice, because advice is not urgent when a server starts.
void log_diagnostics(ngx_conf_t* cf, const std::string& file,
                     const Diagnostics& diagnostics, ngx_uint_t of_errors) {
    std::size_t warnings = 0;
    std::size_t left = 0;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Severity::advice) {
            continue;
        }
        if (diagnostic.severity == Severity::warning &&
            (diagnostic.more > 0 || ++warnings > kMostWarnings)) {
            left += std::max<std::size_t>(diagnostic.more, 1);
            continue;
        }
        log_diagnostic(cf, diagnostic, of_errors);
    }
    if (left > 0) {
        const std::string text = std::to_string(left) + " more warning" +
                                 (left == 1 ? "" : "s") + " about " +
                                 cited(file, kWholePath) +
                                 "; \"robotsctl check\" shows all";
        ngx_conf_log_error(NGX_LOG_WARN, cf, 0, "%*s", text.size(),
                           text.data());
    }
}

// Adds an argument "name=value" to `variables`. Logs an error and returns false
// if the argument has another form.
bool add_variable(ngx_conf_t* cf, ngx_str_t& argument, Variables& variables) {
    std::string_view pair = view(argument);
    std::size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid parameter \"%V\", expected name=value",
                           &argument);
        return false;
    }
    variables.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
    return true;
}

// Whether the policy of the previous configuration has the same file, variables
// and roots as the policy of `conf`.
bool is_of_same(const MainConf& conf, const MainConf& previous) {
    return previous.policy != nullptr && conf.file == previous.file &&
           conf.variables == previous.variables && conf.roots == previous.roots;
}

// Copies the pointer to the policy of the previous configuration. So nothing is
// compiled, and old and new workers share the policy's memory.
void take_over(MainConf& conf, const MainConf& previous,
               loader::Inputs inputs) {
    conf.policy = previous.policy;
    conf.inputs = std::move(inputs);
    conf.compiled = previous.compiled;
    conf.kept_files = previous.kept_files;
    conf.history = previous.history;
    conf.last_good.kept = previous.last_good.kept &&
                          previous.last_good.folder == conf.last_good.folder;
}

// With "robots_policy_last_good", if the policy does not load at a reload, the
// running policy stays in use. The copy may be older than the running policy.
// So the copy is only used when nginx starts, or if the policy's file, its
// variables or its roots are other ones than before the reload. Returns whether
// the running policy stays in use.
bool goes_on_with_running(ngx_conf_t* cf, MainConf& conf,
                          const MainConf* previous) {
    if (conf.last_good.folder.empty() || ngx_test_config != 0 ||
        previous == nullptr || !is_of_same(conf, *previous)) {
        return false;
    }
    log_text(cf, NGX_LOG_ALERT,
             cited(conf.file, kWholePath) +
                 " does not load, so the policy that runs stays in use; "
                 "correct the policy, and reload");
    take_over(conf, *previous, previous->inputs);
    conf.last_good.in_use = true;
    return true;
}

// Returns where the loader finds a good version of a file with errors: first in
// the running policy, then in the copy of "robots_policy_last_good". The copy
// is read only if the running policy does not have the file.
loader::KnownGood known_good(ngx_conf_t* cf, const MainConf& conf,
                             const MainConf* previous) {
    loader::KnownGood known;
    if (previous != nullptr && previous->policy != nullptr) {
        known.running = &previous->inputs.good_files();
        known.compiled = previous->compiled;
    }
    if (!conf.last_good.folder.empty()) {
        known.copied = [place = place_of(cf->cycle, conf),
                        copy = std::shared_ptr<const loader::PolicyCopy>()](
                           const std::string& path) mutable {
            if (copy == nullptr) {
                copy = std::make_shared<const loader::PolicyCopy>(place);
            }
            loader::Source source = copy->read(path);
            return copy->problem().empty() && source.problem.empty()
                       ? std::make_shared<const loader::GoodFile>(
                             loader::GoodFile{std::move(source.text),
                                              source.modified})
                       : nullptr;
        };
    }
    return known;
}

bool load_anew(ngx_conf_t* cf, MainConf& conf, const MainConf* previous) {
    Loaded loaded = load_policy(
        conf.file, conf.variables, conf.roots, loader::share_folder(), {},
        nullptr, loader::kLanguageMinor, known_good(cf, conf, previous));
    if (loaded.policy == nullptr && goes_on_with_running(cf, conf, previous)) {
        log_diagnostics(cf, conf.file, loaded.diagnostics, NGX_LOG_ERR);
        return true;
    }
    Loaded last_good;
    if (loaded.policy == nullptr) {
        last_good = load_last_good(cf, conf);
    }
    const bool goes_on =
        loaded.policy != nullptr || last_good.policy != nullptr;
    log_diagnostics(cf, conf.file, loaded.diagnostics,
                    goes_on ? NGX_LOG_ERR : NGX_LOG_EMERG);
    if (last_good.policy != nullptr) {
        loaded = std::move(last_good);
        conf.last_good.in_use = conf.last_good.kept = true;
    }
    if (loaded.compiled != nullptr && loaded.compiled->taken_over > 0) {
        log_text(cf, NGX_LOG_NOTICE,
                 cited(conf.file, kWholePath) + " uses " +
                     std::to_string(loaded.compiled->taken_over) +
                     " included files as they were compiled before");
    }
    conf.policy = std::move(loaded.policy);
    conf.inputs = std::move(loaded.inputs);
    conf.compiled = std::move(loaded.compiled);
    conf.kept_files = loaded.kept_files;
    return conf.policy != nullptr;
}

void begin_history(MainConf& conf, const MainConf* previous) {
    conf.history = previous != nullptr && previous->policy != nullptr
                       ? std::make_shared<const History>(
                             *previous->history, *previous->policy,
                             *conf.policy, Milliseconds(ngx_current_msec))
                       : std::make_shared<const History>();
}

// Returns the value of Last-Modified (MainConf::modified). The modification
// times of the policy's files are not usable: if an admin restores an older
// file, a client that sends only If-Modified-Since would wrongly get 304.
std::time_t modified_time(ngx_conf_t* cf, const MainConf& conf,
                          const MainConf* previous) {
    const std::time_t now = ngx_time();
    if (previous == nullptr || conf.policy != previous->policy) {
        return now;
    }
    // Even if the policy stays the same, a change of nginx.conf can change a
    // robots.txt. The result must not be in the future (RFC 9110 8.8.2.1), even
    // if the modification time of nginx.conf is.
    return std::max(
        previous->modified,
        std::min(std::time_t{ngx_file_mtime(&cf->conf_file->file.info)}, now));
}

char* load(ngx_conf_t* cf, MainConf& conf) {
    auto* arguments = static_cast<ngx_str_t*>(cf->args->elts);

    Variables variables;
    for (ngx_uint_t i = 2; i < cf->args->nelts; i++) {
        if (!add_variable(cf, arguments[i], variables)) {
            return conf_error();
        }
    }

    ngx_str_t& file = arguments[1];
    if (ngx_conf_full_name(cf->cycle, &file, 1) != NGX_OK) {
        return conf_error();
    }

    conf.file = view(file);
    conf.variables = std::move(variables);
    const MainConf* previous = previous_main_conf(cf->cycle);
    loader::Inputs known = previous ? previous->inputs : loader::Inputs();
    known.stamp_again();
    if (previous == nullptr || !is_of_same(conf, *previous) ||
        !known.unchanged()) {
        if (!load_anew(cf, conf, previous)) {
            return conf_error();
        }
        begin_history(conf, previous);
    } else if (take_over(conf, *previous, std::move(known));
               conf.kept_files > 0) {
        log_text(cf, NGX_LOG_ERR,
                 "errors in " + std::to_string(conf.kept_files) +
                     " files that " + cited(conf.file, kWholePath) +
                     " includes, as before; \"robotsctl check\" shows them");
    }
    // The policy's copies of published lists can become stale even if the
    // policy does not change.
    for (const Diagnostic& stale :
         stale_warnings(*conf.policy, Utc(ngx_time()))) {
        log_diagnostic(cf, stale);
    }
    conf.headers.emplace(conf.policy->crawlers(), make_secret());
    conf.modified = modified_time(cf, conf, previous);
    ngx_http_time(conf.modified_date.data(), conf.modified);
    return NGX_CONF_OK;
}

char* add_root(ngx_conf_t* cf, MainConf& conf) {
    auto* arguments = static_cast<ngx_str_t*>(cf->args->elts);
    ngx_str_t& folder = arguments[1];
    if (ngx_conf_full_name(cf->cycle, &folder, 1) != NGX_OK) {
        return conf_error();
    }
    conf.roots.emplace_back(view(folder));
    return NGX_CONF_OK;
}

}  // namespace

char* set_robots_policy(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    if (main.policy) {
        return conf_error("is duplicate");
    }
    return guarded<char*>(cf->log, conf_error("cannot be loaded"),
                          [&] { return load(cf, main); });
}

char* set_robots_policy_root(ngx_conf_t* cf, ngx_command_t*,
                             void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    if (main.policy) {
        return conf_error("must come before \"robots_policy\"");
    }
    return guarded<char*>(cf->log, conf_error("cannot be used"),
                          [&] { return add_root(cf, main); });
}

}  // namespace robots::nginx
