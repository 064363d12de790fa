#include "cli/http/http_handle.hpp"

namespace robotsctl {

HttpHandle::HttpHandle(Schemes schemes, const std::string& ca_file)
    : easy_(curl_easy_init()) {
    if (easy_ == nullptr) {
        throw std::runtime_error("cannot start libcurl");
    }
    const bool plain = schemes == Schemes::http_and_https;
#if LIBCURL_VERSION_NUM >= 0x075500
    set(CURLOPT_PROTOCOLS_STR, plain ? "http,https" : "https");
#else
    set(CURLOPT_PROTOCOLS,
        static_cast<long>(CURLPROTO_HTTPS | (plain ? CURLPROTO_HTTP : 0)));
#endif
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(CURLOPT_USERAGENT, "robotsctl/" ROBOTS_VERSION);
    set(CURLOPT_ERRORBUFFER, error_.data());
    if (!ca_file.empty()) {
        set(CURLOPT_CAINFO, ca_file.c_str());
        set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    }
}

long HttpHandle::status() const {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
}

std::string HttpHandle::text_of(CURLcode result) const {
    return error_.front() != '\0' ? error_.data() : curl_easy_strerror(result);
}

}  // namespace robotsctl
