// For how long a robots.txt may be kept, and the header that says so.

#ifndef ROBOTS_POLICY_SITE_MAX_AGE_HPP
#define ROBOTS_POLICY_SITE_MAX_AGE_HPP

#include <array>
#include <charconv>
#include <chrono>
#include <string_view>

namespace robots {

class MaxAge {
  public:
    // NOLINTNEXTLINE(google-explicit-constructor): the same with its text.
    MaxAge(std::chrono::seconds age) : age_(age) {
        char* end = text_.data() + kName.copy(text_.data(), kName.size());
        end = std::to_chars(end, text_.data() + text_.size(), age.count()).ptr;
        size_ = static_cast<std::size_t>(end - text_.data());
    }

    // NOLINTNEXTLINE(google-explicit-constructor)
    operator std::chrono::seconds() const { return age_; }
    auto count() const { return age_.count(); }

    // "max-age=3600", the value of Cache-Control (RFC 9111 5.2.2.1). Made once,
    // since every answer has it.
    std::string_view cache_control() const { return {text_.data(), size_}; }

  private:
    static constexpr std::string_view kName = "max-age=";

    std::chrono::seconds age_;
    std::array<char, kName.size() + 20> text_{};
    std::size_t size_ = 0;
};

inline bool operator==(const MaxAge& age, std::chrono::seconds other) {
    return std::chrono::seconds(age) == other;
}

}  // namespace robots

#endif
