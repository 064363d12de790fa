// The files of a policy: the main file, the files that it includes, and files
// that these name: robots.txt files, lists of hosts, lists of addresses.

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

// Lists of addresses, and sets of keys, are at most this large.
constexpr std::size_t kMaxRanges = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kMaxKeys = std::size_t{256} * 1024;

class PolicyFiles {
  public:
    // All files but the policy's own lie below `roots`, or below its folder
    // where there are none. `share` is the folder that `<share>/` names in an
    // include; it is a root only for a policy that includes from it.
    // Not nullptr: `copy` has the files, and none is read from the disk. `kept`
    // says what is used of files that may be broken. Included files that are
    // `known` are not parsed.
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

    // Reads the files that the main one includes, once. A pattern's files come
    // in the order of their names, and a file reached twice is read once. Files
    // of limited includes come last, and a link there to a file of another one
    // is a file of its own: so nobody gets or loses rights by a link.
    void read_includes(const Reader& reader, std::vector<Include> includes);

    // The main file first.
    const std::vector<std::unique_ptr<PolicyFile>>& all() const {
        return files_;
    }

    // The YAML file of an index in the list of files.
    const PolicyFile& yaml(std::uint32_t index) const {
        return *by_index_.at(index);
    }

    // Parses a file that was known: its sites are needed after all.
    void parse_known(PolicyFile& file);

    // The file that is at fault if files `first` and `second` want one host:
    // the second one, unless the first may be broken and the second had the
    // host before, or may not be broken.
    std::uint32_t at_fault(std::uint32_t first, std::uint32_t second) const;

    // The hosts that all includes give.
    const GivenHosts& given_hosts() const { return given_hosts_; }

    // Frees the documents, which take several times the memory of their texts.
    void forget_documents();

    // Whether a file could not be read or parsed. Then its contents are
    // missing, and references to them must not be reported as errors.
    bool incomplete() const { return incomplete_; }

    // A file that a policy names and that is not YAML: its octets, and its
    // index in the list of files.
    struct Beside {
        std::string text;
        std::uint32_t file = 0;
    };
    // Reads such a file, relative to the folder of the file that names it;
    // nullptr after an error. A file named many times is read once.
    const Beside* read(const Text& path, std::size_t limit = kMaxSource);
    // The same for one that is served as it is.
    const Beside* read_verbatim(const Text& path);

    // The path of such a file.
    std::string path_of(const Text& path) const {
        return relative_to(path.place.file, path.value);
    }

    // Reads a published list or set of keys at path_of. The caller reports its
    // problems, except that a file outside of the roots is an error here. If it
    // has no problem, it is among the files.
    Source read_published(const Text& path, std::size_t limit);
    // The same at `path`: the caller reports all of its problems.
    Source read_published(const std::string& path, std::size_t limit);

    // The folder in which copies of what operators publish are kept: its path,
    // and the names of its files. From now on it is one of the roots, unless
    // there is a problem.
    struct IdentityFolder {
        std::string path;
        std::set<std::string> names;
        std::string problem;
    };
    IdentityFolder open_identity_folder(const Text& directory);

    // How many reads there were of files that are not YAML.
    std::size_t reads() const { return reads_; }

    // Names what files say that have only sites depends on: the other ones,
    // where they are in the list of files, and their octets.
    std::string others() const;

    // The newest modification among all files that robots.txt is made of.
    std::time_t modified() const { return modified_; }

    // Everything that was read and followed.
    const Inputs& inputs() const { return inputs_; }

  private:
    bool set_roots(const std::string& main);
    bool add_share(const Place& asked_at);
    // Not empty: why these cannot be the roots.
    std::string use_roots(std::vector<std::string> names);
    // The same for one more.
    std::string add_root(const std::string& name);
    // Takes a YAML file that was read; false after an error.
    bool take(const std::string& path, Source& source, const Include* include);
    bool is_new(const std::string& path, const Source& source,
                const Include* include);
    void read_yaml(const std::string& path, const Include& include);
    void read_include(const Reader& reader, const Include& include);
    // What the disk has, or the copy.
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
    std::map<std::string, std::uint32_t> others_;  // paths: see others()
    std::vector<Include> includes_;
    GivenHosts given_hosts_;
    std::set<std::pair<dev_t, ino_t>> seen_;
    std::set<std::string> limited_;  // paths of files of limited includes
    std::map<std::string, std::unique_ptr<const Beside>> beside_;
    std::set<const Beside*> checked_;  // these are robots.txt files
    Inputs inputs_;
    std::time_t modified_ = 0;
    std::size_t reads_ = 0;
    std::size_t octets_ = 0;  // of included files
    std::size_t nodes_ = 0;   // of the documents' trees
    bool incomplete_ = false;
};

}  // namespace robots::loader
