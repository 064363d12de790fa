// A value that never changes, shared by many at the cost of a pointer each.

#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace robots {

// Never empty: one that is made without a value shares a default one.
template <class T>
class Shared {
  public:
    Shared() : value_(unsaid()) {}
    // NOLINTNEXTLINE(google-explicit-constructor): the same, to be shared.
    Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

    // No move: the object that was moved from would be empty.
    Shared(const Shared&) = default;
    Shared& operator=(const Shared&) = default;

    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

  private:
    static const std::shared_ptr<const T>& unsaid() {
        static const auto value = std::make_shared<const T>();
        return value;
    }

    std::shared_ptr<const T> value_;
};

// Keeps equal values once, by a key that is the same for equal values only.
// Needed only while values are made.
template <class T>
class SharedPool {
  public:
    // The value of that key; if it is new, make() makes it.
    template <class Make>
    const T& at(const std::string& key, Make make) {
        const auto it = values_.find(key);
        return it != values_.end() ? it->second
                                   : values_.emplace(key, make()).first->second;
    }

  private:
    std::unordered_map<std::string, T> values_;
};

}  // namespace robots
