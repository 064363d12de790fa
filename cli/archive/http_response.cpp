#include "cli/archive/http_response.hpp"

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

// Returns 200 for "HTTP/1.1 200 OK".
std::optional<int> status_from(std::string_view line) {
    constexpr std::string_view kStart = "HTTP/";
    if (line.substr(0, kStart.size()) != kStart) {
        return std::nullopt;
    }
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view code = robots::trim(line.substr(blank)).substr(0, 3);
    const auto number = robots::number_from(code);
    if (!number || *number < 100 || *number > 599) {
        return std::nullopt;
    }
    return static_cast<int>(*number);
}

// Returns the offset of the body, which begins after the first empty line.
std::optional<std::size_t> body_start(std::string_view stored) {
    std::string_view rest = stored.substr(0, kMaxHttpHeader);
    while (!rest.empty()) {
        if (take_field_line(rest).empty()) {
            return static_cast<std::size_t>(rest.data() - stored.data());
        }
    }
    return std::nullopt;
}

// Removes the line with the size of a chunk from `rest`, and returns the size.
std::optional<std::uint64_t> take_chunk_size(std::string_view& rest) {
    constexpr std::size_t kMostDigits = 8;
    std::string_view line = rest.substr(0, 4096);
    if (line.find('\n') == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t before = line.size();
    const std::string_view text = robots::trim(take_field_line(line));
    const std::string_view digits = text.substr(0, text.find_first_of("; "));
    const auto size = digits.size() <= kMostDigits
                          ? robots::number_from(digits, 16)
                          : std::nullopt;
    if (size) {
        rest.remove_prefix(before - line.size());
    }
    return size;
}

// Returns `stored` without its chunked coding; nullopt if `stored` is not
// chunked. Sets `whole` to false if the last chunk is missing.
std::optional<std::string> without_chunks(std::string_view stored,
                                          bool& whole) {
    std::string out;
    std::string_view rest = stored;
    auto size = take_chunk_size(rest);
    if (!size) {
        return std::nullopt;
    }
    whole = false;
    while (size && *size > 0) {
        const std::string_view chunk = rest.substr(0, *size);
        out += chunk;
        rest.remove_prefix(chunk.size());
        if (chunk.size() < *size) {
            return out;
        }
        (void)take_field_line(rest);
        size = take_chunk_size(rest);
    }
    whole = size.has_value();
    return out;
}

enum class Coding { none, compressed, unknown };

Coding coding_from(std::string_view name) {
    const auto is = [name](std::string_view known) {
        return robots::equal_folded(name, known);
    };
    if (name.empty() || is("identity")) {
        return Coding::none;
    }
    return is("gzip") || is("x-gzip") || is("deflate") ? Coding::compressed
                                                       : Coding::unknown;
}

// Decompresses the body if it is gzip, zlib, or a "deflate" stream without a
// header, which some servers send. A body that is not compressed stays
// unchanged, whatever the header says.
void decompress(HostRecord& record) {
    constexpr int kAnyHeader = 32 + MAX_WBITS;
    constexpr int kNoHeader = -MAX_WBITS;
    for (const int bits : {kAnyHeader, kNoHeader}) {
        Inflated out = inflated(record.body, bits, robots::kMaxRobotsTxt);
        if (!out.text.empty() &&
            (bits == kAnyHeader || out.ended || out.has_more)) {
            record.cut = record.cut || out.has_more || !out.ended;
            record.size = out.text.size() + (out.has_more ? 1 : 0);
            record.body = std::move(out.text);
            return;
        }
    }
}

}  // namespace

std::string_view take_field_line(std::string_view& text) {
    std::string_view line = robots::take_until('\n', text);
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return line;
}

std::string field_value(std::string_view fields, std::string_view name) {
    while (!fields.empty()) {
        const std::string_view line = take_field_line(fields);
        if (line.size() <= name.size() || line[name.size()] != ':' ||
            !robots::equal_folded(line.substr(0, name.size()), name)) {
            continue;
        }
        std::string value(robots::trim(line.substr(name.size() + 1)));
        while (!fields.empty() && robots::is_blank(fields[0])) {
            value += ' ';
            value += robots::trim(take_field_line(fields));
        }
        return value;
    }
    return {};
}

bool read_http_response(std::string_view stored, std::uint64_t stored_size,
                        HostRecord& record) {
    const auto start = body_start(stored);
    std::string_view fields = stored.substr(0, start.value_or(0));
    const auto status = status_from(take_field_line(fields));
    if (!status) {
        return false;
    }
    record.status = *status;
    record.target = field_value(fields, "location");
    record.body = stored.substr(*start);
    record.size = stored_size - *start;
    record.cut = stored.size() < stored_size;
    if (!field_value(fields, "transfer-encoding").empty()) {
        bool whole = true;
        if (auto plain = without_chunks(record.body, whole)) {
            record.body = std::move(*plain);
            record.size = record.body.size();
            record.cut = !whole;
        }
    }
    const std::string coding = field_value(fields, "content-encoding");
    switch (coding_from(coding)) {
        case Coding::none:
            break;
        case Coding::compressed:
            decompress(record);
            break;
        case Coding::unknown:
            record.coding = coding;
            break;
    }
    return true;
}

Inflated inflated(std::string_view packed, int bits, std::size_t most) {
    Inflated out;
    z_stream stream{};
    if (::inflateInit2(&stream, bits) != Z_OK) {
        return out;
    }
    out.text.resize(most + 1);
    stream.next_in = reinterpret_cast<Bytef*>(
        const_cast<char*>(packed.data()));  // zlib does not write to it
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.text.data());
    stream.avail_out = static_cast<uInt>(out.text.size());
    out.ended = ::inflate(&stream, Z_SYNC_FLUSH) == Z_STREAM_END;
    ::inflateEnd(&stream);
    out.has_more = stream.avail_out == 0;
    out.text.resize(std::min(most, out.text.size() - stream.avail_out));
    return out;
}

}  // namespace robotsctl
