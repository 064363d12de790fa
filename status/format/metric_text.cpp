#include "status/format/metric_text.hpp"

#include "status/format/decimal.hpp"

namespace robots::status {

void MetricText::metric(std::string_view name, std::string_view type,
                        std::string_view help) {
    name_ = name;
    out_.append("# HELP ").append(name).append(" ").append(help);
    out_.append("\n# TYPE ").append(name).append(" ").append(type);
    out_ += '\n';
}

void MetricText::sample(Labels labels, model::Count value,
                        std::string_view suffix) {
    begin(labels, suffix);
    append_decimal(out_, value);
    out_ += '\n';
}

void MetricText::seconds(Labels labels, model::Duration value,
                         std::string_view suffix) {
    begin(labels, suffix);
    append_seconds(out_, value);
    out_ += '\n';
}

void MetricText::microseconds(Labels labels, model::Count value,
                              std::string_view suffix) {
    begin(labels, suffix);
    out_.append(seconds_of_microseconds(value)).append("\n");
}

void MetricText::begin(Labels labels, std::string_view suffix) {
    out_.append(name_).append(suffix);
    char before = '{';
    for (const Label& label : labels) {
        out_ += before;
        out_.append(label.name).append("=\"");
        escaped(label.value);
        out_ += '"';
        before = ',';
    }
    out_.append(labels.size() != 0 ? "} " : " ");
}

void MetricText::escaped(std::string_view value) {
    for (const char octet : value) {
        if (octet == '\n') {
            out_ += "\\n";
            continue;
        }
        if (octet == '\\' || octet == '"') {
            out_ += '\\';
        }
        out_ += octet;
    }
}

}  // namespace robots::status
