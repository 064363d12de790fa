// What a later entry says takes the place of what an earlier one said.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_ASSIGN_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_ASSIGN_HPP

#include <optional>

namespace robots::loader {

// `to` stays as it is where nothing was said.
template <class To, class T>
void assign(To& to, const std::optional<T>& from) {
    if (from) {
        to = *from;
    }
}

}  // namespace robots::loader

#endif
