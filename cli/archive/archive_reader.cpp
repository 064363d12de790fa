#include "cli/archive/archive_reader.hpp"

#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/utf8.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

// Of inputs that cannot be opened; a folder may hold millions of them.
constexpr std::size_t kMostLost = 100;

bool take_end(std::string_view& text, std::string_view end) {
    if (text.size() <= end.size() ||
        !robots::equal_folded(text.substr(text.size() - end.size()), end)) {
        return false;
    }
    text.remove_suffix(end.size());
    return true;
}

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

void Trouble::skipped(const std::string& where, std::string_view why) {
    ++skips_;
    keep(where + ": " + std::string(why));
}

void Trouble::lost(const std::string& problem) {
    if (lost_.size() < kMostLost) {
        lost_.push_back(problem);
    }
}

void Trouble::add(std::uint64_t skipped,
                  const std::vector<std::string>& samples) {
    skips_ += skipped;
    for (const std::string& sample : samples) {
        keep(sample);
    }
}

void Trouble::keep(const std::string& sample) {
    samples_.insert(robots::printable(sample));
    if (samples_.size() > kSamples) {
        samples_.erase(std::prev(samples_.end()));
    }
}

std::string host_of_path(std::string_view path) {
    std::string_view name = last_part(path);
    const std::string_view folder = last_part(path.substr(
        0, path.size() - name.size() - (path.size() > name.size() ? 1 : 0)));
    if (robots::equal_folded(name, "robots.txt") && !folder.empty() &&
        folder != "." && folder != "..") {
        name = folder;
    } else if (!take_end(name, ".robots.txt") &&
               !take_end(name, "_robots.txt")) {
        (void)take_end(name, ".txt");
    }
    return robots::canonical_host(name).value_or(std::string(name));
}

}  // namespace robotsctl
