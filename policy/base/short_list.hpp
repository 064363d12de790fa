// A list of a few items at most, which allocates nothing.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace robots {

// Making one costs nothing, and copying one as much as its items: most have
// none.
template <class Item, std::size_t most>
class ShortList {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    // A default one would write zeros everywhere where it is made by `{}`.
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

    // Adds an item, unless there are `most` already.
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
    // Its items are made one by one, as they are added.
    union Room {
        // NOLINTNEXTLINE(modernize-use-equals-default): Item may have its own.
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
