#include "cli/log/arrival_queue.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace robotsctl {

namespace {

// The texts of a record that are overwritten when the next line is read. The
// text `file` is not overwritten.
constexpr std::string_view LogRecord::*kTexts[] = {
    &LogRecord::crawler,    &LogRecord::identity, &LogRecord::signature,
    &LogRecord::revision,   &LogRecord::action,   &LogRecord::verdict,
    &LogRecord::violations, &LogRecord::rule,     &LogRecord::address,
    &LogRecord::method,     &LogRecord::target,   &LogRecord::user_agent,
    &LogRecord::host,       &LogRecord::scheme,   &LogRecord::port,
    &LogRecord::site,       &LogRecord::status,   &LogRecord::request_id};

std::size_t size_of_texts(const LogRecord& record) {
    std::size_t size = 0;
    for (const auto text : kTexts) {
        size += (record.*text).size();
    }
    return size;
}

// Copies the texts of `record` into new memory of `size` octets. The record
// then has views of the copies.
std::unique_ptr<char[]> keep_texts(LogRecord& record, std::size_t size) {
    std::unique_ptr<char[]> memory(new char[size]);
    char* at = memory.get();
    for (const auto text : kTexts) {
        const std::string_view from = record.*text;
        record.*text = {at, from.size()};
        at = std::copy(from.begin(), from.end(), at);
    }
    return memory;
}

}  // namespace

void ArrivalQueue::push(const LogRecord& record) {
    Waiting waiting;
    waiting.record = record;
    waiting.octets = size_of_texts(record);
    waiting.text = keep_texts(waiting.record, waiting.octets);
    octets_ += waiting.octets;
    latest_ = std::max(latest_, record.time);
    waiting_.emplace(record.arrival(), std::move(waiting));
}

bool ArrivalQueue::is_due(robots::Milliseconds arrival) const {
    return finished_ || waiting_.size() > kMost || octets_ > kMostOctets ||
           arrival + kWindow <= latest_;
}

const LogRecord* ArrivalQueue::pop() {
    const auto first = waiting_.begin();
    if (first == waiting_.end() || !is_due(first->first)) {
        return nullptr;
    }
    popped_ = std::move(first->second);
    waiting_.erase(first);
    octets_ -= popped_.octets;
    LogRecord& record = popped_.record;
    // Budgets need times that do not decrease. The time of a record without a
    // request_time is not changed.
    if (record.has_took && record.arrival() < last_) {
        ++late_;
        record.took =
            record.time > last_ ? record.time - last_ : robots::Milliseconds{0};
    }
    last_ = std::max(last_, record.arrival());
    return &record;
}

}  // namespace robotsctl
