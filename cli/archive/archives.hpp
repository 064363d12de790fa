// Reads all inputs that the command line names: files, folders, archives and
// standard input.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/octet_source.hpp"

namespace robotsctl {

// Reads the records of all inputs, one file after the other. The first octets
// of a file, not its name, decide whether it is read as WARC or tar, compressed
// or not. Any other file is read as one robots.txt. Folders are read
// recursively, but symbolic links to folders are not followed.
class Archives {
  public:
    // The path "-" is standard input. `report` must outlive this object.
    Archives(std::vector<std::string> paths, ArchiveReport& report);
    ~Archives();

    // Reads the next record of the inputs. Returns false if no record is left.
    bool next(HostRecord& record);

    // For a progress bar: position() returns how many octets were read, and
    // size() how many octets the inputs have, or 0 if this is unknown.
    std::uint64_t position() const;
    std::uint64_t size() const { return size_; }

  private:
    using Folder = std::filesystem::recursive_directory_iterator;

    bool open_next();
    bool open_in_folder();
    bool open(const std::string& path);
    void open_folder(const std::string& path);
    void close();

    std::vector<std::string> paths_;
    ArchiveReport& report_;
    std::size_t next_ = 0;
    Folder folder_;
    std::string folder_name_;
    std::unique_ptr<OctetSource> source_;
    std::unique_ptr<ArchiveReader> reader_;
    std::uint64_t size_ = 0;
};

}  // namespace robotsctl
