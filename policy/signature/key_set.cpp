#include "policy/signature/key_set.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "policy/base/base64.hpp"

namespace robots::signature {

namespace {

using nlohmann::json;

// Returns the member `name` of a key; nullopt if it is missing or not a string.
std::optional<std::string> text_of(const json& key, const char* name) {
    const auto member = key.find(name);
    return member != key.end() && member->is_string()
               ? std::optional(member->get<std::string>())
               : std::nullopt;
}

std::optional<std::string> octets_of(const json& key, const char* name) {
    const auto text = text_of(key, name);
    return text ? from_base64(*text, Base64::url) : std::nullopt;
}

// Whether the member `name` is missing, or is the text `one` or `other`.
bool is_or_lacks(const json& key, const char* name, std::string_view one,
                 std::string_view other) {
    const auto member = key.find(name);
    if (member == key.end()) {
        return true;
    }
    const auto text = text_of(key, name);
    return text && (*text == one || *text == other);
}

// Whether `use` and `key_ops` of a key (RFC 7517 4.2, 4.3) allow the key to
// verify signatures. A missing member allows everything.
bool may_verify(const json& key) {
    const auto operations = key.find("key_ops");
    if (!is_or_lacks(key, "use", "sig", "sig")) {
        return false;
    }
    if (operations == key.end()) {
        return true;
    }
    if (operations->is_array()) {
        for (const json& operation : *operations) {
            if (operation == "verify") {
                return true;
            }
        }
    }
    return false;
}

// Returns the time in the member `name` (RFC 7519 2): `none` if the member is
// missing, nullopt if the member is not a time. Also accepts milliseconds,
// because some directories write milliseconds instead of seconds.
std::optional<Utc> time_of(const json& key, const char* name, Utc none) {
    constexpr double kLatest = 1e11;  // the year 5138
    constexpr double kLatestMilliseconds = 1e14;
    constexpr double kMilliseconds = 1000;
    const auto member = key.find(name);
    if (member == key.end()) {
        return none;
    }
    if (!member->is_number()) {
        return std::nullopt;
    }
    double seconds = member->get<double>();
    if (seconds >= kLatest && seconds < kLatestMilliseconds) {
        seconds /= kMilliseconds;
    }
    if (!(seconds >= 0 && seconds < kLatest)) {
        return std::nullopt;
    }
    return Utc(static_cast<Utc::rep>(seconds));
}

class SetReader {
  public:
    explicit SetReader(ReadKeys& out) : out_(out) {}

    void read(const json& key) {
        ++number_;
        if (!key.is_object()) {
            out_.problem = name() + " is not a JSON object";
            return;
        }
        if (key.contains("d")) {
            out_.problem = name() +
                           " is a private key (`d`), which only its owner may "
                           "have; publish the public members only";
            return;
        }
        if (!may_verify(key)) {
            return;
        }
        const auto kind = text_of(key, "kty");
        if (kind == "OKP" && text_of(key, "crv") == "Ed25519" &&
            is_or_lacks(key, "alg", "EdDSA", "Ed25519")) {
            read_ed25519(key);
        } else if (kind == "RSA" &&
                   is_or_lacks(key, "alg", "PS512", "rsa-pss-sha512")) {
            read_rsa(key);
        }
    }

  private:
    std::string name() const { return "key " + std::to_string(number_); }

    void skip(const std::string& problem) {
        out_.skipped.push_back(name() + problem);
    }

    void read_ed25519(const json& key) {
        const auto x = octets_of(key, "x");
        const auto made = x ? PublicKey::ed25519(*x) : nullptr;
        if (made == nullptr) {
            skip(" has no `x` of 32 octets in base64url");
            return;
        }
        add(key, made);
    }

    void read_rsa(const json& key) {
        const auto modulus = octets_of(key, "n");
        const auto exponent = octets_of(key, "e");
        const auto made =
            modulus && exponent ? PublicKey::rsa(*modulus, *exponent) : nullptr;
        if (made == nullptr) {
            skip(" is not an RSA key of " + std::to_string(kLeastRsaBits) +
                 " to " + std::to_string(kMostRsaBits) +
                 " bits (`n`, `e`) in base64url");
            return;
        }
        add(key, made);
    }

    void add(const json& key, PublicKey::Pointer made) {
        const TimedKey always;
        const auto from = time_of(key, "nbf", always.not_before);
        const auto until = time_of(key, "exp", always.expires);
        if (!from || !until) {
            skip(" has an `nbf` or `exp` that is not a time in seconds");
            return;
        }
        out_.keys.push_back({std::move(made), *from, *until});
    }

    ReadKeys& out_;
    std::size_t number_ = 0;
};

void read_document(const json& document, ReadKeys& out) {
    const auto keys = document.find("keys");
    SetReader reader(out);
    if (keys == document.end()) {
        if (!document.contains("kty")) {
            out.problem = "it has no list `keys`";
            return;
        }
        reader.read(document);
    } else if (!keys->is_array()) {
        out.problem = "its `keys` is not a list";
    } else if (keys->size() > kMaxKeys) {
        out.problem = "it has more than " + std::to_string(kMaxKeys) + " keys";
    } else {
        for (const json& key : *keys) {
            reader.read(key);
            if (!out.problem.empty()) {
                return;
            }
        }
    }
}

std::string why_none(const ReadKeys& read) {
    return read.skipped.empty()
               ? "it has no key for Ed25519 or RSA-PSS signatures"
               : "it has no usable key: " + read.skipped.front();
}

}  // namespace

ReadKeys read_keys(std::string_view text) {
    ReadKeys out;
    if (text.size() > kMaxKeySet) {
        out.problem = "it is larger than 256 KiB";
        return out;
    }
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) {
        out.problem = "it is not valid JSON, or ends too early";
        return out;
    }
    if (!document.is_object()) {
        out.problem = "it is not a JSON object";
        return out;
    }
    read_document(document, out);
    if (out.problem.empty() && out.keys.empty()) {
        out.problem = why_none(out);
    }
    if (!out.problem.empty()) {
        out.keys.clear();
    }
    return out;
}

void KeyRing::add(std::uint32_t owner, const TimedKey& key, const Urls& urls) {
    owners_[key.key->thumbprint()].push_back({owner, key, urls});
}

const std::vector<KeyRing::Owner>* KeyRing::find(std::string_view thumbprint,
                                                 bool test_keys) const {
    const auto it = owners_.find(std::string(thumbprint));
    if (it == owners_.end() ||
        (it->second.front().key.key->is_test_key() && !test_keys)) {
        return nullptr;
    }
    return &it->second;
}

}  // namespace robots::signature
