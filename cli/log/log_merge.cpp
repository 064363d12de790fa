#include "cli/log/log_merge.hpp"

#include <algorithm>

#include "cli/output/excerpt.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kSamples = 5;
constexpr std::size_t kSampleLength = 120;
constexpr robots::Milliseconds kDisorder{60000};

}  // namespace

LogMerge::LogMerge(const std::vector<std::string>& paths,
                   const LogReading& reading) {
    std::uint64_t size = 0;
    for (const std::string& path : paths) {
        auto input = std::make_unique<Input>(path, reading);
        if (!input->source.problem().empty()) {
            counts_.problems.push_back(input->source.problem());
            continue;
        }
        size += input->source.size();
        inputs_.push_back(std::move(input));
    }
    progress_.start(size);
    for (const auto& input : inputs_) {
        advance(*input);
    }
}

void LogMerge::note_unreadable(const Input& input, std::string_view line) {
    ++counts_.unreadable;
    if (counts_.samples.size() < kSamples) {
        counts_.samples.push_back(input.source.name() + ':' +
                                  std::to_string(input.source.line()) + ": " +
                                  excerpt(line, kSampleLength));
    }
}

// Reads up to the next request of the input.
void LogMerge::advance(Input& input) {
    std::string_view line;
    while (input.source.next(line)) {
        if (line.empty()) {
            continue;
        }
        ++counts_.lines;
        if (counts_.lines % 8192 == 0) {
            draw_progress();
        }
        const LineKind kind = line.size() < LogSource::kMaxLine
                                  ? input.parser.parse(line, input.record)
                                  : LineKind::unreadable;
        if (kind == LineKind::request) {
            input.record.file = input.source.name();
            input.record.line = input.source.line();
            ++counts_.requests;
            if (input.record.time + kDisorder < input.latest) {
                ++counts_.backwards;
            }
            input.latest = std::max(input.latest, input.record.time);
            return;
        }
        if (kind == LineKind::no_request) {
            ++counts_.no_requests;
        } else {
            note_unreadable(input, line);
        }
    }
    if (!input.source.problem().empty()) {
        counts_.problems.push_back(input.source.problem());
    }
    input.ended = true;
}

const LogRecord* LogMerge::next() {
    if (current_ != nullptr) {
        advance(*current_);
        // Usually the same file has the next request, too: one comparison.
        if (!current_->ended && current_->record.time <= others_) {
            return &current_->record;
        }
    }
    pick();
    if (current_ == nullptr) {
        progress_.finish();
        return nullptr;
    }
    return &current_->record;
}

void LogMerge::pick() {
    current_ = nullptr;
    others_ = robots::Milliseconds::max();
    for (const auto& input : inputs_) {
        if (input->ended) {
            continue;
        }
        if (current_ == nullptr || input->record.time < current_->record.time) {
            others_ = current_ == nullptr ? others_ : current_->record.time;
            current_ = input.get();
        } else {
            others_ = std::min(others_, input->record.time);
        }
    }
}

std::string LogMerge::where() const {
    return current_->source.name() + ':' +
           std::to_string(current_->source.line());
}

void LogMerge::draw_progress() {
    if (!progress_.due()) {
        return;
    }
    std::uint64_t position = 0;
    for (const auto& input : inputs_) {
        position += input->source.position();
    }
    progress_.draw(position, counts_.lines);
}

}  // namespace robotsctl
