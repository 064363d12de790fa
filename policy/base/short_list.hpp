// A list that stores a few items inline and never allocates.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace robots {

// Most lists stay empty. So the constructor does not initialise items, and a
// copy of a list copies only the items that were added.
template <class Item, std::size_t most>
class ShortList {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    // If this constructor were defaulted, `ShortList{}` would set all items to
    // zero.
    // NOLINTNEXTLINE(modernize-use-equals-default)
    ShortList() {}
    ShortList(const ShortList& other) { copy(other); }
    ShortList& operator=(const ShortList& other) {
        if (this != &other) {
            copy(other);
        }
        return *this;
    }
    ~ShortList() = default;

    // Adds an item. If the list already has `most` items, does nothing.
    void add(const Item& item) {
        if (size_ < most) {
            new (end()) Item(item);
            ++size_;
        }
    }
    void clear() { size_ = 0; }

    Item* begin() { return room_.items; }
    Item* end() { return room_.items + size_; }
    const Item* begin() const { return room_.items; }
    const Item* end() const { return room_.items + size_; }
    const Item& operator[](std::size_t i) const { return room_.items[i]; }
    std::size_t size() const { return size_; }

  private:
    // Leaves `items` uninitialised; add() constructs each item. If Item has a
    // constructor, the union must also have a constructor.
    union Room {
        // NOLINTNEXTLINE(modernize-use-equals-default)
        Room() {}
        Item items[most];
    };

    void copy(const ShortList& other) {
        size_ = other.size_;
        std::uninitialized_copy(other.begin(), other.end(), begin());
    }

    Room room_;
    std::size_t size_ = 0;
};

}  // namespace robots
