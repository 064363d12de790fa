#include "cli/archive/warc_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/archive/http_response.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

constexpr std::string_view kWarcVersion = "WARC/";

// Removes "<" and ">" from a URI. WARC 1.0 files often have
// "<http://example.com/robots.txt>".
std::string_view bare(std::string_view uri) {
    if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>') {
        return uri.substr(1, uri.size() - 2);
    }
    return uri;
}

bool is_robots_txt_uri(std::string_view uri) {
    constexpr std::string_view kPath = "/robots.txt";
    const std::size_t scheme = uri.find("://");
    if (scheme == std::string_view::npos) {
        return false;
    }
    const std::size_t path = uri.find('/', scheme + 3);
    return path != std::string_view::npos &&
           uri.substr(path, uri.find_first_of("?#", path) - path) == kPath;
}

std::string host_of(const std::string& uri) {
    const auto url = robots::parse_url(uri);
    if (!url) {
        return {};
    }
    return url->port == robots::default_port(url->scheme)
               ? url->host
               : url->host + ':' + std::to_string(url->port);
}

}  // namespace

WarcReader::WarcReader(OctetSource& source, ArchiveReport& report)
    : source_(source), report_(report), stream_(source, report) {}

bool WarcReader::next(HostRecord& record) {
    for (;;) {
        switch (read_record(record)) {
            case Step::record:
                return true;
            case Step::other:
                ++report_.passed_over;
                break;
            case Step::broken:
                break;
            case Step::end:
                return false;
        }
    }
}

WarcReader::Step WarcReader::read_record(HostRecord& record) {
    if (!find_start()) {
        return Step::end;
    }
    start_ = stream_.offset();
    const char* problem = read_header();
    bool wanted = false;
    if (problem == nullptr) {
        const std::string type = field_value(header_, "warc-type");
        wanted =
            (type == "response" || type == "resource") &&
            is_robots_txt_uri(bare(field_value(header_, "warc-target-uri")));
        const auto size =
            robots::number_from(field_value(header_, "content-length"));
        problem = size ? read_block(*size, wanted)
                       : "the record has no Content-Length";
    }
    if (problem == nullptr) {
        problem = read_end();
    }
    if (problem == nullptr && wanted) {
        problem = interpret(record);
        if (problem != nullptr) {
            // The record has a valid end, so the next record starts here.
            report_.skip(source_.place_of(start_), problem);
            return Step::broken;
        }
    }
    if (problem != nullptr) {
        skip_broken(problem);
        return Step::broken;
    }
    return wanted ? Step::record : Step::other;
}

// Goes to the first octet that is not a line end. Returns false at the end of
// the file.
bool WarcReader::find_start() {
    for (;;) {
        const std::string_view rest = stream_.look(1);
        if (rest.empty()) {
            if (!stream_.next_member()) {
                return false;
            }
            continue;
        }
        const std::size_t start = rest.find_first_not_of("\r\n");
        if (start != std::string_view::npos) {
            stream_.skip(start);
            return true;
        }
        stream_.skip(rest.size());
    }
}

// Whether the record has more octets. The record may continue in the next
// member, unless that member starts with another record.
bool WarcReader::goes_on() {
    while (stream_.look(1).empty()) {
        if (stream_.broken() || !stream_.compressed() ||
            !stream_.next_member() ||
            stream_.look(kWarcVersion.size()).substr(0, kWarcVersion.size()) ==
                kWarcVersion) {
            return false;
        }
    }
    return true;
}

// Reads the header, including the empty line at its end. Returns the problem,
// or nullptr.
const char* WarcReader::read_header() {
    header_.clear();
    if (stream_.look(kWarcVersion.size()).substr(0, kWarcVersion.size()) !=
        kWarcVersion) {
        return "expected a record, which begins with WARC/";
    }
    for (std::size_t line = 0; goes_on();) {
        const std::string_view rest = stream_.look(1);
        const std::size_t end = rest.find('\n');
        const std::string_view piece =
            end == std::string_view::npos ? rest : rest.substr(0, end + 1);
        if (header_.size() + piece.size() > kMaxHeader) {
            return "the record's header is longer than 64 KiB";
        }
        header_ += piece;
        stream_.skip(piece.size());
        if (end == std::string_view::npos) {
            continue;
        }
        const std::string_view last = std::string_view(header_).substr(line);
        if (last == "\r\n" || last == "\n") {
            return nullptr;
        }
        line = header_.size();
    }
    return "the record's header is truncated";
}

const char* WarcReader::read_block(std::uint64_t size, bool wanted) {
    block_.clear();
    block_size_ = size;
    for (std::uint64_t left = size; left > 0;) {
        if (!goes_on()) {
            return "the record is truncated";
        }
        const std::string_view rest = stream_.look(1);
        const auto octets = static_cast<std::size_t>(
            std::min<std::uint64_t>(left, rest.size()));
        if (wanted && block_.size() < kMaxBlock) {
            block_ +=
                rest.substr(0, std::min(octets, kMaxBlock - block_.size()));
        }
        stream_.skip(octets);
        left -= octets;
    }
    return nullptr;
}

// Reads the two line ends after a record. A record or the end of the member
// must follow. At the end of a gzip member, its checksum is verified. Returns
// the problem, or nullptr.
const char* WarcReader::read_end() {
    constexpr std::size_t kAhead = 4 + kWarcVersion.size();
    const std::string_view rest = stream_.look(kAhead).substr(0, kAhead);
    const std::size_t start =
        std::min(rest.find_first_not_of("\r\n"), rest.size());
    if (stream_.broken() && rest.size() < kAhead) {
        return "the record is truncated";
    }
    const std::string_view behind = rest.substr(start, kWarcVersion.size());
    if (behind == kWarcVersion.substr(0, behind.size())) {
        stream_.skip(start);
        return nullptr;
    }
    return "no record ends where Content-Length says";
}

const char* WarcReader::interpret(HostRecord& record) {
    const std::string uri(bare(field_value(header_, "warc-target-uri")));
    record = HostRecord();
    record.url = uri;
    record.host = host_of(uri);
    record.fetched = field_value(header_, "warc-date");
    record.where = source_.place_of(start_);
    if (record.host.empty()) {
        return "WARC-Target-URI has no valid host";
    }
    const std::string type = field_value(header_, "content-type");
    constexpr std::string_view kHttp = "application/http";
    if (field_value(header_, "warc-type") == "resource" &&
        !robots::equal_folded(type.substr(0, kHttp.size()), kHttp)) {
        record.body.swap(block_);
        record.size = block_size_;
        record.cut = record.body.size() < block_size_;
    } else if (!read_http_response(block_, block_size_, record)) {
        return "the record has no HTTP response";
    }
    if (record.body.size() > robots::kMaxRobotsTxt) {
        record.body.resize(robots::kMaxRobotsTxt);
        record.cut = true;
    }
    record.cut = record.cut || !field_value(header_, "warc-truncated").empty();
    return nullptr;
}

// Reports a broken record and skips it. If the member is broken, this was
// already reported.
void WarcReader::skip_broken(const char* why) {
    if (!stream_.broken()) {
        report_.skip(source_.place_of(start_), why);
    }
    find_next_start();
}

// Goes to the start of the next record. If the input is compressed, this is the
// next member that starts with a record; otherwise it is the next line that
// starts with WARC/ after the start of the broken record.
void WarcReader::find_next_start() {
    constexpr std::string_view kStart = "\nWARC/";
    if (stream_.compressed() &&
        stream_.look(kWarcVersion.size()).substr(0, kWarcVersion.size()) ==
            kWarcVersion &&
        stream_.offset() != start_) {
        return;  // already at the next record
    }
    if (!stream_.compressed()) {
        stream_.go_back(start_ + 1);
    }
    for (;;) {
        const std::string_view rest = stream_.look(MemberStream::kLook);
        if (rest.size() < kStart.size()) {
            stream_.skip(rest.size());
            return;
        }
        const std::size_t at = rest.find(kStart);
        if (at != std::string_view::npos) {
            stream_.skip(at + 1);
            return;
        }
        stream_.skip(rest.size() - (kStart.size() - 1));
    }
}

}  // namespace robotsctl
