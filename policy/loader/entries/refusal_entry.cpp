#include "policy/loader/entries/refusal_entry.hpp"

#include <cstddef>
#include <string>

namespace robots::loader {

namespace {

constexpr std::uint32_t kLeastStatus = 400;
constexpr std::uint32_t kMostStatus = 599;

template <Violation violation>
void read_status_of(const Reader& reader, const Value& value,
                    EnforcementOverride& enforce) {
    auto& status = enforce.status[static_cast<std::size_t>(violation)];
    if (reader.undoes(value)) {
        status = Enforcement{}.status_for(violation);
    } else if (const auto number =
                   reader.integer(value, kLeastStatus, kMostStatus)) {
        status = static_cast<std::uint16_t>(*number);
    }
}

template <Violation violation>
constexpr Key<EnforcementOverride> status_key(KeyAge age = {}) {
    return {to_string(violation), read_status_of<violation>, {}, age};
}

constexpr Key<EnforcementOverride> kStatuses[] = {
    status_key<Violation::disallow>(),
    status_key<Violation::crawl_delay>(),
    status_key<Violation::request_rate>(),
    status_key<Violation::visit_time>(),
    status_key<Violation::impostor>(),
    status_key<Violation::unverifiable>({1}),
    status_key<Violation::budget>({1}),
};

constexpr Key<EnforcementOverride> kOfAllLevels[] = {
    {"status", read_refusal_status, {}, {1}},
    {"price", read_refusal_price, {}, {1}},
};

void read_statuses(const Reader& reader, const Value& value,
                   EnforcementOverride& enforce) {
    if (reader.undoes(value)) {
        const Enforcement usual;
        for (std::size_t i = 0; i < kViolations; ++i) {
            enforce.status[i] = usual.status[i];
        }
    } else {
        read_map(reader, value, "`status`", kStatuses, enforce);
    }
}

}  // namespace

void read_refusal_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce) {
    if (value.node->kind != YamlNode::Kind::scalar || value.node->says_null) {
        read_statuses(reader, value, enforce);
    } else if (const auto status =
                   reader.integer(value, kLeastStatus, kMostStatus)) {
        enforce.status.fill(static_cast<std::uint16_t>(*status));
    }
}

void read_refusal_price(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce) {
    if (reader.undoes(value)) {
        enforce.price.emplace();
    } else if (const auto text = reader.text(value)) {
        if (is_price(*text)) {
            enforce.price.emplace(*text);
        } else {
            reader.error(value.place(), "bad-value",
                         "invalid price " + robots::cited(*text) +
                             "; write a currency in capital letters and an "
                             "amount, as in `USD 0.01`");
        }
    }
}

void read_enforce_status(const Reader& reader, const Value& value,
                         EnforcementOverride& enforce) {
    if (value.node->kind == YamlNode::Kind::scalar && !value.node->says_null) {
        reader.error(value.place(), "wrong-type",
                     "`status` in `enforce` must be a map; write `refusal: "
                     "{status: " +
                         std::string(value.node->text) +
                         "}` beside `enforce` instead");
        return;
    }
    read_statuses(reader, value, enforce);
}

void read_short_refusal(const Reader& reader, const Value& value,
                        EnforcementOverride& enforce) {
    read_map(reader, value, "the `refusal` of the top level or a group",
             kOfAllLevels, enforce);
}

}  // namespace robots::loader
