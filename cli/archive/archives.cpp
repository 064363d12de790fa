#include "cli/archive/archives.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <archive.h>
#include <archive_entry.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/http_response.hpp"
#include "cli/archive/octet_source.hpp"
#include "cli/archive/warc_reader.hpp"
#include "cli/output/text.hpp"
#include "policy/base/descriptor.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

using robots::starts_with;

namespace fs = std::filesystem;

constexpr std::string_view kStandardInput = "standard input";
constexpr std::size_t kTarBlock = 512;
constexpr int kGzipHeader = 16 + MAX_WBITS;  // for inflateInit2()

OctetSource::Read reader_of(std::shared_ptr<robots::Descriptor> file) {
    return [file = std::move(file)](char* to, std::size_t most) {
        return ::read(file->get(), to, most);
    };
}

bool is_tar(std::string_view text) {
    constexpr std::size_t kMagic = 257;  // "ustar" of POSIX.1-1988
    return text.size() > kMagic && starts_with(text.substr(kMagic), "ustar");
}

// Whether the text is compressed with zstd, xz or bzip2. Then it is read as a
// compressed tar archive.
bool is_packed(std::string_view text) {
    using namespace std::string_view_literals;
    return starts_with(text, "\x28\xb5\x2f\xfd"sv) ||
           starts_with(text,
                       "\xfd"
                       "7zXZ\0"sv) ||
           starts_with(text, "BZh"sv);
}

// The input of libarchive. `given` is the number of octets that libarchive got
// last. feed() skips these octets when libarchive asks for more.
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

std::string reason(archive* tar) {
    const char* text = ::archive_error_string(tar);
    return text == nullptr ? "it is damaged" : text;
}

// Reads a tar archive. Each regular file in it is a robots.txt; host_of_path()
// returns its host. All other entries are passed over.
class TarReader : public ArchiveReader {
  public:
    // Both arguments must outlive this object.
    TarReader(OctetSource& source, ArchiveReport& report)
        : source_(source), report_(report), tar_(::archive_read_new()) {
        if (tar_ == nullptr) {
            throw std::bad_alloc();
        }
        // Supports only the filters that are part of the library, because other
        // filters start programs.
        ::archive_read_support_filter_gzip(tar_.get());
        ::archive_read_support_filter_bzip2(tar_.get());
        ::archive_read_support_filter_xz(tar_.get());
        ::archive_read_support_filter_zstd(tar_.get());
        ::archive_read_support_format_tar(tar_.get());
        if (::archive_read_open(tar_.get(), &feed_, nullptr, feed, nullptr) !=
            ARCHIVE_OK) {
            report_.skip(source_.name(),
                         "no tar archive: " + reason(tar_.get()));
            tar_.reset();
        }
    }

    bool next(HostRecord& record) override {
        while (tar_ != nullptr) {
            archive_entry* entry = nullptr;
            const int result = ::archive_read_next_header(tar_.get(), &entry);
            if (result == ARCHIVE_EOF) {
                tar_.reset();
                break;
            }
            if (result == ARCHIVE_FATAL || entry == nullptr) {
                report_.skip(source_.name() + ", behind " + last_,
                             reason(tar_.get()) + "; the rest was skipped");
                tar_.reset();
                break;
            }
            const char* path = ::archive_entry_pathname(entry);
            if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
                continue;  // ARCHIVE_RETRY: the next call continues
            }
            if (path == nullptr ||
                ::archive_entry_filetype(entry) != AE_IFREG) {
                ++report_.passed_over;
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

  private:
    struct Free {
        void operator()(archive* tar) const { ::archive_read_free(tar); }
    };

    bool read_body(std::uint64_t size, HostRecord& record) {
        record.body.resize(static_cast<std::size_t>(
            std::min<std::uint64_t>(size, robots::kMaxRobotsTxt)));
        std::size_t have = 0;
        while (have < record.body.size()) {
            const la_ssize_t got =
                ::archive_read_data(tar_.get(), record.body.data() + have,
                                    record.body.size() - have);
            if (got <= 0) {
                report_.skip(record.where,
                             got < 0 ? reason(tar_.get()) : "it is truncated");
                return false;
            }
            have += static_cast<std::size_t>(got);
        }
        record.size = size;
        record.cut = size > record.body.size();
        return true;
    }

    OctetSource& source_;
    ArchiveReport& report_;
    Feed feed_{source_};  // outlives tar_
    std::unique_ptr<archive, Free> tar_;
    std::string last_ = "its start";  // the last entry, for messages
};

// Reads a file that is one robots.txt. host_of_path() returns its host.
class PlainFile : public ArchiveReader {
  public:
    // `source` must outlive this object.
    explicit PlainFile(OctetSource& source) : source_(source) {}

    bool next(HostRecord& record) override {
        if (read_) {
            return false;
        }
        read_ = true;
        record = HostRecord();
        record.where = source_.name();
        record.host = host_of_path(source_.name());
        // If the file is longer than the window, `size` is a lower bound.
        const std::string_view text = source_.look(OctetSource::kWindow);
        record.body = text.substr(0, robots::kMaxRobotsTxt);
        record.size = text.size();
        record.cut = text.size() > record.body.size();
        return true;
    }

  private:
    OctetSource& source_;
    bool read_ = false;
};

std::unique_ptr<ArchiveReader> reader_for(OctetSource& source,
                                          ArchiveReport& report) {
    constexpr std::size_t kLooked = std::size_t{16} * 1024;
    const std::string_view text = source.look(kLooked).substr(0, kLooked);
    const bool gzip = starts_with(text, "\x1f\x8b");
    const std::string unpacked =
        gzip ? inflated(text, kGzipHeader, kTarBlock).text : std::string();
    const std::string_view start = gzip ? unpacked : text;
    if (starts_with(start, "WARC/")) {
        return std::make_unique<WarcReader>(source, report);
    }
    if (is_tar(start) || is_packed(text)) {
        return std::make_unique<TarReader>(source, report);
    }
    return std::make_unique<PlainFile>(source);
}

}  // namespace

Archives::Archives(std::vector<std::string> paths, ArchiveReport& report)
    : paths_(std::move(paths)), report_(report) {
    for (const std::string& path : paths_) {
        std::error_code error;
        if (path == "-" || !fs::is_regular_file(path, error)) {
            size_ = 0;
            return;
        }
        size_ += fs::file_size(path, error);
    }
}

Archives::~Archives() = default;

bool Archives::next(HostRecord& record) {
    for (;;) {
        if (reader_ == nullptr && !open_next()) {
            return false;
        }
        if (reader_ == nullptr) {
            continue;
        }
        if (reader_->next(record)) {
            ++report_.records;
            return true;
        }
        close();
    }
}

std::uint64_t Archives::position() const {
    return report_.octets + (source_ == nullptr ? 0 : source_->offset());
}

void Archives::close() {
    report_.octets += source_->offset() + source_->look(0).size();
    if (source_->error() != 0) {
        report_.lose(cannot("read", source_->name(), source_->error()));
    }
    reader_.reset();
    source_.reset();
}

// Opens the next input. Returns false if no input is left. After an input that
// cannot be opened, `reader_` is nullptr.
bool Archives::open_next() {
    if (folder_ != Folder()) {
        return open_in_folder();
    }
    if (next_ == paths_.size()) {
        return false;
    }
    return open(paths_[next_++]);
}

bool Archives::open_in_folder() {
    std::error_code error;
    const fs::path path = folder_->path();
    const bool is_file = folder_->is_regular_file(error);
    folder_.increment(error);
    if (error) {
        report_.lose(cannot("read", folder_name_, error.value()));
        folder_ = Folder();
    }
    return is_file ? open(path.string()) : true;
}

void Archives::open_folder(const std::string& path) {
    std::error_code error;
    folder_name_ = path;
    folder_ =
        Folder(path, fs::directory_options::skip_permission_denied, error);
    if (error) {
        report_.lose(cannot("read", path, error.value()));
        folder_ = Folder();
    }
}

bool Archives::open(const std::string& path) {
    const bool is_input = path == "-";
    auto file = std::make_shared<robots::Descriptor>(
        is_input ? ::dup(STDIN_FILENO)
                 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file->is_open() || ::fstat(file->get(), &status) != 0) {
        report_.lose(cannot("open", path, errno));
        return true;
    }
    if (S_ISDIR(status.st_mode)) {
        open_folder(path);
        return true;
    }
    ++report_.inputs;
    source_ = std::make_unique<OctetSource>(
        is_input ? std::string(kStandardInput) : path,
        reader_of(std::move(file)));
    reader_ = reader_for(*source_, report_);
    return true;
}

}  // namespace robotsctl
