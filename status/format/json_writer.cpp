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

// A value is the first one, or another, by what stands before it.
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
    append_decimal(out_, value);
}

void JsonWriter::truth(bool value) {
    separate();
    out_ += value ? "true" : "false";
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
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
}

void JsonWriter::text_if_any(std::string_view value) {
    if (value.empty()) {
        null();
    } else {
        text(value);
    }
}

void JsonWriter::seconds(model::Duration value) {
    separate();
    append_seconds(out_, value);
}

void JsonWriter::microseconds(std::uint64_t value) {
    separate();
    out_ += seconds_of_microseconds(value);
}

void JsonWriter::seconds(const std::optional<model::Duration>& value) {
    if (value) {
        seconds(*value);
    } else {
        null();
    }
}

void JsonWriter::time(model::Seconds value) {
    if (value > 0) {
        number(static_cast<std::uint64_t>(value));
    } else {
        null();
    }
}

}  // namespace robots::status
