// A view of an array that another object owns.

#pragma once

#include <cstddef>

namespace robots {

template <class T>
class ArrayView {
  public:
    ArrayView() = default;
    ArrayView(const T* first, std::size_t size) : first_(first), size_(size) {}

    const T* begin() const { return first_; }
    const T* end() const { return first_ + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& front() const { return *first_; }
    const T& operator[](std::size_t i) const { return first_[i]; }

  private:
    const T* first_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace robots
