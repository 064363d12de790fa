#include "module/conf/directives.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "module/conf/configuration.hpp"
#include "policy/shared_memory/log_quota.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

namespace {

// Whether a value with variables has ":" or "/" but not "://". The names of
// variables contain neither ":" nor "/".
bool lacks_slashes(std::string_view value) {
    return value.find_first_of(":/") != std::string_view::npos &&
           value.find("://") == std::string_view::npos;
}

}  // namespace

char* set_one_of(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept {
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);
    std::array<u_char, 64> known{};
    u_char* end = known.data();
    for (auto* each = static_cast<ngx_conf_enum_t*>(cmd->post);
         each->name.len != 0; ++each) {
        if (ngx_strcasecmp(each->name.data, value[1].data) == 0) {
            return ngx_conf_set_enum_slot(cf, cmd, conf);
        }
        end = ngx_slprintf(end, known.data() + known.size(), "%s\"%V\"",
                           end == known.data() ? "" : ", ", &each->name);
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "invalid value \"%V\" in \"%V\" directive; write one "
                       "of %*s",
                       &value[1], &cmd->name,
                       static_cast<std::size_t>(end - known.data()),
                       known.data());
    return conf_error();
}

char* set_robots_enforce(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept {
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);
    const std::string_view word = view(value[1]);
    if (word == "throttle" || word == "reject") {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "\"%V\" belongs into the policy, as in "
                           "\"enforce: %V\"; here write on, log or off",
                           &value[1], &value[1]);
        return conf_error();
    }
    return set_one_of(cf, cmd, conf);
}

namespace {

// Returns the number before `unit` in a text like "10r/s"; NGX_ERROR if the
// text does not end with `unit`.
ngx_int_t number_with(std::string_view unit, const ngx_str_t& value) {
    const std::string_view text = view(value);
    return text.size() > unit.size() &&
                   text.substr(text.size() - unit.size()) == unit
               ? ngx_atoi(value.data, text.size() - unit.size())
               : ngx_int_t{NGX_ERROR};
}

}  // namespace

char* set_robots_refusal(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& location = *static_cast<LocConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (location.refusal.data != nullptr) {
        return conf_error("is duplicate");
    }
    const bool is_off = view(value[1]) == "off";
    if (!is_off && (value[1].len < 2 || value[1].data[0] != '@')) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid location \"%V\"; write the name of a "
                           "location, such as @refused, or off",
                           &value[1]);
        return conf_error();
    }
    location.refusal = value[1];
    location.refusal.len = is_off ? 0 : value[1].len;
    location.refusal_place = place_now(cf);
    return NGX_CONF_OK;
}

char* set_robots_log_rate(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& location = *static_cast<LocConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (location.log_rate != NGX_CONF_UNSET_UINT) {
        return conf_error("is duplicate");
    }
    if (view(value[1]) == "off") {
        location.log_rate = LogQuota::kUnlimited;
        return NGX_CONF_OK;
    }
    const ngx_int_t by_minute = number_with("r/m", value[1]);
    const ngx_int_t rate = std::max(by_minute, number_with("r/s", value[1]));
    if (rate < 1 || rate >= ngx_int_t{LogQuota::kUnlimited}) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid rate \"%V\"; write a rate such as 10r/s "
                           "or 30r/m, or off",
                           &value[1]);
        return conf_error();
    }
    location.log_rate = static_cast<ngx_uint_t>(rate) |
                        (by_minute > 0 ? LogQuota::kPerMinute : 0);
    return NGX_CONF_OK;
}

char* set_robots_origin(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept {
    char* rc = ngx_http_set_complex_value_slot(cf, cmd, conf);
    auto& origin = static_cast<SrvConf*>(conf)->origin;
    if (rc != NGX_CONF_OK) {
        return rc;
    }
    if (origin.value->value.len == 0) {
        origin.value = nullptr;
        return NGX_CONF_OK;
    }
    return guarded<char*>(cf->log, conf_error(), [&]() -> char* {
        ngx_http_complex_value_t& value = *origin.value;
        if (value.lengths != nullptr && lacks_slashes(view(value.value))) {
            ngx_conf_log_error(NGX_LOG_WARN, cf, 0,
                               "origin \"%V\" lacks \"://\", so it is "
                               "ignored; expected \"scheme://host:port\" or "
                               "\"scheme://\"",
                               &value.value);
        }
        if (value.lengths != nullptr ||
            read_stated_origin(view(value.value)).kind ==
                StatedOrigin::Kind::stated) {
            return NGX_CONF_OK;
        }
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid origin \"%V\", expected "
                           "\"scheme://host:port\" or \"scheme://\"",
                           &value.value);
        return conf_error();
    });
}

char* set_robots_zone(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (main.zone_size != 0) {
        return conf_error("is duplicate");
    }
    ssize_t size = ngx_parse_size(&value[1]);
    if (size == NGX_ERROR) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid zone size \"%V\"; write a whole number "
                           "with k or m, such as 4m",
                           &value[1]);
        return conf_error();
    }
    if (size < static_cast<ssize_t>(Zone::min_size())) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "zone size \"%V\" is too small; write at least "
                           "%uzk",
                           &value[1], Zone::min_size() / 1024);
        return conf_error();
    }
    main.zone_size = static_cast<std::size_t>(size);
    return NGX_CONF_OK;
}

char* set_robots_signature_rate(ngx_conf_t* cf, ngx_command_t*,
                                void* conf) noexcept {
    SignatureBudget& signatures = static_cast<MainConf*>(conf)->signatures;
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (signatures.rate != NGX_CONF_UNSET_UINT) {
        return conf_error("is duplicate");
    }
    const ngx_int_t rate =
        view(value[1]) == "off" ? 0 : number_with("r/s", value[1]);
    if (rate == NGX_ERROR || rate > ngx_int_t{SignatureBudget::kMaxRate}) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid rate \"%V\"; write a rate such as 500r/s, "
                           "at most %uir/s, or off",
                           &value[1], SignatureBudget::kMaxRate);
        return conf_error();
    }
    signatures.rate = static_cast<ngx_uint_t>(rate);
    return NGX_CONF_OK;
}

}  // namespace robots::nginx
