// A list of at most a few items, which allocates nothing.

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace robots {

// Making a list costs nothing, and copying it only copies the items it has:
// most lists are empty.
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
    // Each item is constructed when it is added.
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
