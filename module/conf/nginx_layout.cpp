#include "module/conf/nginx_layout.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// These symbols are weak, because some versions of nginx do not have them. A
// symbol that nginx does not have is not checked.
#pragma weak ngx_tcp_nodelay
#pragma weak ngx_http_headers_in

namespace robots::nginx {

namespace {

// The offset of a structure's member. `name` is the name for this member in
// nginx's tables.
struct Member {
    std::string_view name;
    std::size_t offset;
};

#define ROBOTS_MEMBER(structure, member)     \
    Member {                                 \
#member, offsetof(structure, member) \
    }

constexpr std::array kMainMembers{
    ROBOTS_MEMBER(ngx_http_core_main_conf_t, variables_hash_max_size),
    ROBOTS_MEMBER(ngx_http_core_main_conf_t, server_names_hash_max_size),
    ROBOTS_MEMBER(ngx_http_core_main_conf_t, server_names_hash_bucket_size),
};

constexpr std::array kServerMembers{
    ROBOTS_MEMBER(ngx_http_core_srv_conf_t, connection_pool_size),
    ROBOTS_MEMBER(ngx_http_core_srv_conf_t, large_client_header_buffers),
    ROBOTS_MEMBER(ngx_http_core_srv_conf_t, merge_slashes),
    ROBOTS_MEMBER(ngx_http_core_srv_conf_t, underscores_in_headers),
};

constexpr std::array kLocationMembers{
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, client_max_body_size),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, client_body_timeout),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, send_timeout),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, resolver_timeout),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, satisfy),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, log_not_found),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, etag),
    ROBOTS_MEMBER(ngx_http_core_loc_conf_t, types_hash_max_size),
};

#undef ROBOTS_MEMBER

constexpr std::array kRequestVariables{
    Member{"http_host", offsetof(ngx_http_request_t, headers_in.host)},
    Member{"http_user_agent",
           offsetof(ngx_http_request_t, headers_in.user_agent)},
    Member{"request_uri", offsetof(ngx_http_request_t, unparsed_uri)},
    Member{"uri", offsetof(ngx_http_request_t, uri)},
    Member{"args", offsetof(ngx_http_request_t, args)},
    Member{"server_protocol", offsetof(ngx_http_request_t, http_protocol)},
};

constexpr std::array kHeaders{
    Member{"Host", offsetof(ngx_http_headers_in_t, host)},
    Member{"User-Agent", offsetof(ngx_http_headers_in_t, user_agent)},
    Member{"If-Modified-Since",
           offsetof(ngx_http_headers_in_t, if_modified_since)},
    Member{"If-None-Match", offsetof(ngx_http_headers_in_t, if_none_match)},
    Member{"Expect", offsetof(ngx_http_headers_in_t, expect)},
};

// A structure with the layout for which this module was compiled. A Specimen
// has free memory before and after the structure, because nginx may access
// this memory if its own structure has another layout or is larger.
template <typename T>
class Specimen {
  public:
    T& get() { return *reinterpret_cast<T*>(&words_[kMargin]); }

  private:
    static constexpr std::size_t kMargin = 64;
    alignas(T) std::array<std::uintptr_t,
                          2 * kMargin + sizeof(T) / sizeof(std::uintptr_t) +
                              1> words_{};
};

// Whether nginx's table `entry` has the same offsets as `members`. The table
// ends with an empty name. A member that the table does not have is not
// checked.
template <typename Entry, std::size_t size>
bool entries_fit(const Entry* entry, const std::array<Member, size>& members) {
    for (; entry->name.len != 0; ++entry) {
        const auto* member = std::find_if(
            members.begin(), members.end(),
            [&](const Member& each) { return each.name == view(entry->name); });
        if (member != members.end() && member->offset != entry->offset) {
            return false;
        }
    }
    return true;
}

const ngx_http_variable_t* find_variable(ngx_conf_t* cf,
                                         std::string_view name) {
    const auto* main = static_cast<const ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    if (main->variables_keys == nullptr) {
        return nullptr;
    }
    const ngx_array_t& keys = main->variables_keys->keys;
    const auto* key = static_cast<const ngx_hash_key_t*>(keys.elts);
    const auto* end = key + keys.nelts;
    key = std::find_if(key, end, [&](const ngx_hash_key_t& each) {
        return view(each.key) == name;
    });
    return key == end ? nullptr
                      : static_cast<const ngx_http_variable_t*>(key->value);
}

bool request_offsets_fit(ngx_conf_t* cf) {
    return std::all_of(kRequestVariables.begin(), kRequestVariables.end(),
                       [cf](const Member& member) {
                           const ngx_http_variable_t* variable =
                               find_variable(cf, member.name);
                           return variable == nullptr ||
                                  variable->data == member.offset;
                       });
}

// Whether nginx's variable `name` has the value `value` for the request. True
// if nginx does not have the variable.
bool reads(ngx_conf_t* cf, ngx_http_request_t& request, std::string_view name,
           std::string_view value) {
    const ngx_http_variable_t* variable = find_variable(cf, name);
    if (variable == nullptr || variable->get_handler == nullptr) {
        return true;
    }
    ngx_http_variable_value_t found{};
    return variable->get_handler(&request, &found, variable->data) == NGX_OK &&
           std::string_view(reinterpret_cast<const char*>(found.data),
                            found.len) == value;
}

bool request_fits(ngx_conf_t* cf) {
    Specimen<ngx_connection_t> connection;
    Specimen<ngx_http_request_t> specimen;
    ngx_http_request_t& r = specimen.get();
    r.main = &r;
    r.pool = cf->temp_pool;
    r.connection = &connection.get();
    r.connection->log = cf->log;
    r.method_name = ngx_string("PROBE");
    r.request_length = 1234567;
    if (!reads(cf, r, "request_method", "PROBE") ||
        !reads(cf, r, "request_length", "1234567") ||
        !reads(cf, r, "pipe", ".") || !reads(cf, r, "request_completion", "")) {
        return false;
    }
    r.headers_out.status = 299;
    if (!reads(cf, r, "status", "299")) {
        return false;
    }
    r.err_status = 499;
    r.pipeline = 1;
    r.request_complete = 1;
    return reads(cf, r, "status", "499") && reads(cf, r, "pipe", "p") &&
           reads(cf, r, "request_completion", "OK");
}

// Checks the layout of the structures that upstream_time.cpp reads. The array
// has two states, so that the check includes the size of a state.
bool upstream_states_fit(ngx_conf_t* cf) {
    Specimen<ngx_http_request_t> specimen;
    Specimen<std::array<ngx_http_upstream_state_t, 2>> states;
    ngx_str_t peer = ngx_string("peer");
    ngx_array_t array{};
    array.elts = &states.get();
    array.nelts = states.get().size();
    for (ngx_http_upstream_state_t& state : states.get()) {
        state.response_time = 1234567;
        state.peer = &peer;
    }
    ngx_http_request_t& r = specimen.get();
    r.main = &r;
    r.pool = cf->temp_pool;
    r.upstream_states = &array;
    return reads(cf, r, "upstream_response_time", "1234.567, 1234.567");
}

bool connection_fits(ngx_conf_t* cf) {
    Specimen<ngx_connection_t> specimen;
    Specimen<ngx_http_request_t> request;
    ngx_connection_t& c = specimen.get();
    ngx_http_request_t& r = request.get();
    // nginx must not write lines about this connection to the real log.
    ngx_log_t silent{};
    c.log = &silent;
    c.fd = -1;
    c.number = 1234567;
    c.requests = 7654321;
    c.sent = 7777777;
    r.connection = &c;
    r.main = &r;
    r.pool = cf->temp_pool;
    if (!reads(cf, r, "connection", "1234567") ||
        !reads(cf, r, "connection_requests", "7654321") ||
        !reads(cf, r, "bytes_sent", "7777777")) {
        return false;
    }
    if (ngx_tcp_nodelay == nullptr) {
        return true;
    }
    // ngx_tcp_nodelay() uses the socket only if the two bits of tcp_nodelay are
    // 0. If nginx has these bits one position higher or lower, then nginx reads
    // one of the two values below as 0.
    c.tcp_nodelay = NGX_TCP_NODELAY_SET;
    if (ngx_tcp_nodelay(&c) != NGX_OK) {
        return false;
    }
    c.tcp_nodelay = NGX_TCP_NODELAY_DISABLED;
    return ngx_tcp_nodelay(&c) == NGX_OK;
}

const ngx_event_t* handled = nullptr;

void note_event(ngx_event_t* event) {
    handled = event;
}

// Whether nginx marks the event as ready when it moves the event from the queue
// of the next events to the queue of posted events. The function saves and
// restores both queues, because they may be in use if nginx runs as a single
// process.
bool event_is_marked(ngx_conf_t* cf, ngx_event_t& event) {
    const ngx_queue_t posted = ngx_posted_events;
    const ngx_queue_t next = ngx_posted_next_events;
    ngx_queue_init(&ngx_posted_events);
    ngx_queue_init(&ngx_posted_next_events);
    ngx_queue_insert_tail(&ngx_posted_next_events, &event.queue);
    ngx_event_move_posted_next(cf->cycle);
    ngx_posted_events = posted;
    ngx_posted_next_events = next;
    return event.ready == 1 && event.available == -1;
}

bool event_fits(ngx_conf_t* cf) {
    Specimen<ngx_event_t> specimen;
    ngx_log_t silent{};
    ngx_event_t& event = specimen.get();
    // Even if nginx's structure is different, nginx writes only within the
    // specimen.
    if (!event_is_marked(cf, event)) {
        return false;
    }
    event.log = &silent;
    event.handler = note_event;
    event.posted = 1;
    event.delayed = 1;
    ngx_queue_t queue;
    ngx_queue_init(&queue);
    ngx_queue_insert_tail(&queue, &event.queue);
    handled = nullptr;
    ngx_event_process_posted(cf->cycle, &queue);
    return handled == &event && event.posted == 0 && event.delayed == 1;
}

}  // namespace

const char* find_foreign_structure(ngx_conf_t* cf) noexcept {
    // The order of the checks matters: later checks use structures that earlier
    // checks have proven.
    const ngx_command_t* commands = ngx_http_core_module.commands;
    if (!entries_fit(commands, kMainMembers)) {
        return "ngx_http_core_main_conf_t";
    }
    if (!entries_fit(commands, kServerMembers)) {
        return "ngx_http_core_srv_conf_t";
    }
    if (!entries_fit(commands, kLocationMembers)) {
        return "ngx_http_core_loc_conf_t";
    }
    if (ngx_http_headers_in != nullptr &&
        !entries_fit(ngx_http_headers_in, kHeaders)) {
        return "ngx_http_headers_in_t";
    }
    if (!request_offsets_fit(cf) || !request_fits(cf)) {
        return "ngx_http_request_t";
    }
    if (!upstream_states_fit(cf)) {
        return "ngx_http_upstream_state_t";
    }
    if (!event_fits(cf)) {
        return "ngx_event_t";
    }
    return connection_fits(cf) ? nullptr : "ngx_connection_t";
}

ngx_int_t check_layout(ngx_conf_t* cf) noexcept {
    const char* structure = find_foreign_structure(cf);
    if (structure == nullptr) {
        return NGX_OK;
    }
    ngx_conf_log_error(
        NGX_LOG_EMERG, cf, 0,
        "ngx_http_robots_module was built for another nginx " NGINX_VERSION
        ": its %s is not that of this nginx; build the module for this nginx "
        "(on Debian with the package nginx-dev), or install the package of the "
        "module that belongs to this nginx",
        structure);
    return NGX_ERROR;
}

}  // namespace robots::nginx
