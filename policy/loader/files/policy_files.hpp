// Reads the files of a policy: the main file, the files that it includes, and
// files that these files name, like robots.txt files, lists of hosts and lists
// of addresses.

#pragma once

#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/kept_files.hpp"
#include "policy/loader/files/policy_copy.hpp"
#include "policy/loader/files/policy_file.hpp"
#include "policy/loader/files/roots.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// The maximum size in octets of a list of addresses, and of a set of keys.
constexpr std::size_t kMaxRanges = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kMaxKeys = std::size_t{256} * 1024;

class PolicyFiles {
  public:
    // All files except the main file must be below `roots`, or below the folder
    // of the main file if `roots` is empty. `share` is the folder that
    // `<share>/` means in an include. It counts as one of the `roots` only if
    // an include uses `<share>/`. If `copy` is not nullptr, reads all files
    // from it, and no file from the disk. `kept` chooses the versions of files
    // with `on_error: keep`. An included file is not parsed if `known` has the
    // digest of its text.
    PolicyFiles(Findings& findings, KeptFiles& kept,
                std::vector<std::string> roots,
                std::string share = share_folder(),
                const PolicyCopy* copy = nullptr, KnownTexts known = {})
        : findings_(findings),
          kept_(kept),
          share_(std::move(share)),
          copy_(copy),
          known_(std::move(known)) {
        inputs_.set_roots(std::move(roots));
    }

    // Reads the main file. Returns false after an error.
    bool read_main(const std::string& path);

    // Reads the files that the main file includes. Call it at most once. The
    // files of one pattern are read in the order of their names. Limited files
    // (Include::is_limited()) are read after all other files, and limited files
    // with given hosts at the end. A file that has several paths is used only
    // once. Exception: if only limited includes have the file, each path counts
    // as a separate file, so that a link does not change the rights of a file.
    void read_includes(const Reader& reader, std::vector<Include> includes);

    // Returns all YAML files; the main file is the first.
    const std::vector<std::unique_ptr<PolicyFile>>& all() const {
        return files_;
    }

    // Returns the YAML file with the index `index` (Place::file).
    const PolicyFile& yaml(std::uint32_t index) const {
        return *by_index_.at(index);
    }

    // Returns whether the file with this index is a limited file.
    bool is_limited(std::uint32_t index) const {
        const auto file = by_index_.find(index);
        return file != by_index_.end() && file->second->include != nullptr &&
               file->second->include->is_limited();
    }

    // Parses a known file (PolicyFile::is_known()), because its sites must be
    // compiled again.
    void parse_known(PolicyFile& file);

    // Returns which file is at fault if the files `first` and `second` claim
    // the same host. `first` is at fault if it has `on_error: keep`, and if
    // `second` either lacks `on_error: keep` or had the host before. Otherwise
    // `second` is at fault.
    std::uint32_t at_fault(std::uint32_t first, std::uint32_t second) const;

    // Returns the hosts that all includes together give to their files.
    const GivenHosts& given_hosts() const { return given_hosts_; }

    // Frees the YAML documents of all files. They use several times as much
    // memory as their texts.
    void forget_documents();

    // Returns whether an include has `on_error: keep`. If all its files are
    // left out, the policy may have no site, and this is not an error.
    bool may_leave_sites_out() const;

    // Returns whether a file without `on_error: keep` could not be read or
    // parsed. If it returns true, do not report errors for unknown names: the
    // missing file may define them.
    bool incomplete() const { return incomplete_; }

    // A file that a policy names and that is not read as YAML, for example a
    // robots.txt.
    struct Beside {
        std::string text;
        std::uint32_t file = 0;
        bool is_yaml = false;  // it is a YAML file of the policy, too
    };
    // Reads a file that is not YAML, relative to the folder of the file that
    // names it. Returns nullptr after an error. A file that is named several
    // times is read only once.
    const Beside* read(const Text& path, std::size_t limit = kMaxSource);
    // Does the same for a robots.txt. Also reports an error if the file is not
    // a robots.txt, or if it is a YAML file of this policy, because that file
    // may belong to another customer.
    const Beside* read_verbatim(const Text& path);

    // Returns `path`. If `path` is relative, puts it after the folder of the
    // file that names it.
    std::string path_of(const Text& path) const {
        return relative_to(path.place.file, path.value);
    }

    // Reads a list of addresses or a set of keys that an operator publishes,
    // from the file path_of(path). Reports an error only if the file is outside
    // of the roots. The caller must report other problems. If the file has no
    // problem, adds it to the list of files in Findings.
    Source read_published(const Text& path, std::size_t limit);
    // Does the same for the file `path`, but the caller must report all
    // problems.
    Source read_published(const std::string& path, std::size_t limit);

    // The folder with copies of the lists and keys that operators publish: its
    // path, and the names of its files. open_identity_folder() opens it and
    // adds it to the roots. If this fails, sets `problem`.
    struct IdentityFolder {
        std::string path;
        std::set<std::string> names;
        std::string problem;
    };
    IdentityFolder open_identity_folder(const Text& directory);

    // Returns the number of calls of read() and read_verbatim().
    std::size_t reads() const { return reads_; }

    // The sites of all files depend on the main file, on files with templates
    // or crawlers, and on files that these files name. Returns a text with the
    // paths, the indexes (Place::file) and the digests of these files.
    std::string others() const;

    // Returns the newest modification time of all files from which a robots.txt
    // is made.
    std::time_t modified() const { return modified_; }

    // Returns all files that were read, and all path patterns that were
    // matched.
    const Inputs& inputs() const { return inputs_; }

  private:
    bool set_roots(const std::string& main);
    bool add_share(const Place& asked_at);
    // Makes the folders `names` the roots. Returns "", or why this failed.
    std::string use_roots(std::vector<std::string> names);
    // Adds the folder `name` to the roots. Returns "", or why this failed.
    std::string add_root(const std::string& name);
    // Parses the YAML file `source`, and adds it. Does not parse a known file.
    // Returns false after an error.
    bool take(const std::string& path, Source& source, const Include* include);
    // Records the YAML file. Returns false if it was recorded before. A file
    // that cannot be read is recognized only by its path.
    bool is_new(const std::string& path, const Source& source,
                const Include* include);
    void read_yaml(const std::string& path, const Include& include);
    void read_include(const Reader& reader, const Include& include);
    // Reads a file from the disk, or from the copy.
    Source open(Input::Kind kind, const std::string& path, std::size_t limit);
    Matches matches_of(const std::string& pattern);
    void tell_unreadable(const Place& asked_at, const std::string& path,
                         const Source& source);
    std::string relative_to(std::uint32_t file, const std::string& path) const;

    Findings& findings_;
    KeptFiles& kept_;
    std::string share_;
    const PolicyCopy* copy_;
    KnownTexts known_;
    bool shares_ = false;  // share_ is a root
    Roots roots_;
    std::vector<std::unique_ptr<PolicyFile>> files_;
    std::map<std::uint32_t, PolicyFile*> by_index_;
    std::map<std::string, std::uint32_t> others_;  // by path; for others()
    std::vector<Include> includes_;
    GivenHosts given_hosts_;
    // The YAML files by device and inode. The value is false if only limited
    // includes have the file.
    std::map<std::pair<dev_t, ino_t>, bool> seen_;
    std::set<std::string> paths_;  // paths of the YAML files
    std::map<std::string, std::unique_ptr<const Beside>> beside_;
    std::set<const Beside*> checked_;  // by read_verbatim()
    Inputs inputs_;
    std::time_t modified_ = 0;
    std::size_t reads_ = 0;
    std::size_t octets_ = 0;  // total size of included files
    std::size_t nodes_ = 0;   // total nodes of their trees
    bool incomplete_ = false;
};

}  // namespace robots::loader
