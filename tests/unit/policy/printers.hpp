// Prints the values that a failed test compared. Without these functions,
// GoogleTest prints octets: "1-byte object <02>". mk/tests.mk includes this
// header in every unit test, so that all tests print values alike.

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <ostream>

namespace robots {

// The types are declared, not included, so that a test depends only on the code
// that it tests.
enum class Action : std::uint8_t;
enum class Violation : std::uint8_t;
enum class Identity : std::uint8_t;
enum class Category : std::uint8_t;
enum class Scheme : std::uint8_t;
enum class Obeys : std::uint8_t;
struct Charge;
struct DayWindow;
struct Place;
struct Rate;
struct RequestRate;
struct Rule;
struct Sighting;
struct Verdict;
class Revision;

// Prints values as policies and variables spell them: "throttle",
// "crawl_delay", "seo".
std::ostream& operator<<(std::ostream& out, Action action);
std::ostream& operator<<(std::ostream& out, Violation violation);
std::ostream& operator<<(std::ostream& out, Identity identity);
std::ostream& operator<<(std::ostream& out, Category category);
std::ostream& operator<<(std::ostream& out, Scheme scheme);
std::ostream& operator<<(std::ostream& out, Obeys obeys);

// "file 0:12:3"
std::ostream& operator<<(std::ostream& out, const Place& place);
// "10/60 0800-1800", "0800-1800"
std::ostream& operator<<(std::ostream& out, const RequestRate& rate);
std::ostream& operator<<(std::ostream& out, const DayWindow& window);
// "every 2000 ms, slack 500 ms, waits up to 5000 ms"
std::ostream& operator<<(std::ostream& out, const Rate& rate);
// "granted, wait 500 ms, TAT 1002000 ms"
std::ostream& operator<<(std::ostream& out, const Charge& charge);
// "GPTBot (ai-training, listed)"
std::ostream& operator<<(std::ostream& out, const Sighting& crawler);
// "Disallow: /a"
std::ostream& operator<<(std::ostream& out, const Rule& rule);
// "ABot (search, listed), unverifiable: disallow, reject 403; group `*`, rule
// `Disallow: /a`"
std::ostream& operator<<(std::ostream& out, const Verdict& verdict);
std::ostream& operator<<(std::ostream& out, const Revision& revision);

}  // namespace robots

// Durations are types of std, where our operators are not looked up.
namespace testing::internal {

template <>
class UniversalPrinter<std::chrono::milliseconds> {
  public:
    static void Print(const std::chrono::milliseconds& time,
                      std::ostream* out) {
        *out << time.count() << " ms";
    }
};

template <>
class UniversalPrinter<std::chrono::seconds> {
  public:
    static void Print(const std::chrono::seconds& time, std::ostream* out) {
        *out << time.count() << " s";
    }
};

}  // namespace testing::internal
