// What DNS said of addresses, as several nginx tell each other: each asks the
// others' answers before it asks DNS. Only what DNS has settled is shared; that
// one nginx could not ask says nothing to the others.

#ifndef ROBOTS_POLICY_SHARING_SHARED_IDENTITIES_HPP
#define ROBOTS_POLICY_SHARING_SHARED_IDENTITIES_HPP

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots {

// A crawler (Crawler::assertion_key) at an address of 4 or 16 octets.
struct IdentityQuestion {
    std::uint64_t assertion;
    std::string_view address;
};

class SharedIdentities {
  public:
    // Awaits one answer at a time.
    class Guest {
      public:
        virtual ~Guest() = default;
        // nullopt: nobody knows, or nobody answered in time.
        virtual void told(std::optional<Identity> identity) noexcept = 0;

      private:
        friend class SharedIdentities;
        void* question_ = nullptr;
    };

    virtual ~SharedIdentities() = default;

    // Asks; `guest` is told later, unless it leaves before. False: nobody can
    // be asked now, and it is not told.
    virtual bool ask(const IdentityQuestion& question,
                     Guest& guest) noexcept = 0;
    virtual void leave(Guest& guest) noexcept = 0;

    // Shares an answer for so long; nobody waits.
    virtual void tell(const IdentityQuestion& question, Identity identity,
                      Milliseconds kept) noexcept = 0;

  protected:
    static void*& question_of(Guest& guest) { return guest.question_; }
};

}  // namespace robots

#endif
