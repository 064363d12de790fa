#include "status/format/accept.hpp"

#include <gtest/gtest.h>

namespace robots::status {
namespace {

struct Case {
    const char* accept;
    Format format;
};

class Accept : public ::testing::TestWithParam<Case> {};

TEST_P(Accept, ChoosesTheFormatTheClientPrefers) {
    EXPECT_EQ(preferred_format(GetParam().accept), GetParam().format)
        << GetParam().accept;
}

INSTANTIATE_TEST_SUITE_P(
    Headers, Accept,
    ::testing::Values(
        Case{"", Format::html}, Case{"*/*", Format::html},
        Case{"text/html", Format::html}, Case{"application/json", Format::json},
        Case{"APPLICATION/JSON", Format::json},
        Case{"text/plain", Format::prometheus},
        // Chromium, and Prometheus 2.42.
        Case{"text/html,application/xhtml+xml,application/xml;q=0.9,"
             "image/avif,*/*;q=0.8",
             Format::html},
        Case{"application/openmetrics-text;version=1.0.0,"
             "application/openmetrics-text;version=0.0.1;q=0.75,"
             "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
             Format::prometheus},
        Case{"text/html;q=0.5, application/json;q=0.6", Format::json},
        Case{"text/html; q=0.5 , application/json ;q=0.4", Format::html},
        Case{"text/html;q=0,application/json;q=0.001", Format::json},
        Case{"text/*;q=0.9, text/html;q=0.1, application/json;q=0.5",
             Format::prometheus},
        Case{"application/*", Format::json},
        Case{"*/*;q=0.5, text/html;q=0.4", Format::json},
        Case{"application/json, text/html", Format::html},
        Case{"image/png", Format::html}, Case{"text/html;q=0", Format::html},
        Case{"application/json;q=", Format::json},
        Case{"application/json;q=nonsense", Format::json},
        Case{"application/json;q=0.5.5,text/html;q=0.6", Format::json},
        Case{",,;;=,application/json;;q=1;", Format::json},
        Case{"application/json;q=2, text/html;q=0.9", Format::json}));

TEST(AcceptNames, AreTheValuesOfTheParameter) {
    EXPECT_EQ(format_from("html"), Format::html);
    EXPECT_EQ(format_from("json"), Format::json);
    EXPECT_EQ(format_from("prometheus"), Format::prometheus);
    EXPECT_FALSE(format_from("xml"));
    EXPECT_FALSE(format_from(""));
}

}  // namespace
}  // namespace robots::status
