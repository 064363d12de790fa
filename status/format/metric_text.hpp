// Writes samples in Prometheus' text format.

#ifndef ROBOTS_STATUS_FORMAT_METRIC_TEXT_HPP
#define ROBOTS_STATUS_FORMAT_METRIC_TEXT_HPP

#include <initializer_list>
#include <string>
#include <string_view>

#include "status/model/model.hpp"

namespace robots::status {

struct Label {
    std::string_view name;
    std::string_view value;
};

using Labels = std::initializer_list<Label>;

class MetricText {
  public:
    // Appends to `out`. Throws std::bad_alloc, here and below.
    explicit MetricText(std::string& out) : out_(out) {}

    // What follows are samples of the metric of that name.
    void metric(std::string_view name, std::string_view type,
                std::string_view help);

    void sample(Labels labels, model::Count value,
                std::string_view suffix = {});

    // A sample in seconds.
    void seconds(Labels labels, model::Duration value,
                 std::string_view suffix = {});

    // A sample in seconds, of microseconds.
    void microseconds(Labels labels, model::Count value,
                      std::string_view suffix = {});

  private:
    void begin(Labels labels, std::string_view suffix);
    void escaped(std::string_view value);

    std::string& out_;
    std::string_view name_;
};

}  // namespace robots::status

#endif
