#include "module/ngx/log_text.hpp"

namespace robots::nginx {

namespace {

bool is_printed_as_it_is(unsigned char octet) {
    return octet >= 0x20 && octet < 0x7f && octet != '"' && octet != '\\';
}

}  // namespace

u_char* escape(std::string_view text, u_char* out, const u_char* end) noexcept {
    constexpr char kDigits[] = "0123456789ABCDEF";
    constexpr std::ptrdiff_t kEscaped = 4;

    for (const unsigned char octet : text) {
        if (is_printed_as_it_is(octet)) {
            if (out == end) {
                break;
            }
            *out++ = octet;
            continue;
        }
        if (end - out < kEscaped) {
            break;
        }
        *out++ = '\\';
        *out++ = 'x';
        *out++ = static_cast<u_char>(kDigits[octet >> 4]);
        *out++ = static_cast<u_char>(kDigits[octet & 15]);
    }
    return out;
}

ngx_str_t escape(ngx_pool_t* pool, std::string_view text, std::size_t max) {
    u_char* start = octets(pool, max);
    return {static_cast<std::size_t>(escape(text, start, start + max) - start),
            start};
}

}  // namespace robots::nginx
