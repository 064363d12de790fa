#include "module/enforcement/signed_request.hpp"

#include "module/conf/configuration.hpp"
#include "module/request/signed_message.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots::nginx {

namespace {

// Gives signature::check() access to the earlier signatures in the zone, and to
// the worker's limit on verifications (SignatureBudget).
class WorkerPrecedents : public signature::Precedents {
  public:
    explicit WorkerPrecedents(MainConf& conf) : conf_(conf) {}

    bool has_met(std::string_view signature) override {
        return conf_.zone.signatures().has_met(
            conf_.zone.keys().signature({}, signature).second, Utc(ngx_time()));
    }
    bool know(std::string_view base, std::string_view signature) override {
        return conf_.zone.signatures().knows(
            conf_.zone.keys().signature(base, signature), Utc(ngx_time()));
    }
    bool allow() override { return conf_.signatures.take(); }
    void keep(std::string_view base, std::string_view signature,
              Utc end) override {
        conf_.zone.signatures().keep(
            conf_.zone.keys().signature(base, signature), end, Utc(ngx_time()));
    }

  private:
    MainConf& conf_;
};

// nginx calls this function for the header Signature-Input. After an error,
// nginx stops reading headers, and this function must finalize the request.
ngx_int_t note_signature(ngx_http_request_t* r, ngx_table_elt_t*,
                         ngx_uint_t) noexcept {
    const auto rc =
        guarded<ngx_int_t>(r->connection->log, NGX_ERROR, [r]() -> ngx_int_t {
            if (existing_context(r) == nullptr) {
                new_context(r).is_signed = true;
            }
            return NGX_OK;
        });
    if (rc != NGX_OK) {
        ngx_http_finalize_request(r, NGX_HTTP_INTERNAL_SERVER_ERROR);
    }
    return rc;
}

// The entry for nginx's table of headers.
ngx_http_header_t signature_input = {ngx_string("Signature-Input"), 0,
                                     note_signature};

// Adds all entries of nginx's table of headers to `names`. Also adds
// signature-input, if the table does not have this name. Returns false if
// memory is short.
bool add_name(ngx_conf_t* cf, const ngx_hash_t& table, ngx_array_t& names) {
    const auto add = [&names](ngx_str_t name, void* value) {
        auto* key = static_cast<ngx_hash_key_t*>(ngx_array_push(&names));
        if (key == nullptr) {
            return false;
        }
        key->key = name;
        key->key_hash = ngx_hash_key(name.data, name.len);
        key->value = value;
        return true;
    };
    for (ngx_uint_t i = 0; i < table.size; i++) {
        ngx_hash_elt_t* each = table.buckets[i];
        while (each != nullptr && each->value != nullptr) {
            if (!add({each->len, each->name}, each->value)) {
                return false;
            }
            each = reinterpret_cast<ngx_hash_elt_t*>(
                ngx_align_ptr(&each->name[0] + each->len, sizeof(void*)));
        }
    }
    ngx_str_t name = str("signature-input");
    return ngx_hash_find(const_cast<ngx_hash_t*>(&table),
                         ngx_hash_key(name.data, name.len), name.data,
                         name.len) == nullptr
               ? add(copy(cf->pool, view(name)), &signature_input)
               : true;
}

}  // namespace

// Makes nginx's table of headers again, with one more header. Works like
// ngx_http_init_headers_in_hash(), with which nginx has made the table.
ngx_int_t watch_for_signatures(ngx_conf_t* cf) noexcept {
    if (main_conf(cf).policy->crawlers().keys().empty()) {
        return NGX_OK;
    }
    return guarded<ngx_int_t>(cf->log, NGX_ERROR, [cf]() -> ngx_int_t {
        auto* core = static_cast<ngx_http_core_main_conf_t*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
        constexpr ngx_uint_t kNames = 64;
        ngx_array_t names;
        if (ngx_array_init(&names, cf->temp_pool, kNames,
                           sizeof(ngx_hash_key_t)) != NGX_OK ||
            !add_name(cf, core->headers_in_hash, names)) {
            return NGX_ERROR;
        }
        ngx_hash_init_t init{};
        init.hash = &core->headers_in_hash;
        init.key = ngx_hash_key_lc;
        init.max_size = 512;
        init.bucket_size = ngx_align(64, ngx_cacheline_size);
        init.name = const_cast<char*>("headers_in_hash");
        init.pool = cf->pool;
        return ngx_hash_init(&init, static_cast<ngx_hash_key_t*>(names.elts),
                             names.nelts);
    });
}

bool is_signed_by(const MainConf& conf, const RequestContext& context,
                  const Sighting& crawler) {
    return context.signature != nullptr &&
           robots::is_signed_by(*context.signature, conf.policy->crawlers(),
                                crawler);
}

bool is_signed_by(ngx_http_request_t* r, const Sighting& crawler) {
    const RequestContext* context = existing_context(r->main);
    return context != nullptr && is_signed_by(main_conf(r), *context, crawler);
}

void check_signature(ngx_http_request_t* r, RequestContext& context) {
    if (!context.is_signed || context.signature != nullptr) {
        return;
    }
    MainConf& conf = main_conf(r);
    context.signature = make_owned<signature::CheckedSignature>(r->pool);
    const std::string authority = signed_authority(r);
    WorkerPrecedents precedents(conf);
    *context.signature = signature::check(
        signed_message(r, authority), conf.policy->crawlers().keys(),
        /*test_keys=*/false, Utc(ngx_time()), precedents);
}

Sighting named_by_signature(ngx_http_request_t* r, RequestContext& context,
                            const Sighting& named) {
    MainConf& conf = main_conf(r);
    signature::CheckedSignature& finding = *context.signature;
    const Sighting sender =
        signed_sender(finding, conf.policy->crawlers(), named);
    context.taken_for = sender;
    count(conf.zone.counters()
              .signatures[static_cast<std::size_t>(finding.result)]);
    return sender;
}

signature::Result signature_of(ngx_http_request_t* r) {
    const RequestContext* context = existing_context(r->main);
    return context == nullptr || context->signature == nullptr
               ? signature::Result::none
               : context->signature->result;
}

}  // namespace robots::nginx
