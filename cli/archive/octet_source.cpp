#include "cli/archive/octet_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace robotsctl {

OctetSource::OctetSource(std::string name, Read read)
    : name_(std::move(name)), read_(std::move(read)) {}

std::string_view OctetSource::look(std::size_t least) {
    while (end_ - at_ < least && !ended_) {
        fill();
    }
    return {buffer_.data() + at_, end_ - at_};
}

// Room for twice the window, so that octets are moved once for each window that
// is read.
void OctetSource::fill() {
    constexpr std::size_t kFirst = std::size_t{64} * 1024;
    if (end_ == buffer_.size()) {
        if (buffer_.size() < 3 * kWindow) {
            buffer_.resize(
                std::min(3 * kWindow, std::max(kFirst, 2 * buffer_.size())));
        } else {
            const std::size_t drop = at_ > kWindow ? at_ - kWindow : 0;
            std::memmove(buffer_.data(), buffer_.data() + drop, end_ - drop);
            at_ -= drop;
            end_ -= drop;
            dropped_ += drop;
        }
    }
    const ssize_t got = read_(buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) {
        return;
    }
    if (got <= 0) {
        ended_ = true;
        error_ = got < 0 ? errno : 0;
        return;
    }
    end_ += static_cast<std::size_t>(got);
}

// What is allowed depends on what was skipped, and not on how much was read
// ahead of that.
bool OctetSource::go_back(std::uint64_t offset) {
    const std::uint64_t here = this->offset();
    furthest_ = std::max(furthest_, here);
    const std::uint64_t window = here > kWindow ? here - kWindow : 0;
    const std::uint64_t to = std::max({offset, window, dropped_});
    if (to >= here) {
        return true;
    }
    if (twice_ + (here - to) > furthest_) {
        return false;
    }
    twice_ += here - to;
    at_ -= static_cast<std::size_t>(here - to);
    return true;
}

}  // namespace robotsctl
