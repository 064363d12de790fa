// Connects nginx's C code and C++ code: includes nginx's headers, converts
// strings, makes objects in pools, and catches exceptions before they reach
// nginx.

#pragma once

extern "C" {
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

// These symbols have hidden visibility. So code of this module uses their
// addresses directly, without a lookup in the global offset table.
#pragma GCC visibility push(hidden)
extern ngx_module_t ngx_http_robots_module;
extern ngx_module_t ngx_http_robots_filter_module;
extern ngx_module_t ngx_robots_reload_module;
#pragma GCC visibility pop
}

#include <array>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <random>
#include <string_view>
#include <utility>

namespace robots::nginx {

// If this assertion fails, another header was included before ngx_config.h.
// Then nginx's structures have a different layout here than in nginx.
static_assert(std::numeric_limits<off_t>::max() == NGX_MAX_OFF_T_VALUE,
              "compile with -D_FILE_OFFSET_BITS=64");

inline std::string_view view(const ngx_str_t& text) {
    return {reinterpret_cast<const char*>(text.data), text.len};
}

// An ngx_str_t points to non-const octets, but nginx does not write to a string
// that this module passes to nginx.
inline ngx_str_t str(std::string_view text) {
    return {text.size(),
            reinterpret_cast<u_char*>(const_cast<char*>(text.data()))};
}

template <typename Octet, std::size_t size>
ngx_str_t str(const std::array<Octet, size>& text) {
    return str({reinterpret_cast<const char*>(text.data()), size});
}

// Returns unaligned memory of a pool. Throws std::bad_alloc.
inline u_char* octets(ngx_pool_t* pool, std::size_t size) {
    void* memory = ngx_pnalloc(pool, size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return static_cast<u_char*>(memory);
}

inline ngx_str_t copy(ngx_pool_t* pool, std::string_view text) {
    u_char* memory = octets(pool, text.size());
    ngx_memcpy(memory, text.data(), text.size());
    return {text.size(), memory};
}

// Formats the arguments by `format`, which has the syntax of ngx_sprintf().
// Returns at most `max` octets. Throws std::bad_alloc.
template <typename... Arguments>
ngx_str_t print(ngx_pool_t* pool, std::size_t max, const char* format,
                Arguments... arguments) {
    u_char* memory = octets(pool, max);
    u_char* end = ngx_snprintf(memory, max, format, arguments...);
    return {static_cast<std::size_t>(end - memory), memory};
}

// A header filter of nginx. Filters are C code and do not throw. Because the
// type is noexcept, a noexcept filter can call the next filter by a tail call.
using HeaderFilter = ngx_int_t (*)(ngx_http_request_t* r) noexcept;

// Returns what the handler of a directive must return after an error that the
// handler has logged itself.
inline char* conf_error() {
    return static_cast<char*>(NGX_CONF_ERROR);
}

// Returns what the handler of a directive must return so that nginx logs `text`
// as an error. For example, for "is duplicate" nginx logs `"robots_zone"
// directive is duplicate`.
inline char* conf_error(const char* text) {
    return const_cast<char*>(text);
}

// find_owned() recognises a type T by the address of destroy<T>(). A linker may
// merge functions with equal code (--icf=all), so each destroy<T>() writes to a
// variable of its own.
template <typename T>
inline volatile char destroyed_type;

template <typename T>
void destroy(void* object) noexcept {
    static_cast<T*>(object)->~T();
    destroyed_type<T> = 1;
}

// Makes a T in `pool`. The T is destroyed together with the pool. Throws
// std::bad_alloc, and what the constructor of T throws. Works like
// ngx_pool_cleanup_add(), but allocates the T and its cleanup entry together.
template <typename T, typename... Arguments>
T* make_owned(ngx_pool_t* pool, Arguments&&... arguments) {
    static_assert(alignof(T) <= NGX_ALIGNMENT);
    struct Owned {
        ngx_pool_cleanup_t cleanup;
        T object;
    };
    void* memory = ngx_palloc(pool, sizeof(Owned));
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    auto* owned = static_cast<Owned*>(memory);
    T* object;
    if constexpr (sizeof...(Arguments) == 0) {
        object = new (&owned->object) T;
    } else {
        object = new (&owned->object) T{std::forward<Arguments>(arguments)...};
    }
    owned->cleanup = {destroy<T>, object, pool->cleanup};
    pool->cleanup = &owned->cleanup;
    return object;
}

// Returns the T that make_owned() made last in `pool`, or nullptr.
template <typename T>
T* find_owned(ngx_pool_t* pool) {
    for (auto* cleanup = pool->cleanup; cleanup; cleanup = cleanup->next) {
        if (cleanup->handler == destroy<T>) {
            return static_cast<T*>(cleanup->data);
        }
    }
    return nullptr;
}

// Calls `action` and returns its result. If `action` throws, logs a line and
// returns `fallback`.
template <typename Result, typename Action>
Result guarded(ngx_log_t* log, Result fallback, Action&& action) noexcept {
    try {
        return action();
    } catch (const std::exception& e) {
        ngx_log_error(NGX_LOG_CRIT, log, 0, "robots: %s", e.what());
    } catch (...) {
        ngx_log_error(NGX_LOG_CRIT, log, 0, "robots: unknown exception");
    }
    return fallback;
}

// Calls an `action` without a result. Returns true. If `action` throws, logs a
// line and returns false.
template <typename Action>
bool guarded(ngx_log_t* log, Action&& action) noexcept {
    return guarded<bool>(log, false, [&action] {
        action();
        return true;
    });
}

// Secrets that no client can guess, for hashes of text that clients send.

// Returns a new secret. Throws std::exception if the system cannot provide
// random numbers.
inline std::uint64_t make_secret() {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
}

// Headers of a request or of its response.

// Returns the first header of a list for which `is_it` is true, or nullptr.
template <typename Is>
const ngx_table_elt_t* find_header(const ngx_list_t& list, Is is_it) {
    const ngx_list_part_t* part = &list.part;
    for (; part != nullptr; part = part->next) {
        const auto* first = static_cast<const ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (is_it(first[i])) {
                return &first[i];
            }
        }
    }
    return nullptr;
}

inline std::string_view lower_case_name(const ngx_table_elt_t& header) {
    return view({header.key.len, header.lowcase_key});
}

// Returns the value of the request's first header with this name; empty if
// there is none. `name` must be in lower case.
inline std::string_view request_header(const ngx_http_request_t* r,
                                       std::string_view name) {
    const ngx_table_elt_t* found = find_header(
        r->headers_in.headers, [name](const ngx_table_elt_t& header) {
            return lower_case_name(header) == name;
        });
    return found != nullptr ? view(found->value) : std::string_view();
}

// Adds a header to the response; `name` and `value` must be valid during the
// request. Throws std::bad_alloc.
inline ngx_table_elt_t* add_header(ngx_http_request_t* r, std::string_view name,
                                   ngx_str_t value) {
    auto* header =
        static_cast<ngx_table_elt_t*>(ngx_list_push(&r->headers_out.headers));
    if (header == nullptr) {
        throw std::bad_alloc();
    }
    *header = {};
    header->hash = 1;
    header->key = str(name);
    header->value = value;
    return header;
}

}  // namespace robots::nginx
