// The log_format directives of an nginx.conf.

#ifndef ROBOTS_CLI_LOG_NGINX_FORMATS_HPP
#define ROBOTS_CLI_LOG_NGINX_FORMATS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// log_format NAME [escape=...] STRING ...;
struct NginxFormat {
    struct Place {
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    std::string name;
    Place place;
    std::string text;           // with escape=... in front if it is there
    std::vector<Place> places;  // of each octet of the text, and of its end
};

// All of them, in order. Included files are not read. Of a text that is no
// nginx.conf, what looks like one.
std::vector<NginxFormat> nginx_formats(std::string_view conf);

}  // namespace robotsctl

#endif
