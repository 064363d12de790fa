#include "cli/archive/archive_reader.hpp"

#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/utf8.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

// The maximum number of messages about inputs that cannot be opened. A folder
// may have millions of these inputs.
constexpr std::size_t kMostLost = 100;

bool take_end(std::string_view& text, std::string_view end) {
    if (text.size() <= end.size() || !robots::ends_folded(text, end)) {
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

void ArchiveReport::skip(const std::string& where, std::string_view why) {
    ++skips;
    keep_sample(where + ": " + std::string(why));
}

void ArchiveReport::keep_sample(const std::string& sample) {
    samples.insert(robots::printable(sample));
    if (samples.size() > kSamples) {
        samples.erase(std::prev(samples.end()));
    }
}

void ArchiveReport::lose(const std::string& problem) {
    if (lost.size() < kMostLost) {
        lost.push_back(problem);
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
