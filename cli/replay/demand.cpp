#include "cli/replay/demand.hpp"

#include <algorithm>

#include "cli/output/excerpt.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kPartLength = 60;

bool has_more_requests(const Part& a, const Part& b) {
    return a.requests > b.requests;
}

}  // namespace

void Busiest::add(robots::Milliseconds arrival) {
    const std::int64_t window = arrival / length_;
    if (window != window_) {
        window_ = window;
        count_ = 0;
    }
    most_ = std::max(most_, ++count_);
}

std::string Demand::part_of(std::string_view target) {
    const std::size_t query = std::min(target.find('?'), target.size());
    const std::size_t slash = target.find('/', 1);
    const std::size_t end = std::min(slash, query) == slash ? slash + 1 : query;
    std::string part = excerpt(target.substr(0, end), kPartLength);
    if (query < target.size()) {
        const std::string_view rest = target.substr(query);
        const std::size_t equals = rest.find_first_of("=&");
        part = (end == query ? part : part + "...") +
               excerpt(rest.substr(0, equals), kPartLength) +
               (equals < rest.size() && rest[equals] == '=' ? "=" : "");
    }
    return part;
}

void Demand::add(robots::Milliseconds arrival, std::string_view target) {
    ++requests_;
    minute_.add(arrival);
    hour_.add(arrival);
    std::string name = part_of(target);
    const auto at =
        std::find_if(parts_.begin(), parts_.end(),
                     [&name](const Part& part) { return part.name == name; });
    if (at != parts_.end()) {
        ++at->requests;
    } else if (parts_.size() < kParts) {
        parts_.push_back({std::move(name), 1});
    } else {
        const auto least =
            std::max_element(parts_.begin(), parts_.end(), has_more_requests);
        least->name = std::move(name);
        ++least->requests;
    }
}

std::vector<Part> Demand::parts(std::size_t most) const {
    std::vector<Part> out = parts_;
    std::stable_sort(out.begin(), out.end(), has_more_requests);
    out.resize(std::min(out.size(), most));
    return out;
}

}  // namespace robotsctl
