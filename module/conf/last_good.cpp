#include "module/conf/last_good.hpp"

#include <utility>

#include "module/conf/configuration.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/yaml/policy_copy.hpp"

namespace robots::nginx {

namespace {

std::string_view own_version() {
    return ROBOTS_VERSION;
}

// The parts end with octets that no name has.
std::string subject_of(const MainConf& conf) {
    std::string out = conf.file + '\0';
    for (const auto& [name, value] : conf.variables) {
        out.append(name).append(1, '=').append(value).append(1, '\0');
    }
    out += '\0';
    for (const std::string& root : conf.roots) {
        out.append(root).append(1, '\0');
    }
    return out;
}

loader::CopyPlace place_of(const ngx_cycle_t* cycle, const MainConf& conf) {
    return {conf.last_good.folder, std::string(view(cycle->conf_file)),
            subject_of(conf)};
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
    const std::string file = quoted(conf.file, kWholePath);
    if (!problem.empty()) {
        log_text(cf, NGX_LOG_WARN,
                 "there is no copy of " + file + " to use instead: " + problem);
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

void keep_last_good(ngx_cycle_t* cycle, MainConf& conf) noexcept {
    if (conf.policy == nullptr || conf.last_good.folder.empty() ||
        conf.last_good.kept || ngx_test_config != 0 ||
        ngx_process == NGX_PROCESS_SIGNALLER) {
        return;
    }
    guarded<bool>(cycle->log, false, [&] {
        const std::string problem =
            write_policy_copy(place_of(cycle, conf), conf.inputs);
        conf.last_good.kept = problem.empty();
        if (!problem.empty()) {
            ngx_log_error(NGX_LOG_WARN, cycle->log, 0,
                          "\"robots_policy_last_good\" has no copy of this "
                          "policy: %*s",
                          problem.size(), problem.data());
        }
        return true;
    });
}

}  // namespace robots::nginx
