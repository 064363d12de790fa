// Reads the files of a policy: the main file, the files that it includes, and
// files that these name: robots.txt files, lists of hosts, lists of addresses.

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

// Maximum sizes in octets of lists of addresses and sets of keys.
constexpr std::size_t kMaxRanges = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kMaxKeys = std::size_t{256} * 1024;

class PolicyFiles {
  public:
    // All files but the main file must be below `roots`, or below the main
    // file's folder if `roots` is empty. `share` is the folder that `<share>/`
    // names in an include; it is a root only for a policy that includes from
    // it. If `copy` is not nullptr, all files come from it, and none from the
    // disk. `kept` chooses the versions of files with `on_error: keep`.
    // Included files whose texts are in `known` are not parsed.
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

    // Reads the main file; false after an error.
    bool read_main(const std::string& path);

    // Reads the files that the main file includes; may be called once. The
    // files of a pattern come in the order of their names. The files of limited
    // includes come last, and of these the ones that may not have all hosts. A
    // file with several paths is used once. Only in limited includes, each path
    // is a file of its own, so that a link neither gives nor takes rights.
    void read_includes(const Reader& reader, std::vector<Include> includes);

    // The main file first.
    const std::vector<std::unique_ptr<PolicyFile>>& all() const {
        return files_;
    }

    // Returns the YAML file with this index in the list of files.
    const PolicyFile& yaml(std::uint32_t index) const {
        return *by_index_.at(index);
    }

    // Whether the file with this index is one of a limited include.
    bool is_limited(std::uint32_t index) const {
        const auto file = by_index_.find(index);
        return file != by_index_.end() && file->second->include != nullptr &&
               file->second->include->is_limited();
    }

    // Parses a known file whose sites must be compiled again.
    void parse_known(PolicyFile& file);

    // Returns which file is at fault if the files `first` and `second` claim
    // one host: the first if it has `on_error: keep`, and the second either
    // lacks that or had the host before; otherwise the second.
    std::uint32_t at_fault(std::uint32_t first, std::uint32_t second) const;

    // The hosts that all includes give.
    const GivenHosts& given_hosts() const { return given_hosts_; }

    // Frees the documents, which take several times the memory of their texts.
    void forget_documents();

    // Whether an include has `on_error: keep`, so that a policy may be left
    // without a site.
    bool may_leave_sites_out() const;

    // Whether a file without `on_error: keep` could not be read or parsed. Then
    // references to its missing contents must not be reported as errors.
    bool incomplete() const { return incomplete_; }

    // A file that a policy names and that is not read as YAML: its octets, and
    // its index in the list of files.
    struct Beside {
        std::string text;
        std::uint32_t file = 0;
        bool is_yaml = false;  // it is a YAML file of the policy, too
    };
    // Reads a file that is not YAML, relative to the folder of the file that
    // names it; nullptr after an error. A file named many times is read once.
    const Beside* read(const Text& path, std::size_t limit = kMaxSource);
    // Does the same for a robots.txt, and checks that the file is one, and no
    // YAML file of this policy: that may be another customer's.
    const Beside* read_verbatim(const Text& path);

    // Returns `path` relative to the folder of the file that names it.
    std::string path_of(const Text& path) const {
        return relative_to(path.place.file, path.value);
    }

    // Reads the list or the set of keys of an operator at path_of(path).
    // Reports an error only if it is outside of the roots; the caller reports
    // other problems. A file without a problem is added to the list of files.
    Source read_published(const Text& path, std::size_t limit);
    // Does the same for `path`; the caller reports all problems.
    Source read_published(const std::string& path, std::size_t limit);

    // The folder with copies of the lists and keys that operators publish: its
    // path, and the names of its files. open_identity_folder() adds it to the
    // roots, unless there is a problem.
    struct IdentityFolder {
        std::string path;
        std::set<std::string> names;
        std::string problem;
    };
    IdentityFolder open_identity_folder(const Text& directory);

    // How many calls of read() and read_verbatim() there were.
    std::size_t reads() const { return reads_; }

    // Sites depend on the main file, on files with templates or crawlers, and
    // on files that these name. Returns a text of those files' paths, their
    // indexes in the list of files, and digests of their octets.
    std::string others() const;

    // The newest modification time of all files from which robots.txt is made.
    std::time_t modified() const { return modified_; }

    // All files that were read, and all path patterns that were looked up.
    const Inputs& inputs() const { return inputs_; }

  private:
    bool set_roots(const std::string& main);
    bool add_share(const Place& asked_at);
    // Makes the folders `names` the roots. Returns "", or why that failed.
    std::string use_roots(std::vector<std::string> names);
    // Does the same for one more root.
    std::string add_root(const std::string& name);
    // Parses a new YAML file that was read, and adds it; false after an error.
    bool take(const std::string& path, Source& source, const Include* include);
    // Notes the YAML file; returns whether it is not one that was noted before.
    // For a file that cannot be read, that is not known.
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
    bool shares_ = false;  // share_ is one of the roots
    Roots roots_;
    std::vector<std::unique_ptr<PolicyFile>> files_;
    std::map<std::uint32_t, PolicyFile*> by_index_;
    std::map<std::string, std::uint32_t> others_;  // by path: see others()
    std::vector<Include> includes_;
    GivenHosts given_hosts_;
    // The YAML files; false: only limited includes have the file.
    std::map<std::pair<dev_t, ino_t>, bool> seen_;
    std::set<std::string> paths_;  // of the YAML files
    std::map<std::string, std::unique_ptr<const Beside>> beside_;
    std::set<const Beside*> checked_;  // as robots.txt files
    Inputs inputs_;
    std::time_t modified_ = 0;
    std::size_t reads_ = 0;
    std::size_t octets_ = 0;  // of included files
    std::size_t nodes_ = 0;   // of the documents' trees
    bool incomplete_ = false;
};

}  // namespace robots::loader
