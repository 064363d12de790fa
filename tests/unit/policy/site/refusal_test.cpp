// RFC 9110, 12.5.1: which of two types a client prefers.

#include "policy/site/refusal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

TEST(Accept, TextIsTheDefault) {
    for (const char* text :
         {"", "*/*", "text/html, */*;q=0.8", "application/problem+json, */*",
          "text/plain, application/problem+json", "application/json",
          "application/json, text/plain;q=0.1", "application/problem+json;q=0",
          "image/*"}) {
        EXPECT_FALSE(prefers_problem_json(text)) << text;
    }
}

TEST(Accept, AHigherQualityDecides) {
    for (const char* text :
         {"application/problem+json", "APPLICATION/Problem+JSON",
          "application/*", "application/problem+json, */*;q=0.999",
          "text/plain;q=0.5, application/problem+json;q=0.501",
          "text/plain ; q=0 , */*", "*/*, text/*;q=0.9",
          "application/problem+json\t;\tq=0.1,text/plain;q=0.0",
          "application/json, application/problem+json;q=0.2, */*;q=0.1",
          "text/plain;charset=UTF-8;q=0.1, */*;q=0.2"}) {
        EXPECT_TRUE(prefers_problem_json(text)) << text;
    }
    EXPECT_FALSE(prefers_problem_json(
        "text/plain;q=0.6, application/problem+json;q=0.599"));
}

TEST(Accept, TheMostSpecificRangeCounts) {
    EXPECT_FALSE(prefers_problem_json(
        "application/*, application/problem+json;q=0.1, text/plain;q=0.2"));
    EXPECT_TRUE(prefers_problem_json("text/*, text/plain;q=0.1, */*;q=0.3"));
}

TEST(Accept, WhatIsBrokenOrNarrowerMatchesNothing) {
    for (const char* text :
         {"application/problem+json;q=2", "application/problem+json;q=1.001",
          "application/problem+json;q=0.1234", "application/problem+json;q=",
          "application/problem+json;q=.5", "application/problem+json;q=-1",
          "application/problem+json;profile=x", "application/problem+json x",
          "application/problem+json;charset=utf-8", "problem+json", ";;;", ",,",
          "\"application/problem+json", "application/problem+json;x=\"", "\"\\",
          "a;x=\", application/problem+json, \"",
          "application/problem+json\r"}) {
        EXPECT_FALSE(prefers_problem_json(text)) << text;
    }
    EXPECT_TRUE(
        prefers_problem_json("a;x=\",\\\",\", application/problem+json"));
    EXPECT_TRUE(prefers_problem_json(",, application/problem+json,"));
}

TEST(Accept, ALongOneSaysNothing) {
    const std::string json = "application/problem+json,";
    std::string text = json + std::string(kMaxAccept - json.size(), ',');
    EXPECT_TRUE(prefers_problem_json(text));
    text += ',';
    EXPECT_FALSE(prefers_problem_json(text));
}

}  // namespace
}  // namespace robots
