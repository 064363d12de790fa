#include "cli/identity/records.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "policy/base/hexadecimal.hpp"

namespace robotsctl {

namespace {

using nlohmann::json;

constexpr const char* kFile = ".records.json";

std::string text_of(const json& record, const char* key) {
    const auto it = record.find(key);
    return it != record.end() && it->is_string() ? it->get<std::string>()
                                                 : std::string();
}

std::int64_t number_of(const json& record, const char* key) {
    const auto it = record.find(key);
    return it != record.end() && it->is_number_integer()
               ? it->get<std::int64_t>()
               : 0;
}

}  // namespace

std::string digest_of(std::string_view text) {
    const robots::Hexadecimal digits =
        robots::hexadecimal(XXH3_64bits(text.data(), text.size()));
    return {digits.data(), digits.size()};
}

Records::Records(const IdentityFolder& folder) {
    const json all = json::parse(folder.read(kFile).text, nullptr,
                                 /*allow_exceptions=*/false);
    if (!all.is_object()) {
        return;
    }
    for (const auto& [name, record] : all.items()) {
        if (record.is_object()) {
            records_[name] = {
                {text_of(record, "etag"), text_of(record, "last_modified")},
                text_of(record, "digest"),
                robots::Utc{number_of(record, "checked")},
                text_of(record, "failure")};
        }
    }
}

const Record* Records::find(const std::string& name) const {
    const auto it = records_.find(name);
    return it == records_.end() ? nullptr : &it->second;
}

std::string Records::write(const IdentityFolder& folder) const {
    json all = json::object();
    for (const auto& [name, record] : records_) {
        all[name] = {{"etag", record.validators.etag},
                     {"last_modified", record.validators.last_modified},
                     {"digest", record.digest},
                     {"checked", record.checked.count()},
                     {"failure", record.failure}};
    }
    return folder.write(
        kFile, all.dump(1, ' ', true, json::error_handler_t::replace) + '\n');
}

}  // namespace robotsctl
