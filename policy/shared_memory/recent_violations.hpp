// The last violations, each with its sender, target and reason, in shared
// memory.
//
// Violations are stored in a ring buffer, without locks. A writer takes the
// next number, and writes to the place of that number. If two writers, or a
// writer and a reader, use a place at the same time, the content does not match
// the checksum, and find() ignores the content.
//
// Host, path and the names of unlisted crawlers come from the client. These
// texts are cut to a maximum length, but not escaped: code that shows them must
// escape them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "policy/base/time.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// A text of at most kMax octets; a longer text is cut.
template <std::size_t kMax>
class ShortText {
  public:
    static_assert(kMax < 256);

    ShortText() = default;
    explicit ShortText(std::string_view text)
        : size_(static_cast<std::uint8_t>(text.copy(octets_.data(), kMax))) {}

    std::string_view view() const { return {octets_.data(), size_}; }

  private:
    std::array<char, kMax> octets_{};
    std::uint8_t size_ = 0;
};

// One violation. Must be plain data, because it is copied word by word.
struct ViolationNote {
    std::uint64_t number = 0;   // from 1, in the order of the violations
    std::uint64_t at = 0;       // milliseconds on the ledger's clock
    std::uint64_t site = 0;     // Site::key
    std::uint64_t crawler = 0;  // Crawler::key, or kUnlistedCrawler
    std::uint64_t line = 0;     // line_key; 0: no line decided
    Violation violation = Violation::none;
    Action action = Action::pass;
    Action would = Action::pass;
    Identity identity = Identity::unverifiable;
    std::uint16_t status = 0;  // of a refusal by this module, else 0
    signature::Result signature = signature::Result::none;
    bool path_cut = false;
    Violations violations;  // all violations, including `violation`
    ShortText<16> address;  // 4 or 16 octets
    ShortText<32> request_id;
    ShortText<48> name;  // the crawler's token
    ShortText<63> host;
    ShortText<195> path;
};

// The checksum covers all octets, so a note must have no padding.
static_assert(std::has_unique_object_representations_v<ViolationNote>);

class RecentViolations {
  public:
    static constexpr std::size_t kMost = 200;

    // Returns the size of the memory for `count` violations, in octets.
    static constexpr std::size_t octets_for(std::size_t count) {
        return count * sizeof(Place);
    }

    // `memory` must be aligned to eight octets. It must be all zeros, or the
    // memory of an earlier object of the same size. If `octets` is too small
    // for one note, nothing is stored. `last` counts all notes that were added.
    // `memory` and `last` must be in shared memory, and must outlive this
    // object.
    RecentViolations(void* memory, std::size_t octets, SharedWord& last)
        : places_(static_cast<Place*>(memory)),
          size_(octets / sizeof(Place)),
          last_(&last) {}

    std::size_t capacity() const { return size_; }

    // Sets the number of a note, and stores the note.
    void add(ViolationNote note) noexcept;

    // Returns the number of the latest note; 0 if no note was added yet.
    std::uint64_t latest() const {
        return last_->load(std::memory_order_acquire);
    }

    // Returns the note `number`; nullopt if it was overwritten, or is being
    // written.
    std::optional<ViolationNote> find(std::uint64_t number) const;

  private:
    static constexpr std::size_t kWords = sizeof(ViolationNote) / 8;
    static_assert(sizeof(ViolationNote) % 8 == 0);
    using Words = std::array<std::uint64_t, kWords>;

    struct Place {
        std::array<SharedWord, kWords> words;
        SharedWord checksum;
    };

    static std::uint64_t checksum_of(const Words& words);

    Place* places_;
    std::size_t size_;
    SharedWord* last_;
};

}  // namespace robots
