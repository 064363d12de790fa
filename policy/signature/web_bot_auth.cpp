#include "policy/signature/web_bot_auth.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

namespace {

constexpr std::array<std::string_view, kResults> kResultNames{
    "",          "verified", "invalid", "expired", "unknown_key",
    "malformed", "unchecked"};

constexpr std::string_view kTag = "web-bot-auth";
constexpr std::string_view kSignature = "signature";
constexpr std::string_view kInput = "signature-input";

// One signature of a request. `input` is the signature's member of
// Signature-Input.
struct Claim {
    const Member* input = nullptr;
    std::string key_id;
    std::string algorithm;  // empty: `alg` is missing
    Utc created{0};
    Utc expires{0};
    std::string signature;
    Agent agent;
    std::string problem;  // not empty: the signature is malformed
};

bool covers(const Member& input, std::string_view name) {
    return std::any_of(
        input.items.begin(), input.items.end(),
        [name](const Item& item) { return item.value.text == name; });
}

bool is_tagged(const Member& input) {
    const BareItem* tag = find(input.parameters, "tag");
    return input.is_list && tag != nullptr && tag->is_string() &&
           tag->text == kTag;
}

class ClaimReader {
  public:
    ClaimReader(const Member& input, Claim& out) : input_(input), out_(out) {}

    void read(const Dictionary& signatures, const SignatureAgent& agent) {
        out_.input = &input_;
        if (!read_parameters() || !read_signature(signatures)) {
            return;
        }
        if (!covers(input_, "@authority") && !covers(input_, "@target-uri")) {
            out_.problem =
                "it covers neither `@authority` nor `@target-uri`, so it fits "
                "any site";
            return;
        }
        out_.agent = agent.of(input_);
        out_.problem = out_.agent.problem;
    }

  private:
    bool read_parameters() {
        const auto created = time("created");
        const auto expires = time("expires");
        const BareItem* key_id = find(input_.parameters, "keyid");
        const BareItem* algorithm = find(input_.parameters, "alg");
        if (!created || !expires) {
            out_.problem = "it has no `created` or no `expires`";
        } else if (key_id == nullptr || !key_id->is_string()) {
            out_.problem = "it has no `keyid`";
        } else if (algorithm != nullptr && !algorithm->is_string()) {
            out_.problem = "its `alg` is not a string";
        } else if (*expires <= *created) {
            out_.problem = "it expires before it is made";
        } else {
            out_.created = *created;
            out_.expires = *expires;
            out_.key_id = key_id->text;
            out_.algorithm = algorithm == nullptr ? "" : algorithm->text;
            return true;
        }
        return false;
    }

    std::optional<Utc> time(std::string_view name) const {
        const BareItem* value = find(input_.parameters, name);
        return value != nullptr && value->is_integer()
                   ? std::optional(Utc(value->number))
                   : std::nullopt;
    }

    bool read_signature(const Dictionary& signatures) {
        const Member* member = find(signatures, input_.key);
        if (member == nullptr || member->is_list ||
            member->items.front().value.kind != BareItem::Kind::octets) {
            out_.problem =
                "the `Signature` header has no octets under its "
                "label";
            return false;
        }
        out_.signature = member->items.front().value.text;
        return true;
    }

    const Member& input_;
    Claim& out_;
};

// All signatures of a request. `problem` is not empty if the headers cannot be
// read.
struct Claims {
    std::vector<Claim> all;
    std::string problem;
};

void read_each(const Dictionary& inputs, const Dictionary& signatures,
               const SignatureAgent& agent, Claims& out) {
    if (!agent.is_readable()) {
        out.problem = "cannot read the `Signature-Agent` header";
        return;
    }
    for (const Member& each : inputs) {
        if (is_tagged(each)) {
            out.all.emplace_back();
            ClaimReader(each, out.all.back()).read(signatures, agent);
        }
    }
}

Claims read_claims(MessageReader& reader) {
    Claims out;
    if (reader.message().fields.size() > kMaxFields) {
        out.problem = "the request has more than 256 lines of headers";
        return out;
    }
    const auto input = reader.field(kInput);
    if (!input) {
        return out;
    }
    const auto signature = reader.field(kSignature);
    const auto agent = reader.field(kSignatureAgent);
    if (input->size() + (signature ? signature->size() : 0) +
            (agent ? agent->size() : 0) >
        kMaxSignatureFields) {
        out.problem = "the headers of signatures are larger than 8 KiB";
        return out;
    }
    const Dictionary* inputs = reader.dictionary(kInput);
    if (inputs == nullptr) {
        out.problem = "cannot read the `Signature-Input` header";
        return out;
    }
    const auto tagged =
        std::count_if(inputs->begin(), inputs->end(), is_tagged);
    if (tagged == 0) {
        return out;
    }
    const Dictionary* signatures = reader.dictionary(kSignature);
    if (tagged > static_cast<std::ptrdiff_t>(kMaxSignatures)) {
        out.problem = "the request has more than 3 signatures";
    } else if (signatures == nullptr) {
        out.problem = "cannot read the `Signature` header";
    } else {
        read_each(*inputs, *signatures, SignatureAgent(agent, reader), out);
    }
    return out;
}

// Checks one signature.
class Check {
  public:
    Check(const Claim& claim, MessageReader& reader, Utc now,
          Precedents& precedents)
        : claim_(claim), reader_(reader), now_(now), precedents_(precedents) {}

    CheckedSignature run(const std::vector<KeyRing::Owner>* owners) {
        if (!claim_.problem.empty()) {
            return finding(Result::malformed, claim_.problem);
        }
        const PublicKey* key = take_owners(owners);
        if (key == nullptr) {
            return finding(Result::unknown_key, why_unknown());
        }
        if (!claim_.algorithm.empty() &&
            claim_.algorithm != to_string(key->algorithm())) {
            return finding(Result::invalid,
                           "its `alg` is " + robots::cited(claim_.algorithm) +
                               ", but the key is for " +
                               std::string(to_string(key->algorithm())));
        }
        if (claim_.expires - claim_.created > kLongestLife) {
            return finding(Result::invalid, "it lasts for more than 24 hours");
        }
        if (claim_.created > now_ + kClockSkew) {
            return finding(Result::invalid, "it is from the future");
        }
        if (claim_.expires + kClockSkew < now_) {
            return finding(Result::expired, "it has expired");
        }
        return verified(*key);
    }

  private:
    CheckedSignature finding(Result result, const std::string& why) const {
        return {result,
                {},
                "signature " + robots::cited(claim_.input->key) +
                    described(claim_.agent) + ": " + why,
                claim_.agent.form};
    }

    std::string why_unknown() const {
        const std::string key = robots::cited(claim_.key_id);
        return !published_elsewhere_
                   ? "nobody is known to sign with the key " + key
               : claim_.agent.form == AgentForm::ignored
                   ? "the key " + key + " counts only with its URL"
                   : "the key " + key +
                         " is known from another URL; if its operator "
                         "publishes it at this one too, add it to `keys_url`";
    }

    // Whether the Signature-Agent header contains a URL at which this owner
    // publishes the key (5.4). Also true if no URL is known for the key, or if
    // the request lacks the header.
    bool fits(const KeyRing::Owner& owner) const {
        const std::vector<std::string>& urls = *owner.urls;
        return urls.empty() || claim_.agent.form == AgentForm::absent ||
               std::find(urls.begin(), urls.end(), claim_.agent.url) !=
                   urls.end();
    }

    // Returns the key if it is valid now for at least one of `owners` that
    // fits(); otherwise nullptr. Adds each of these owners to owners_.
    const PublicKey* take_owners(const std::vector<KeyRing::Owner>* owners) {
        const PublicKey* key = nullptr;
        if (owners != nullptr) {
            for (const KeyRing::Owner& owner : *owners) {
                if (!owner.key.counts_at(now_)) {
                    continue;
                }
                if (!fits(owner)) {
                    published_elsewhere_ = true;
                } else {
                    key = owner.key.key.get();
                    owners_.push_back(owner.number);
                }
            }
        }
        return key;
    }

    CheckedSignature verified(const PublicKey& key) {
        const bool met = precedents_.has_met(claim_.signature);
        if (!met && !precedents_.allow()) {
            return too_many();
        }
        const Base base = signature_base(reader_, *claim_.input);
        if (!base.problem.empty()) {
            return finding(Result::malformed, base.problem);
        }
        if (!met || !precedents_.know(base.text, claim_.signature)) {
            if (met && !precedents_.allow()) {
                return too_many();
            }
            if (!key.verifies(base.text, claim_.signature)) {
                return finding(Result::invalid,
                               "the key " + robots::cited(claim_.key_id) +
                                   " did not sign this request");
            }
            precedents_.keep(base.text, claim_.signature,
                             claim_.expires + kClockSkew);
        }
        CheckedSignature out =
            finding(Result::verified,
                    "signed with the key " + robots::cited(claim_.key_id));
        out.owners = std::move(owners_);
        return out;
    }

    CheckedSignature too_many() const {
        return finding(Result::unchecked, "too many signatures in this second");
    }

    const Claim& claim_;
    MessageReader& reader_;
    Utc now_;
    Precedents& precedents_;
    std::vector<std::uint32_t> owners_;
    bool published_elsewhere_ = false;
};

}  // namespace

std::string_view to_string(Result result) {
    return kResultNames[static_cast<std::size_t>(result)];
}

std::string_view accept_signature() {
    return "sig1=(\"@authority\" \"signature-agent\";key=\"sig1\");created;"
           "expires;tag=\"web-bot-auth\"";
}

CheckedSignature check(const Message& message, const KeyRing& keys,
                       bool test_keys, Utc now, Precedents& precedents) {
    MessageReader reader(message);
    const Claims claims = read_claims(reader);
    if (!claims.problem.empty()) {
        return {Result::malformed, {}, claims.problem, AgentForm::unread};
    }
    CheckedSignature first;
    for (const Claim& claim : claims.all) {
        CheckedSignature next = Check(claim, reader, now, precedents)
                                    .run(keys.find(claim.key_id, test_keys));
        if (next.result == Result::verified) {
            return next;
        }
        if (first.result == Result::none) {
            first = std::move(next);
        }
    }
    return first;
}

}  // namespace robots::signature
