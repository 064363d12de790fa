// An immutable value that many objects share. Each object has one pointer to
// the value.

#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace robots {

// Never empty: all default-constructed objects share one default value.
template <class T>
class Shared {
  public:
    Shared() : value_(unsaid()) {}
    // NOLINTNEXTLINE(google-explicit-constructor): converts a T on purpose.
    Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

    // Not movable, because a moved-from object would be empty.
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

// Creates each distinct value only once. Equal values must have equal keys, and
// different values must have different keys. The pool may be destroyed when all
// values have been created and copied.
template <class T>
class SharedPool {
  public:
    // Returns the value of `key`. If `key` is new, calls make() for the value.
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
