#include "cli/log/timestamp.hpp"

#include <date/date.h>

#include <chrono>
#include <cstdint>

namespace robotsctl {

namespace {

using robots::Milliseconds;

struct Moment {
    std::int64_t year = 0, month = 0, day = 0;
    std::int64_t hour = 0, minute = 0, second = 0;
};

// Reads fixed-width fields from the front of a text. This class is used instead
// of date::parse, which goes through iostreams and triples the time of a
// replay.
class Fields {
  public:
    explicit Fields(std::string_view text) : text_(text) {}

    std::int64_t number(std::size_t digits) {
        std::int64_t value = 0;
        if (text_.size() < digits) {
            fine_ = false;
            return 0;
        }
        for (std::size_t i = 0; i < digits; ++i) {
            const char c = text_[i];
            fine_ = fine_ && c >= '0' && c <= '9';
            value = value * 10 + (c - '0');
        }
        text_.remove_prefix(digits);
        return value;
    }

    void expect(char c) {
        if (!skip(c)) {
            fine_ = false;
        }
    }

    bool skip(char c) {
        if (text_.empty() || text_[0] != c) {
            return false;
        }
        text_.remove_prefix(1);
        return true;
    }

    // Reads "13:55:36".
    void clock(Moment& out) {
        out.hour = number(2);
        expect(':');
        out.minute = number(2);
        expect(':');
        out.second = number(2);
    }

    // Returns 1 to 12 for "Jan" to "Dec", and 0 for any other text.
    std::int64_t month() {
        constexpr std::string_view kMonths =
            "JanFebMarAprMayJunJulAugSepOctNovDec";
        const std::size_t at = kMonths.find(text_.substr(0, 3));
        if (text_.size() < 3 || at == std::string_view::npos || at % 3 != 0) {
            fine_ = false;
            return 0;
        }
        text_.remove_prefix(3);
        return static_cast<std::int64_t>(at / 3) + 1;
    }

    // Reads the digits after the decimal point of a second. Returns
    // milliseconds, and ignores further digits.
    std::int64_t fraction() {
        std::int64_t value = 0;
        std::int64_t unit = 100;
        std::size_t at = 0;
        for (; at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
             ++at) {
            value += (text_[at] - '0') * unit;
            unit /= 10;
        }
        fine_ = fine_ && at > 0;
        text_.remove_prefix(at);
        return value;
    }

    // Reads a time zone, "+0200" or "+02:00". Returns its offset from UTC in
    // seconds.
    std::int64_t zone(bool colon) {
        const bool behind = skip('-');
        if (!behind) {
            expect('+');
        }
        const std::int64_t hours = number(2);
        if (colon) {
            expect(':');
        }
        const std::int64_t minutes = number(2);
        fine_ = fine_ && hours < 24 && minutes < 60;
        const std::int64_t seconds = hours * 3600 + minutes * 60;
        return behind ? -seconds : seconds;
    }

    bool done() const { return fine_ && text_.empty(); }

  private:
    std::string_view text_;
    bool fine_ = true;
};

// Returns the seconds since the epoch. Returns nullopt for a date that does not
// exist (February 30) or is before 1970. A leap second counts as the second
// after it.
std::optional<std::int64_t> seconds_since_epoch(const Moment& m) {
    const date::year_month_day day(date::year(static_cast<int>(m.year)),
                                   date::month(static_cast<unsigned>(m.month)),
                                   date::day(static_cast<unsigned>(m.day)));
    if (!day.ok() || m.year < 1970 || m.hour >= 24 || m.minute >= 60 ||
        m.second > 60) {
        return std::nullopt;
    }
    const std::int64_t days = date::sys_days(day).time_since_epoch().count();
    return days * 86400 + m.hour * 3600 + m.minute * 60 + m.second;
}

}  // namespace

std::optional<Milliseconds> time_from_local(std::string_view text) {
    Fields fields(text);
    Moment m;
    m.day = fields.number(2);
    fields.expect('/');
    m.month = fields.month();
    fields.expect('/');
    m.year = fields.number(4);
    fields.expect(':');
    fields.clock(m);
    fields.expect(' ');
    const std::int64_t zone = fields.zone(false);
    const auto local = seconds_since_epoch(m);
    if (!fields.done() || !local) {
        return std::nullopt;
    }
    return Milliseconds((*local - zone) * 1000);
}

std::optional<Milliseconds> time_from_iso(std::string_view text) {
    Fields fields(text);
    Moment m;
    m.year = fields.number(4);
    fields.expect('-');
    m.month = fields.number(2);
    fields.expect('-');
    m.day = fields.number(2);
    if (!fields.skip('t') && !fields.skip(' ')) {
        fields.expect('T');
    }
    fields.clock(m);
    const std::int64_t fraction = fields.skip('.') ? fields.fraction() : 0;
    const bool utc = fields.skip('Z') || fields.skip('z');
    const std::int64_t zone = utc ? 0 : fields.zone(true);
    const auto local = seconds_since_epoch(m);
    if (!fields.done() || !local) {
        return std::nullopt;
    }
    return Milliseconds((*local - zone) * 1000 + fraction);
}

std::optional<Milliseconds> time_from_msec(std::string_view text) {
    const std::string_view whole = text.substr(0, text.find('.'));
    if (whole.empty() || whole.size() > 11) {
        return std::nullopt;
    }
    Fields fields(text);
    const std::int64_t seconds = fields.number(whole.size());
    const std::int64_t fraction = fields.skip('.') ? fields.fraction() : 0;
    if (!fields.done()) {
        return std::nullopt;
    }
    return Milliseconds(seconds * 1000 + fraction);
}

robots::Utc utc_now() {
    return std::chrono::duration_cast<robots::Utc>(
        std::chrono::system_clock::now().time_since_epoch());
}

std::string iso_text(Milliseconds time) {
    const auto second = std::chrono::floor<std::chrono::seconds>(time);
    return date::format("%Y-%m-%dT%H:%M:%SZ", date::sys_seconds(second));
}

}  // namespace robotsctl
