// Writes JSON (RFC 8259) directly, without building a tree: that takes a tenth
// of the time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "status/model/model.hpp"

namespace robots::status {

class JsonWriter {
  public:
    // Appends to `out`. Throws std::bad_alloc, here and below.
    explicit JsonWriter(std::string& out) : out_(out) {}

    // The name of the member whose value comes next, which is a literal of
    // plain ASCII.
    JsonWriter& name(std::string_view name);

    void open_object();
    void close_object() { out_ += '}'; }
    void open_array();
    void close_array() { out_ += ']'; }

    void number(std::uint64_t value);
    void number(const std::optional<std::uint64_t>& value);
    void truth(bool value);
    void truth(const std::optional<bool>& value);
    // As nlohmann writes it: "0.1", "2.0".
    void real(double value);
    void null();
    // In ASCII, so that what a client sent cannot control a terminal. Invalid
    // UTF-8 becomes U+FFFD.
    void text(std::string_view value);
    // null if it is empty.
    void text_if_any(std::string_view value);
    // Values that are JSON already, with commas between them; or none.
    void raw(std::string_view json);
    // null if it is 0.
    void number_if_any(std::uint64_t value);
    // A duration, in seconds with up to three decimals.
    void seconds(model::Duration value);
    void seconds(const std::optional<model::Duration>& value);
    // A duration with up to six decimals; null if it is 0.
    void microseconds_if_any(model::Microseconds value);
    // A time; null for never.
    void time(model::Seconds value);

    // A list of objects, of which `put` writes the members: one for each of
    // `all`.
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
