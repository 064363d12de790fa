#include "policy/loader/files/policy_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "policy/base/descriptor.hpp"
#include "policy/base/hexadecimal.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

// The number must change if the layout of the file changes.
constexpr std::string_view kMagic = "robots policy copy 1\n";

using Word = std::uint64_t;

std::string name_of(const CopyPlace& place) {
    const Hexadecimal digits =
        hexadecimal(XXH3_64bits(place.owner.data(), place.owner.size()));
    return "policy-" + std::string(digits.begin(), digits.end()) + ".copy";
}

// Returns "" if only root and this process may write to `path`. Otherwise
// returns the problem.
std::string why_not_private(int fd, const std::string& path) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) {
        return cannot("open", path);
    }
    const bool is_owned = status.st_uid == 0 || status.st_uid == ::geteuid();
    return is_owned && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0
               ? ""
               : "others may write " + cited(path, kWholePath) +
                     "; write `chown root` and `chmod go-w` for it";
}

Descriptor open_folder(const std::string& path, std::string& problem) {
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    problem = folder.is_open() ? why_not_private(folder.get(), path)
                               : cannot("open", path);
    return folder;
}

// Writes a copy in parts, so that at most one file is in memory.
class CopyWriter {
  public:
    explicit CopyWriter(Descriptor file) : file_(::fdopen(file.get(), "w")) {
        XXH3_64bits_reset(&sum_);
        check(file_ != nullptr);
        if (file_ != nullptr) {
            file.release();
        }
    }

    void octets(std::string_view octets) {
        XXH3_64bits_update(&sum_, octets.data(), octets.size());
        size_ += octets.size();
        if (problem_.empty() && size_ > kMaxCopy) {
            problem_ = "the files of the policy are larger than 512 MiB";
        }
        check(problem_.empty() && std::fwrite(octets.data(), 1, octets.size(),
                                              file_.get()) == octets.size());
    }
    void number(Word value) {
        octets({reinterpret_cast<const char*>(&value), sizeof value});
    }
    void text(std::string_view text) {
        number(text.size());
        octets(text);
    }

    // Returns why writing has stopped, or "".
    const std::string& problem() const { return problem_; }

    // Writes the checksum, and flushes the file to the disk.
    void finish() {
        number(XXH3_64bits_digest(&sum_));
        check(problem_.empty() && std::fflush(file_.get()) == 0 &&
              ::fsync(::fileno(file_.get())) == 0);
    }

  private:
    struct Close {
        // Ignores errors, because finish() has flushed the file.
        void operator()(std::FILE* file) const {
            static_cast<void>(std::fclose(file));
        }
    };

    // Records the first problem.
    void check(bool done) {
        if (!done && problem_.empty()) {
            problem_ = problem_of_errno();
        }
    }

    std::unique_ptr<std::FILE, Close> file_;
    XXH3_state_t sum_;
    std::size_t size_ = 0;
    std::string problem_;
};

// The functions put_pattern() and put_file() return "", or why no copy can be
// made.
std::string put_pattern(const Input& input, CopyWriter& out) {
    const Matches matches = match_paths(input.name);
    if (!has_matches(input, matches)) {
        return "other files match " + cited(input.name) + " now";
    }
    out.number(matches.failed ? 1 : 0);
    out.number(matches.paths.size());
    for (const std::string& path : matches.paths) {
        out.text(path);
    }
    return {};
}

// Writes a file. For a kept file, writes the version that the policy uses.
std::string put_file(const Input& input, const Roots& roots,
                     const GoodFiles& good, CopyWriter& out) {
    Source source =
        read_source(open_input(input.kind, input.name, roots), input.limit);
    if (!has_octets(input, source)) {
        return cited(input.name, kWholePath) + " has changed meanwhile";
    }
    if (const auto used = good.find(input.name); used != good.end()) {
        const bool left_out = used->second == nullptr;
        source.problem = left_out ? "its sites are left out" : "";
        source.outside = false;
        source.text = left_out ? "" : used->second->text;
        source.modified = left_out ? 0 : used->second->modified;
    }
    out.text(source.problem);
    out.number(source.outside ? 1 : 0);
    out.number(static_cast<Word>(source.modified));
    out.number(static_cast<Word>(source.stamp.device));
    out.number(static_cast<Word>(source.stamp.inode));
    out.text(source.text);
    return {};
}

std::string put_all(const CopyPlace& place, const Inputs& inputs,
                    CopyWriter& out) {
    out.octets(kMagic);
    out.text(ROBOTS_VERSION);
    out.text(place.subject);
    const Roots roots(inputs.roots());
    std::set<std::string_view> written;
    for (const Input& input : inputs.all()) {
        if (!written.insert(input.name).second) {
            continue;
        }
        out.text(input.name);
        out.number(input.is_file() ? 1 : 0);
        const std::string problem =
            input.is_file() ? put_file(input, roots, inputs.good_files(), out)
                            : put_pattern(input, out);
        if (!problem.empty() || !out.problem().empty()) {
            return problem.empty() ? out.problem() : problem;
        }
    }
    out.finish();
    return out.problem();
}

// Reads a copy. `rest` has the octets that are not read yet.
struct CopyReader {
    std::string_view rest;
    bool broken = false;

    std::string_view take(Word size) {
        broken = broken || size > rest.size();
        const std::string_view taken =
            rest.substr(0, broken ? 0 : static_cast<std::size_t>(size));
        rest.remove_prefix(taken.size());
        return taken;
    }
    Word number() {
        Word value = 0;
        const std::string_view octets = take(sizeof value);
        std::memcpy(&value, octets.data(), octets.size());
        return value;
    }
    std::string_view text() { return take(number()); }
};

// The size of the numbers between the two texts that put_file() writes.
constexpr std::size_t kNumbers = 4 * sizeof(Word);

// Skips a file that put_file() wrote. PolicyCopy::read() parses it on demand.
void skip_source(CopyReader& in) {
    in.text();
    in.take(kNumbers);
    in.text();
}

// Returns `octets` without the checksum at the end, or "" if it is wrong.
std::string_view whole(std::string_view octets) {
    if (octets.size() < sizeof(Word)) {
        return {};
    }
    CopyReader sum{octets.substr(octets.size() - sizeof(Word))};
    octets.remove_suffix(sizeof(Word));
    return sum.number() == XXH3_64bits(octets.data(), octets.size())
               ? octets
               : std::string_view();
}

}  // namespace

std::string write_policy_copy(const CopyPlace& place, const Inputs& inputs) {
    std::string problem;
    ::mkdir(place.folder.c_str(), S_IRWXU);
    const Descriptor folder = open_folder(place.folder, problem);
    if (!problem.empty()) {
        return problem;
    }
    const std::string name = name_of(place);
    const std::string fresh = name + ".new";
    ::unlinkat(folder.get(), fresh.c_str(), 0);
    Descriptor file(
        ::openat(folder.get(), fresh.c_str(),
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                 S_IRUSR | S_IWUSR));
    const std::string path = place.folder + '/' + name;
    if (!file.is_open()) {
        return cannot("write", path);
    }
    CopyWriter copy(std::move(file));
    problem = put_all(place, inputs, copy);
    if (problem.empty() && ::renameat(folder.get(), fresh.c_str(), folder.get(),
                                      name.c_str()) != 0) {
        problem = problem_of_errno();
    }
    if (!problem.empty()) {
        ::unlinkat(folder.get(), fresh.c_str(), 0);
        return "cannot write " + cited(path, kWholePath) + ": " + problem;
    }
    ::fsync(folder.get());
    return {};
}

PolicyCopy::PolicyCopy(const CopyPlace& place) {
    const Descriptor folder = open_folder(place.folder, problem_);
    if (!problem_.empty()) {
        return;
    }
    const std::string path = place.folder + '/' + name_of(place);
    OpenedFile opened;
    opened.file =
        Descriptor(::openat(folder.get(), name_of(place).c_str(),
                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    problem_ = opened.file.is_open() ? why_not_private(opened.file.get(), path)
                                     : cannot("open", path);
    if (!problem_.empty()) {
        return;
    }
    Source source = read_source(opened, kMaxCopy);
    octets_ = std::move(source.text);
    written_ = source.modified;
    if (!source.problem.empty()) {
        problem_ =
            "cannot open " + cited(path, kWholePath) + ": " + source.problem;
    } else if (!parse(place) && problem_.empty()) {
        problem_ = cited(path, kWholePath) + " is damaged";
    }
}

// Uses the layout of put_file(). Only the text of the file is known.
PolicyCopy::PolicyCopy(std::string_view path, std::string_view text)
    : octets_(path) {
    const auto add = [this](std::string_view each) {
        const Word size = each.size();
        octets_.append(reinterpret_cast<const char*>(&size), sizeof size);
        octets_.append(each);
    };
    add({});
    octets_.append(kNumbers, '\0');
    add(text);
    const std::string_view all = octets_;
    files_[all.substr(0, path.size())] = all.substr(path.size());
}

bool PolicyCopy::parse(const CopyPlace& place) {
    CopyReader in{whole(octets_)};
    if (in.take(kMagic.size()) != kMagic) {
        return false;
    }
    version_ = in.text();
    if (in.text() != place.subject) {
        problem_ =
            "it is a copy of another policy, or of one with other "
            "variables or folders";
        return false;
    }
    while (!in.broken && !in.rest.empty()) {
        const std::string_view name = in.text();
        if (in.number() == 0) {
            Matches& matches = patterns_[name];
            matches.failed = in.number() != 0;
            for (Word left = in.number(); left > 0 && !in.broken; --left) {
                matches.paths.emplace_back(in.text());
            }
            continue;
        }
        files_[name] = in.rest;
        skip_source(in);
    }
    return !in.broken;
}

Source PolicyCopy::read(const std::string& path) const {
    Source out;
    const auto found = files_.find(path);
    if (found == files_.end()) {
        out.problem = "it is not in the copy of the policy";
        return out;
    }
    CopyReader in{found->second};
    out.problem = in.text();
    out.outside = in.number() != 0;
    out.modified = static_cast<std::time_t>(in.number());
    out.stamp.device = static_cast<dev_t>(in.number());
    out.stamp.inode = static_cast<ino_t>(in.number());
    out.text = in.text();
    return out;
}

Matches PolicyCopy::match(const std::string& pattern) const {
    const auto found = patterns_.find(pattern);
    return found == patterns_.end() ? Matches{} : found->second;
}

}  // namespace robots::loader
