// The name of what a site serves and enforces.

#ifndef ROBOTS_POLICY_SITE_REVISION_HPP
#define ROBOTS_POLICY_SITE_REVISION_HPP

#include <cstdint>
#include <string_view>

#include "policy/base/hexadecimal.hpp"

namespace robots {

// Sixteen hexadecimal digits: a hash of what it names.
class Revision {
  public:
    Revision() : Revision(0) {}
    explicit Revision(std::uint64_t hash) : text_(hexadecimal(hash)) {}

    std::string_view text() const { return {text_.data(), text_.size()}; }

  private:
    Hexadecimal text_;
};

inline bool operator==(const Revision& a, const Revision& b) {
    return a.text() == b.text();
}
inline bool operator!=(const Revision& a, const Revision& b) {
    return !(a == b);
}

}  // namespace robots

#endif
