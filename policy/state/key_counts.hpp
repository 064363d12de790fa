// Counts how often each key is present, in memory of a fixed size.

#ifndef ROBOTS_POLICY_STATE_KEY_COUNTS_HPP
#define ROBOTS_POLICY_STATE_KEY_COUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace robots {

// Keys are hashes that no client can choose. Open addressing: at most half of
// the slots are in use.
class KeyCounts {
  public:
    // For at most `keys` different keys at a time. Throws std::bad_alloc.
    explicit KeyCounts(std::size_t keys);

    std::uint32_t of(std::uint64_t key) const {
        return slots_[find(key)].count;
    }

    // One more, one less. Each remove() belongs to an add() before it.
    void add(std::uint64_t key);
    void remove(std::uint64_t key);

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t count = 0;  // 0: free
    };

    std::size_t next(std::size_t at) const {
        return (at + 1) & (slots_.size() - 1);
    }
    std::size_t home(std::uint64_t key) const {
        return key & (slots_.size() - 1);
    }
    std::size_t find(std::uint64_t key) const;
    void free(std::size_t at);

    std::vector<Slot> slots_;
};

}  // namespace robots

#endif
