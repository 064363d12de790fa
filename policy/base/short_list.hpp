// A list that holds a few items in itself, and so allocates nothing.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace robots {

// Lists are usually empty. So making one initialises no items, and copying one
// copies only the items that were added.
template <class Item, std::size_t most>
class ShortList {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    // A defaulted constructor would zero all items wherever `{}` makes a list.
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

    // Adds an item, unless there are already `most` items.
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
    // add() constructs items. The union needs a constructor if Item has one.
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
