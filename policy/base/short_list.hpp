// A list of a few items at most, which allocates nothing.

#pragma once

#include <array>
#include <cstddef>

namespace robots {

template <class Item, std::size_t most>
class ShortList {
  public:
    // Adds an item, unless there are `most` already.
    void add(const Item& item) {
        if (size_ < most) {
            items_[size_++] = item;
        }
    }
    void clear() { size_ = 0; }

    Item* begin() { return items_.data(); }
    Item* end() { return items_.data() + size_; }
    const Item* begin() const { return items_.data(); }
    const Item* end() const { return items_.data() + size_; }
    const Item& operator[](std::size_t i) const { return items_[i]; }
    std::size_t size() const { return size_; }

  private:
    std::array<Item, most> items_;  // as it is: most stay unused
    std::size_t size_ = 0;
};

}  // namespace robots
