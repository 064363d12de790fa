#include "cli/archive/http_response.hpp"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/archive/header_fields.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

// "HTTP/1.1 200 OK": 200.
std::optional<int> status_from(std::string_view line) {
    constexpr std::string_view kStart = "HTTP/";
    if (line.substr(0, kStart.size()) != kStart) {
        return std::nullopt;
    }
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view code = robots::trim(line.substr(blank)).substr(0, 3);
    const auto number = decimal(code);
    if (!number || *number < 100 || *number > 599) {
        return std::nullopt;
    }
    return static_cast<int>(*number);
}

// Where the body begins: behind the first empty line.
std::optional<std::size_t> body_start(std::string_view stored) {
    std::string_view rest = stored.substr(0, kMaxHttpHeader);
    while (!rest.empty()) {
        if (take_field_line(rest).empty()) {
            return static_cast<std::size_t>(rest.data() - stored.data());
        }
    }
    return std::nullopt;
}

// The size of a chunk, whose line is cut off `rest`.
std::optional<std::size_t> take_chunk_size(std::string_view& rest) {
    constexpr std::size_t kMostDigits = 8;
    std::string_view line = rest.substr(0, 4096);
    if (line.find('\n') == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t before = line.size();
    const std::string_view size = robots::trim(take_field_line(line));
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(
        size.data(), size.data() + std::min(size.size(), kMostDigits), number,
        16);
    const bool is_size =
        error == std::errc{} &&
        (end == size.data() + size.size() || *end == ';' || *end == ' ');
    if (!is_size) {
        return std::nullopt;
    }
    rest.remove_prefix(before - line.size());
    return number;
}

// What `stored` is without chunks; nullopt: it has none. `whole` becomes false
// if the end is missing.
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

// gzip, zlib, or what some servers send as "deflate": neither header.
class Inflater {
  public:
    Inflater(std::string_view in, int bits) {
        ready_ = ::inflateInit2(&stream_, bits) == Z_OK;
        stream_.next_in = reinterpret_cast<Bytef*>(
            const_cast<char*>(in.data()));  // never written
        stream_.avail_in = static_cast<uInt>(in.size());
    }
    ~Inflater() {
        if (ready_) {
            ::inflateEnd(&stream_);
        }
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    // Appends `most` octets at most. False: there were more.
    bool run(std::string& out, std::size_t most) {
        out.resize(most + 1);
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        if (ready_) {
            result_ = ::inflate(&stream_, Z_SYNC_FLUSH);
        }
        out.resize(out.size() - stream_.avail_out);
        const bool all = out.size() <= most;
        out.resize(std::min(out.size(), most));
        return all;
    }

    // The end was there.
    bool ended() const { return result_ == Z_STREAM_END; }

  private:
    z_stream stream_{};
    bool ready_ = false;
    int result_ = Z_DATA_ERROR;
};

// Decompresses the body. What is not compressed, whatever the header says,
// stays.
void decompress(HttpResponse& response, std::size_t most) {
    constexpr int kAnyHeader = 32 + MAX_WBITS;
    constexpr int kNoHeader = -MAX_WBITS;
    for (const int bits : {kAnyHeader, kNoHeader}) {
        Inflater inflater(response.body, bits);
        std::string out;
        const bool all = inflater.run(out, most);
        if (!out.empty() && (bits == kAnyHeader || inflater.ended() || !all)) {
            response.cut = response.cut || !all || !inflater.ended();
            response.size = out.size() + (all ? 0 : 1);
            response.body = std::move(out);
            return;
        }
    }
}

}  // namespace

std::optional<HttpResponse> parse_http_response(std::string_view stored,
                                                std::uint64_t stored_size,
                                                std::size_t most) {
    const auto start = body_start(stored);
    std::string_view fields = stored.substr(0, start.value_or(0));
    const auto status = status_from(take_field_line(fields));
    if (!status) {
        return std::nullopt;
    }
    HttpResponse out;
    out.status = *status;
    out.location = field_value(fields, "location");
    std::string_view body = stored.substr(*start);
    out.size = stored_size - *start;
    out.cut = stored.size() < stored_size;
    if (!field_value(fields, "transfer-encoding").empty()) {
        bool whole = true;
        if (auto plain = without_chunks(body, whole)) {
            out.body = std::move(*plain);
            out.size = out.body.size();
            out.cut = !whole;
        } else {
            out.body = body;
        }
    } else {
        out.body = body;
    }
    const std::string coding = field_value(fields, "content-encoding");
    switch (coding_from(coding)) {
        case Coding::none:
            break;
        case Coding::compressed:
            decompress(out, most);
            break;
        case Coding::unknown:
            out.coding = coding;
            break;
    }
    if (out.body.size() > most) {
        out.body.resize(most);
        out.cut = true;
    }
    return out;
}

}  // namespace robotsctl
