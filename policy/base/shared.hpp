// An immutable value that many objects share; each holds one pointer to it.

#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace robots {

// Never empty: an object that is made without a value shares a default value.
template <class T>
class Shared {
  public:
    Shared() : value_(unsaid()) {}
    // NOLINTNEXTLINE(google-explicit-constructor): converts a T on purpose.
    Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

    // Not movable, since a move would leave its source empty.
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

// Keeps each distinct value once. Equal values must have equal keys, and
// different values different keys. The pool is needed only while values are
// made.
template <class T>
class SharedPool {
  public:
    // Returns the value of `key`, after inserting make() if the key is new.
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
