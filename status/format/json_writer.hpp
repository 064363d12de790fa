// Writes JSON (RFC 8259) directly to a string. Building a tree first would take
// ten times as long.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "status/model/model.hpp"

namespace robots::status {

class JsonWriter {
  public:
    // Appends to `out`. All functions throw std::bad_alloc.
    explicit JsonWriter(std::string& out) : out_(out) {}

    // Writes the name of the member whose value comes next. The name must be
    // plain ASCII that needs no escape.
    JsonWriter& name(std::string_view name);

    void open_object();
    void close_object() { out_ += '}'; }
    void open_array();
    void close_array() { out_ += ']'; }

    void number(std::uint64_t value);
    void number(const std::optional<std::uint64_t>& value);
    void truth(bool value);
    void truth(const std::optional<bool>& value);
    // Writes a number as the library nlohmann/json does: "0.1", "2.0".
    void real(double value);
    void null();
    // Writes a string in ASCII, so that texts from clients cannot control a
    // terminal. Invalid UTF-8 becomes U+FFFD.
    void text(std::string_view value);
    // Writes null for an empty text.
    void text_if_any(std::string_view value);
    // Writes values that are already JSON, with commas between them. `json` may
    // be empty.
    void raw(std::string_view json);
    // Writes null for 0.
    void number_if_any(std::uint64_t value);
    // Writes a duration in seconds, with up to three decimals.
    void seconds(model::Duration value);
    void seconds(const std::optional<model::Duration>& value);
    // Writes a duration in seconds, with up to six decimals; null for 0.
    void microseconds_if_any(model::Microseconds value);
    // Writes a time; null for 0 (never).
    void time(model::Seconds value);

    // Writes a list with an object for each of `all`. `put` writes the members
    // of one object.
    template <class All, typename Put>
    void objects(const All& all, Put put) {
        open_array();
        for (const auto& each : all) {
            open_object();
            put(each);
            close_object();
        }
        close_array();
    }

  protected:
    std::string& out_;

  private:
    void separate();
};

}  // namespace robots::status
