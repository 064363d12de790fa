#include "cli/survey/one_a_host.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace robotsctl {

OneAHost::Which OneAHost::take(std::uint64_t archive, std::string_view host,
                               const std::optional<Answered>& without_file) {
    if (archive != archive_) {
        archive_ = archive;
        hosts_.clear();
        order_.clear();
    }
    const std::uint64_t key = XXH3_64bits(host.data(), host.size());
    const auto [it, is_new] = hosts_.try_emplace(key, without_file);
    if (is_new) {
        order_.push_back(key);
        if (order_.size() > kMost) {
            hosts_.erase(order_.front());
            order_.pop_front();
        }
        return Which::first;
    }
    if (it->second && !without_file) {
        replaced_ = *it->second;
        it->second.reset();
        return Which::better;
    }
    return Which::repeated;
}

}  // namespace robotsctl
