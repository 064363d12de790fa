#include "tests/harness/certificate.hpp"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

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

void name_it(X509* certificate, const std::string& common) {
    X509_NAME_add_entry_by_txt(
        X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>(common.c_str()), -1, -1, 0);
}

// Not signed yet; made a day and a minute before it ends.
Certificate unsigned_for(EVP_PKEY* key, const std::string& common,
                         std::chrono::seconds life = std::chrono::hours(24)) {
    const auto end = static_cast<long>(life.count());
    static long serial = 0;
    Certificate certificate(X509_new());
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()),
                    end - 24 * 60 * 60 - 60);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), end);
    name_it(certificate.get(), common);
    X509_set_pubkey(certificate.get(), key);
    return certificate;
}

void extend(X509* certificate, int extension, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const made =
        X509V3_EXT_conf_nid(nullptr, &context, extension, value.c_str());
    if (made == nullptr || X509_add_ext(certificate, made, -1) == 0) {
        throw std::runtime_error("extending a certificate failed");
    }
    X509_EXTENSION_free(made);
}

void sign(X509* certificate, X509* issuer, EVP_PKEY* key) {
    X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    if (X509_sign(certificate, key, EVP_sha256()) == 0) {
        throw std::runtime_error("signing a certificate failed");
    }
}

std::string pem_of(X509* certificate) {
    const Memory memory(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(memory.get(), certificate);
    return text(memory.get());
}

std::string pem_of(EVP_PKEY* key) {
    const Memory memory(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr,
                             nullptr);
    return text(memory.get());
}

Pems make_pems() {
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = unsigned_for(key.get(), "robots.example");
    sign(certificate.get(), certificate.get(), key.get());
    return {pem_of(certificate.get()), pem_of(key.get())};
}

struct Authority {
    Key key{EVP_EC_gen("P-256")};
    Certificate certificate = unsigned_for(key.get(), "authority.example");

    Authority() {
        extend(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
        sign(certificate.get(), certificate.get(), key.get());
    }
};

}  // namespace

const std::string_view kCertificate =
    "ssl_certificate @prefix@/cert.pem; "
    "ssl_certificate_key @prefix@/key.pem; ";

void write_certificate(const Folder& folder) {
    static const Pems pems = make_pems();
    folder.write("cert.pem", pems.certificate);
    folder.write("key.pem", pems.key);
}

void write_signed_certificate(const Folder& folder, const std::string& name,
                              std::chrono::seconds life) {
    static const Authority authority;
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = unsigned_for(key.get(), name, life);
    const bool is_address =
        name.find_first_not_of("0123456789.") == std::string::npos;
    extend(certificate.get(), NID_subject_alt_name,
           (is_address ? "IP:" : "DNS:") + name);
    sign(certificate.get(), authority.certificate.get(), authority.key.get());
    folder.write("cert.pem", pem_of(certificate.get()));
    folder.write("key.pem", pem_of(key.get()));
    folder.write("ca.pem", pem_of(authority.certificate.get()));
}

}  // namespace integration
