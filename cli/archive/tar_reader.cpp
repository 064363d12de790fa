#include "cli/archive/tar_reader.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <new>

#include "cli/archive/host_of_path.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

// What libarchive was given is skipped when it asks for more.
struct Feed {
    OctetSource& source;
    std::size_t given = 0;
};

la_ssize_t feed(archive* /*tar*/, void* data, const void** octets) {
    Feed& feed = *static_cast<Feed*>(data);
    feed.source.skip(feed.given);
    const std::string_view rest = feed.source.look(1);
    feed.given = rest.size();
    *octets = rest.data();
    return feed.source.error() != 0 ? -1 : static_cast<la_ssize_t>(rest.size());
}

int finish(archive* /*tar*/, void* data) {
    delete static_cast<Feed*>(data);
    return ARCHIVE_OK;
}

std::string reason(archive* tar) {
    const char* text = ::archive_error_string(tar);
    return text == nullptr ? "it is damaged" : text;
}

}  // namespace

void TarReader::Free::operator()(archive* tar) const {
    ::archive_read_free(tar);
}

TarReader::TarReader(OctetSource& source, Trouble& trouble)
    : source_(source), trouble_(trouble), tar_(::archive_read_new()) {
    if (tar_ == nullptr) {
        throw std::bad_alloc();
    }
    // Only filters that are part of the library: others start programs.
    ::archive_read_support_filter_gzip(tar_.get());
    ::archive_read_support_filter_bzip2(tar_.get());
    ::archive_read_support_filter_xz(tar_.get());
    ::archive_read_support_filter_zstd(tar_.get());
    ::archive_read_support_format_tar(tar_.get());
    if (::archive_read_open(tar_.get(), new Feed{source}, nullptr, feed,
                            finish) != ARCHIVE_OK) {
        trouble_.skipped(source_.name(),
                         "no tar archive: " + reason(tar_.get()));
        tar_.reset();
    }
}

bool TarReader::next(HostRecord& record) {
    while (tar_ != nullptr) {
        archive_entry* entry = nullptr;
        const int result = ::archive_read_next_header(tar_.get(), &entry);
        if (result == ARCHIVE_EOF) {
            tar_.reset();
            break;
        }
        if (result == ARCHIVE_FATAL || entry == nullptr) {
            trouble_.skipped(source_.name() + ", behind " + last_,
                             reason(tar_.get()) + "; the rest was skipped");
            tar_.reset();
            break;
        }
        const char* path = ::archive_entry_pathname(entry);
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
            continue;  // ARCHIVE_RETRY: it goes on behind it
        }
        if (path == nullptr || ::archive_entry_filetype(entry) != AE_IFREG) {
            ++passed_over_;
            continue;
        }
        last_ = path;
        record = HostRecord();
        record.where = source_.name() + ", " + last_;
        record.host = host_of_path(last_);
        const auto size = ::archive_entry_size(entry);
        if (read_body(size > 0 ? static_cast<std::uint64_t>(size) : 0,
                      record)) {
            return true;
        }
    }
    return false;
}

bool TarReader::read_body(std::uint64_t size, HostRecord& record) {
    body_.resize(static_cast<std::size_t>(
        std::min<std::uint64_t>(size, robots::kMaxRobotsTxt)));
    std::size_t have = 0;
    while (have < body_.size()) {
        const la_ssize_t got = ::archive_read_data(
            tar_.get(), body_.data() + have, body_.size() - have);
        if (got <= 0) {
            trouble_.skipped(record.where,
                             got < 0 ? reason(tar_.get()) : "it is truncated");
            return false;
        }
        have += static_cast<std::size_t>(got);
    }
    record.body = body_;
    record.size = size;
    record.cut = size > body_.size();
    return true;
}

}  // namespace robotsctl
