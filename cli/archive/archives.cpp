#include "cli/archive/archives.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/archive/plain_file.hpp"
#include "cli/archive/tar_reader.hpp"
#include "cli/archive/warc_reader.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/yaml/descriptor.hpp"

namespace robotsctl {

namespace {

using robots::starts_with;

namespace fs = std::filesystem;

constexpr std::string_view kStandardInput = "standard input";
constexpr std::size_t kTarBlock = 512;

std::string cannot(const char* what, const std::string& name, int error) {
    return std::string("cannot ") + what + " `" + name +
           "`: " + std::strerror(error);
}

OctetSource::Read reader_of(std::shared_ptr<robots::loader::Descriptor> file) {
    return [file = std::move(file)](char* to, std::size_t most) {
        return ::read(file->get(), to, most);
    };
}

// The start of what is compressed in `text`, as gzip.
std::string inflated_start(std::string_view text) {
    std::array<char, kTarBlock> out{};
    z_stream stream{};
    if (::inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
        return {};
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    (void)::inflate(&stream, Z_SYNC_FLUSH);
    const std::size_t size = out.size() - stream.avail_out;
    ::inflateEnd(&stream);
    return {out.data(), size};
}

bool is_tar(std::string_view text) {
    constexpr std::size_t kMagic = 257;  // "ustar" of POSIX.1-1988
    return text.size() > kMagic && starts_with(text.substr(kMagic), "ustar");
}

// Compressed in other ways than gzip, which only tar archives are.
bool is_packed(std::string_view text) {
    using namespace std::string_view_literals;
    return starts_with(text, "\x28\xb5\x2f\xfd"sv) ||
           starts_with(text,
                       "\xfd"
                       "7zXZ\0"sv) ||
           starts_with(text, "BZh"sv);
}

std::unique_ptr<ArchiveReader> reader_for(OctetSource& source,
                                          Trouble& trouble) {
    constexpr std::size_t kLooked = std::size_t{16} * 1024;
    const std::string_view text = source.look(kLooked).substr(0, kLooked);
    const bool gzip = starts_with(text, "\x1f\x8b");
    const std::string unpacked = gzip ? inflated_start(text) : std::string();
    const std::string_view start = gzip ? unpacked : text;
    if (starts_with(start, "WARC/")) {
        return std::make_unique<WarcReader>(source, trouble);
    }
    if (is_tar(start) || is_packed(text)) {
        return std::make_unique<TarReader>(source, trouble);
    }
    return std::make_unique<PlainFile>(source);
}

}  // namespace

Archives::Archives(std::vector<std::string> paths, Trouble& trouble)
    : paths_(std::move(paths)), trouble_(trouble) {
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
            ++counts_.records;
            return true;
        }
        close();
    }
}

std::uint64_t Archives::position() const {
    return counts_.octets + (source_ == nullptr ? 0 : source_->offset());
}

void Archives::close() {
    counts_.octets += source_->offset() + source_->look(0).size();
    counts_.passed_over += reader_->passed_over();
    if (source_->error() != 0) {
        trouble_.lost(cannot("read", source_->name(), source_->error()));
    }
    reader_.reset();
    source_.reset();
}

// False: that was the last input. One that cannot be opened has no reader.
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
        trouble_.lost(cannot("read", folder_name_, error.value()));
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
        trouble_.lost(cannot("read", path, error.value()));
        folder_ = Folder();
    }
}

bool Archives::open(const std::string& path) {
    const bool is_input = path == "-";
    auto file = std::make_shared<robots::loader::Descriptor>(
        is_input ? ::dup(STDIN_FILENO)
                 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file->is_open() || ::fstat(file->get(), &status) != 0) {
        trouble_.lost(cannot("open", path, errno));
        return true;
    }
    if (S_ISDIR(status.st_mode)) {
        open_folder(path);
        return true;
    }
    ++counts_.inputs;
    source_ = std::make_unique<OctetSource>(
        is_input ? std::string(kStandardInput) : path,
        reader_of(std::move(file)));
    reader_ = reader_for(*source_, trouble_);
    return true;
}

}  // namespace robotsctl
