// A value that never changes, which many hold at the cost of a pointer.

#ifndef ROBOTS_POLICY_BASE_SHARED_HPP
#define ROBOTS_POLICY_BASE_SHARED_HPP

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace robots {

// Never empty: what is made without a value shares the default one.
template <class T>
class Shared {
  public:
    Shared() : value_(unsaid()) {}
    // NOLINTNEXTLINE(google-explicit-constructor): the same, to be shared.
    Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}

    // Nothing else: what was moved from would be empty.
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

// Values by what tells them apart, so that equal ones are kept once. Needed
// only while they are made.
template <class T>
class SharedPool {
  public:
    // The value of that key, which `make` makes where it is new.
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

#endif
