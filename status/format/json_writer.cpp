#include "status/format/json_writer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "status/format/decimal.hpp"

namespace robots::status {

namespace {

bool stands_for_itself(char octet) {
    return octet >= 0x20 && octet < 0x7f && octet != '"' && octet != '\\';
}

}  // namespace

// Appends a comma, unless the last octet of the output shows that the next
// value is the first in its object or list, or comes after a member's name.
void JsonWriter::separate() {
    constexpr std::string_view kBeforeFirst = "{[:\n";
    if (!out_.empty() &&
        kBeforeFirst.find(out_.back()) == std::string_view::npos) {
        out_ += ',';
    }
}

JsonWriter& JsonWriter::name(std::string_view name) {
    separate();
    out_ += '"';
    out_.append(name).append("\":");
    return *this;
}

void JsonWriter::open_object() {
    separate();
    out_ += '{';
}

void JsonWriter::open_array() {
    separate();
    out_ += '[';
}

void JsonWriter::number(std::uint64_t value) {
    separate();
    out_ += std::to_string(value);
}

void JsonWriter::truth(bool value) {
    separate();
    out_ += value ? "true" : "false";
}

void JsonWriter::real(double value) {
    separate();
    out_ += value == 0 ? "0.0" : nlohmann::json(value).dump();
}

void JsonWriter::null() {
    separate();
    out_ += "null";
}

void JsonWriter::text(std::string_view value) {
    separate();
    if (std::all_of(value.begin(), value.end(), stands_for_itself)) {
        out_ += '"';
        out_.append(value).append("\"");
    } else {
        out_ += nlohmann::json(value).dump(
            -1, ' ', true, nlohmann::json::error_handler_t::replace);
    }
}

void JsonWriter::text_if_any(std::string_view value) {
    value.empty() ? null() : text(value);
}

void JsonWriter::raw(std::string_view json) {
    if (!json.empty()) {
        separate();
        out_ += json;
    }
}

void JsonWriter::number(const std::optional<std::uint64_t>& value) {
    value ? number(*value) : null();
}

void JsonWriter::number_if_any(std::uint64_t value) {
    value != 0 ? number(value) : null();
}

void JsonWriter::truth(const std::optional<bool>& value) {
    value ? truth(*value) : null();
}

void JsonWriter::seconds(model::Duration value) {
    separate();
    append_seconds(out_, value * 1000);
}

void JsonWriter::seconds(const std::optional<model::Duration>& value) {
    value ? seconds(*value) : null();
}

void JsonWriter::microseconds_if_any(model::Microseconds value) {
    if (value == 0) {
        null();
        return;
    }
    separate();
    append_seconds(out_, value);
}

void JsonWriter::time(model::Seconds value) {
    value > 0 ? number(static_cast<std::uint64_t>(value)) : null();
}

}  // namespace robots::status
