#include "module/fleet/tls.hpp"

#include "module/fleet/server_addresses.hpp"

#if (NGX_SSL)
extern "C" {
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
}

// These symbols are weak, so that even an nginx that was built without TLS can
// load the module.
#pragma weak ngx_ssl_create
#pragma weak ngx_ssl_cleanup_ctx
#pragma weak ngx_ssl_create_connection
#pragma weak ngx_ssl_handshake
#pragma weak ngx_ssl_shutdown
#pragma weak SSL_CTX_ctrl
#pragma weak SSL_CTX_load_verify_locations
#pragma weak SSL_CTX_set_default_verify_paths
#pragma weak SSL_CTX_set_verify
#pragma weak SSL_ctrl
#pragma weak SSL_get0_param
#pragma weak SSL_get_verify_result
#endif

namespace robots::nginx {

#if (NGX_SSL)

namespace {

// The callback for OpenSSL's check of the certificate. Like nginx's own
// callback, it lets the handshake continue after an error, so that nginx does
// not log each failure itself. The module calls failure() after the handshake,
// and sends no data if failure() returns an error.
int go_on(int, X509_STORE_CTX*) {
    return 1;
}

// Makes OpenSSL check that the certificate is valid for `host`, a name or an
// address. Returns false if this fails.
bool expect_name(SSL* session, const std::string& host) {
    X509_VERIFY_PARAM* expected = SSL_get0_param(session);
    if (numeric_address(host, 0)) {
        return X509_VERIFY_PARAM_set1_ip_asc(expected, host.c_str()) == 1;
    }
    return X509_VERIFY_PARAM_set1_host(expected, host.c_str(), 0) == 1 &&
           SSL_set_tlsext_host_name(session, host.c_str()) == 1;
}

class NginxTls : public Tls {
  public:
    NginxTls() = default;
    ~NginxTls() override {
        if (ssl_.ctx != nullptr) {
            ngx_ssl_cleanup_ctx(&ssl_);
        }
    }
    NginxTls(const NginxTls&) = delete;
    NginxTls& operator=(const NginxTls&) = delete;

    bool open(ngx_conf_t* cf, const std::string& ca_file) {
        ssl_.log = cf->log;
        if (ngx_ssl_create(&ssl_, NGX_SSL_TLSv1_2 | NGX_SSL_TLSv1_3, nullptr) !=
            NGX_OK) {
            return false;
        }
        const int loaded = ca_file.empty()
                               ? SSL_CTX_set_default_verify_paths(ssl_.ctx)
                               : SSL_CTX_load_verify_locations(
                                     ssl_.ctx, ca_file.c_str(), nullptr);
        if (loaded != 1) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               "cannot read certificates from \"%s\"",
                               ca_file.c_str());
            return false;
        }
        SSL_CTX_set_verify(ssl_.ctx, SSL_VERIFY_PEER, go_on);
        // This mode is needed because unsent octets move in memory when more
        // octets are appended.
        SSL_CTX_set_mode(ssl_.ctx, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        return true;
    }

    bool start(ngx_connection_t* c, const std::string& host,
               void (*then)(ngx_connection_t* c)) const override {
        if (ngx_ssl_create_connection(const_cast<ngx_ssl_t*>(&ssl_), c,
                                      NGX_SSL_CLIENT) != NGX_OK ||
            !expect_name(c->ssl->connection, host)) {
            return false;
        }
        const ngx_int_t rc = ngx_ssl_handshake(c);
        if (rc == NGX_AGAIN) {
            c->ssl->handler = then;
            return true;
        }
        then(c);
        return true;
    }

    std::string failure(const ngx_connection_t* c) const override {
        const long result = SSL_get_verify_result(c->ssl->connection);
        if (result != X509_V_OK) {
            return std::string("shows a certificate that is not trusted (") +
                   X509_verify_cert_error_string(result) + ")";
        }
        return c->ssl->handshaked ? "" : "does not speak TLS";
    }

    void end(ngx_connection_t* c) const noexcept override {
        if (c->ssl != nullptr) {
            c->ssl->no_wait_shutdown = 1;
            c->ssl->no_send_shutdown = 1;
            ngx_ssl_shutdown(c);
        }
    }

  private:
    ngx_ssl_t ssl_{};
};

}  // namespace

std::shared_ptr<const Tls> make_tls(ngx_conf_t* cf,
                                    const std::string& ca_file) {
    if (ngx_ssl_create == nullptr || SSL_ctrl == nullptr) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "this nginx was built without TLS; use valkey:// in "
                           "a network of your own, or unix:");
        return nullptr;
    }
    auto tls = std::make_shared<NginxTls>();
    return tls->open(cf, ca_file) ? tls : nullptr;
}

#else

std::shared_ptr<const Tls> make_tls(ngx_conf_t* cf, const std::string&) {
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "this module was built without TLS; build it for an "
                       "nginx that has http_ssl_module, or use valkey:// in a "
                       "network of your own, or unix:");
    return nullptr;
}

#endif

}  // namespace robots::nginx
