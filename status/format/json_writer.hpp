// Writes JSON (RFC 8259) directly, without building a tree: that takes a tenth
// of the time.

#ifndef ROBOTS_STATUS_FORMAT_JSON_WRITER_HPP
#define ROBOTS_STATUS_FORMAT_JSON_WRITER_HPP

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
    void truth(bool value);
    void null();
    // Invalid UTF-8 becomes U+FFFD.
    void text(std::string_view value);
    // null if it is empty.
    void text_if_any(std::string_view value);
    // A duration, in seconds with up to three decimals.
    void seconds(model::Duration value);
    void seconds(const std::optional<model::Duration>& value);
    // The same with up to six decimals.
    void microseconds(std::uint64_t value);
    // A time; null for never.
    void time(model::Seconds value);

  private:
    void separate();

    std::string& out_;
};

}  // namespace robots::status

#endif
