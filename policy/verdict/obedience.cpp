#include "policy/verdict/obedience.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "policy/verdict/verdict.hpp"

namespace robots {

namespace {

constexpr std::uint64_t kFewest = 10;
constexpr double kGoodEnough = 0.8;
constexpr double kBroken = 0.9;
constexpr double kKept = 0.98;

struct GradeText {
    std::string_view name;
    std::string_view words;
};

constexpr std::array<GradeText, 5> kGrades{{
    {"too_few", "too few requests to say"},
    {"never_read", "never read the file"},
    {"breaks", "breaks it"},
    {"mostly", "mostly keeps to it"},
    {"keeps", "keeps to it"},
}};

const GradeText& text_of(Grade grade) {
    return kGrades[static_cast<std::size_t>(grade)];
}

}  // namespace

bool breaks_robots_txt(const Crawler* crawler, Violation counted) {
    return counted != Violation::none && counted != Violation::budget &&
           !is_of_sender(counted) && supports(crawler, counted);
}

void Obedience::add(const Crawler* crawler, Identity identity,
                    Violation counted, std::uint64_t requests) {
    if (identity != Identity::impostor && !is_of_sender(counted)) {
        judged += requests;
        kept += breaks_robots_txt(crawler, counted) ? 0 : requests;
    }
}

Share share_of(const Obedience& obedience) {
    if (obedience.judged == 0) {
        return {};
    }
    // 95 % of a standard normal distribution are within kZ of the mean.
    constexpr double kZ = 1.959963984540054;
    const auto n = static_cast<double>(obedience.judged);
    const double share = static_cast<double>(obedience.kept) / n;
    const double square = kZ * kZ / n;
    const double middle = (share + square / 2) / (1 + square);
    const double half = kZ *
                        std::sqrt(share * (1 - share) / n + square / (4 * n)) /
                        (1 + square);
    // Rounding must not put the share outside the interval.
    return {std::clamp(middle - half, 0.0, share), share,
            std::clamp(middle + half, share, 1.0)};
}

Grade grade_of(const Obedience& obedience, bool has_read) {
    if (obedience.judged < kFewest) {
        return Grade::too_few;
    }
    if (!has_read) {
        return Grade::never_read;
    }
    const Share share = share_of(obedience);
    if (share.high < kBroken) {
        return Grade::breaks;
    }
    if (share.low < kGoodEnough) {
        return Grade::too_few;
    }
    return share.share >= kKept ? Grade::keeps : Grade::mostly;
}

std::string_view to_string(Grade grade) {
    return text_of(grade).name;
}

std::string_view words_of(Grade grade) {
    return text_of(grade).words;
}

}  // namespace robots
