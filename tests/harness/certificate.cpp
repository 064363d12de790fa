#include "tests/harness/certificate.hpp"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>
#include <stdexcept>

namespace integration {
namespace {

template <auto Free>
struct Freed {
    template <typename T>
    void operator()(T* object) const {
        Free(object);
    }
};

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Memory = std::unique_ptr<BIO, Freed<BIO_free_all>>;

struct Pems {
    std::string certificate;
    std::string key;
};

std::string text(BIO* memory) {
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(memory, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

Certificate self_signed(EVP_PKEY* key) {
    Certificate certificate(X509_new());
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 24 * 60 * 60);
    X509_NAME* const name = X509_get_subject_name(certificate.get());
    const std::string common = "robots.example";
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>(common.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    X509_set_pubkey(certificate.get(), key);
    if (X509_sign(certificate.get(), key, EVP_sha256()) == 0) {
        throw std::runtime_error("signing a certificate failed");
    }
    return certificate;
}

Pems make_pems() {
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = self_signed(key.get());
    const Memory certificate_text(BIO_new(BIO_s_mem()));
    const Memory key_text(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(certificate_text.get(), certificate.get());
    PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0,
                             nullptr, nullptr);
    return {text(certificate_text.get()), text(key_text.get())};
}

}  // namespace

const std::string_view kCertificate =
    "ssl_certificate @prefix@/cert.pem; "
    "ssl_certificate_key @prefix@/key.pem; ";

void write_certificate(const Folder& folder) {
    static const Pems pems = make_pems();
    folder.write("cert.pem", pems.certificate);
    folder.write("key.pem", pems.key);
}

}  // namespace integration
