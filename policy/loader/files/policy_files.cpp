#include "policy/loader/files/policy_files.hpp"

#include <algorithm>

#include "policy/base/text.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMaxIncluded = 10000;

// The prefix of an include for the folder of the installed templates.
constexpr std::string_view kShare = "<share>/";

constexpr const char* kWildcards = "*?[";

// Returns a pattern that matches only the folder with the name `folder`.
std::string without_wildcards(const std::string& folder) {
    std::string out;
    for (const char c : folder) {
        if (c == '*' || c == '?' || c == '[' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

}  // namespace

Source PolicyFiles::open(Input::Kind kind, const std::string& path,
                         std::size_t limit) {
    Source source = copy_ != nullptr
                        ? copy_->read(path)
                        : read_source(open_input(kind, path, roots_), limit);
    inputs_.add_file(kind, path, source, limit);
    return source;
}

Matches PolicyFiles::matches_of(const std::string& pattern) {
    Matches matches =
        copy_ != nullptr ? copy_->match(pattern) : match_paths(pattern);
    inputs_.add_pattern(pattern, matches);
    return matches;
}

// A copy needs no roots: its files were below the roots when it was written.
std::string PolicyFiles::use_roots(std::vector<std::string> names) {
    Roots roots = copy_ != nullptr ? Roots() : Roots(names);
    if (!roots.problem().empty()) {
        return roots.problem();
    }
    roots_ = std::move(roots);
    inputs_.set_roots(std::move(names));
    return {};
}

void PolicyFiles::tell_unreadable(const Place& asked_at,
                                  const std::string& path,
                                  const Source& source) {
    if (!source.outside) {
        findings_.error(
            asked_at, "unreadable-file",
            "cannot open " + cited(path, kWholePath) + ": " + source.problem);
        return;
    }
    findings_.error(
        asked_at, "outside-root",
        cited(path, kWholePath) + " is outside " + roots_.listing() +
            "; move the file there, or list all folders of the policy in "
            "`robots_policy_root` (`--root` of robotsctl)");
}

// If the path of the policy is a link, its folder is the folder of the link,
// not the folder of the link's target.
bool PolicyFiles::set_roots(const std::string& main) {
    if (inputs_.roots().empty()) {
        const std::string folder = folder_of(main);
        inputs_.set_roots({folder.empty() ? "." : folder});
    }
    const std::string problem = use_roots(inputs_.roots());
    if (problem.empty()) {
        return true;
    }
    findings_.error({findings_.add_file(main)}, "bad-root", problem);
    incomplete_ = true;
    return false;
}

bool PolicyFiles::read_main(const std::string& path) {
    Source source = open(Input::Kind::own_file, path, kMaxYaml);
    if (!source.problem.empty()) {
        tell_unreadable({findings_.add_file(path)}, path, source);
        incomplete_ = true;
        return false;
    }
    return set_roots(path) && is_new(path, source, nullptr) &&
           take(path, source, nullptr);
}

void PolicyFiles::read_yaml(const std::string& path, const Include& include) {
    const Place& asked_at = include.files.place;
    if (octets_ > kMaxSource) {
        return;  // an error is reported already
    }
    Source source = open(Input::Kind::file, path, include.max_size);
    if (!is_new(path, source, &include) ||
        (include.keeps && !kept_.choose(path, source, inputs_.last()))) {
        return;
    }
    if (!source.problem.empty()) {
        Place place = asked_at;
        if (include.keeps) {
            place = {findings_.add_file(path)};
            findings_.keep(place.file);
        }
        tell_unreadable(place, path, source);
        incomplete_ = incomplete_ || !include.keeps;
        return;
    }
    octets_ += source.text.size();
    if (octets_ > kMaxSource) {
        findings_.error(asked_at, "policy-too-large",
                        "the files of this policy, up to " + cited(path) +
                            ", are larger than 256 MiB in total");
        incomplete_ = true;
        return;
    }
    take(path, source, &include);
}

bool PolicyFiles::is_new(const std::string& path, const Source& source,
                         const Include* include) {
    bool& taken = seen_[{source.stamp.device, source.stamp.inode}];
    const bool again = taken && source.problem.empty();
    taken = taken || include == nullptr || !include->is_limited();
    return !again && paths_.insert(path).second;
}

bool PolicyFiles::take(const std::string& path, Source& source,
                       const Include* include) {
    modified_ = std::max(modified_, source.modified);
    const std::size_t errors = findings_.errors();
    auto file = std::make_unique<PolicyFile>();
    file->index = findings_.add_file(path);
    file->include = include;
    const bool keeps = include != nullptr && include->keeps;
    if (keeps) {
        findings_.keep(file->index);
    }
    file->known.digest = digest_of(source.text);
    const std::size_t most = kMaxNodes - std::min(nodes_, kMaxNodes);
    const auto known = known_.find(path);
    if (include != nullptr && known != known_.end() &&
        known->second.digest == file->known.digest &&
        known->second.nodes <= most) {
        file->known = known->second;
        file->only_sites = true;
        file->text = std::move(source.text);
    } else {
        file->document =
            parse_yaml(source.text, file->index, findings_, "sites", most);
        file->known.nodes = file->document.nodes();
        const YamlNode& root = file->document.root();
        file->only_sites = include != nullptr && has_only_sites(root);
        if (include == nullptr || binds_others(root, *include)) {
            others_.emplace(path, file->index);
        }
    }
    nodes_ += file->known.nodes;
    if (findings_.errors() != errors) {
        // Other files cannot refer to a kept file, so they stay complete.
        incomplete_ = incomplete_ || !keeps;
        return false;
    }
    by_index_.emplace(file->index, file.get());
    files_.push_back(std::move(file));
    return true;
}

void PolicyFiles::parse_known(PolicyFile& file) {
    file.document = parse_yaml(file.text, file.index, findings_, "sites");
    file.text.clear();
}

std::string PolicyFiles::others() const {
    std::map<std::string, std::string> lines;  // by path
    for (const Input& input : inputs_.all()) {
        const auto it = others_.find(input.name);
        if (it != others_.end()) {
            lines[input.name] += ' ' + std::to_string(it->second) + ' ' +
                                 std::to_string(input.digest);
        }
    }
    std::string out;
    for (const auto& [path, line] : lines) {
        out.append(path).append(line).push_back('\n');
    }
    return out;
}

std::string PolicyFiles::relative_to(std::uint32_t file,
                                     const std::string& path) const {
    const bool absolute = !path.empty() && path.front() == '/';
    return absolute ? path : folder_of(findings_.files()[file]) + path;
}

std::string PolicyFiles::add_root(const std::string& name) {
    std::vector<std::string> names = inputs_.roots();
    names.push_back(name);
    return use_roots(std::move(names));
}

bool PolicyFiles::add_share(const Place& asked_at) {
    if (shares_) {
        return true;
    }
    const std::string problem = add_root(share_);
    if (!problem.empty()) {
        findings_.error(asked_at, "no-share-folder",
                        "`<share>/` is the folder of the installed templates, "
                        "and " +
                            problem +
                            "; run `make install`, or write the path of a "
                            "file of your own");
        incomplete_ = true;
        return false;
    }
    shares_ = true;
    return true;
}

void PolicyFiles::read_include(const Reader& reader, const Include& include) {
    const Text& pattern = include.files;
    const bool shared = starts_with(pattern.value, kShare);
    if (shared && !add_share(pattern.place)) {
        return;
    }
    const std::string path = pattern.value.substr(shared ? kShare.size() : 0);
    // The folder to which `path` is relative.
    const std::string folder = shared ? share_ + '/'
                               : path.front() == '/'
                                   ? ""
                                   : relative_to(pattern.place.file, "");
    if (include.hosts) {
        const std::string searched =
            folder + folder_of(path.substr(0, path.find_first_of(kWildcards)));
        for (const GivenHost& given : *include.hosts) {
            given_hosts_.give(searched + given.file, given.host, findings_);
        }
    }
    if (path.find_first_of(kWildcards) == std::string::npos) {
        read_yaml(folder + path, include);
        return;
    }
    const Matches matches = matches_of(without_wildcards(folder) + path);
    if (matches.failed || matches.paths.size() > kMaxIncluded) {
        reader.error(pattern.place, "bad-include",
                     "cannot use the pattern " + cited(pattern.value) +
                         ": a folder cannot be read, or it matches "
                         "more than 10000 files");
        return;
    }
    if (matches.paths.empty()) {
        reader.warning(pattern.place, "include-matches-nothing",
                       "no file matches " + cited(pattern.value));
    }
    for (const std::string& match : matches.paths) {
        read_yaml(match, include);
    }
}

void PolicyFiles::forget_documents() {
    for (const auto& file : files_) {
        file->document = YamlDocument();
    }
}

void PolicyFiles::read_includes(const Reader& reader,
                                std::vector<Include> includes) {
    includes_ = std::move(includes);
    std::stable_sort(includes_.begin(), includes_.end(),
                     [](const Include& a, const Include& b) {
                         return a.is_limited() != b.is_limited()
                                    ? b.is_limited()
                                    : !a.hosts && b.hosts;
                     });
    for (const Include& include : includes_) {
        read_include(reader, include);
    }
}

bool PolicyFiles::may_leave_sites_out() const {
    return std::any_of(includes_.begin(), includes_.end(),
                       [](const Include& include) { return include.keeps; });
}

std::uint32_t PolicyFiles::at_fault(std::uint32_t first,
                                    std::uint32_t second) const {
    const Include* const one = yaml(first).include;
    const Include* const two = yaml(second).include;
    if (first == second || one == nullptr || !one->keeps) {
        return second;
    }
    const bool other_keeps = two != nullptr && two->keeps;
    return !other_keeps || kept_.gives_way(findings_.files()[first],
                                           findings_.files()[second])
               ? first
               : second;
}

const PolicyFiles::Beside* PolicyFiles::read(const Text& path,
                                             std::size_t limit) {
    const Include* const include = yaml(path.place.file).include;
    if (include != nullptr && include->keeps) {
        findings_.error(path.place, "not-allowed-here",
                        "a file with `on_error: keep` cannot name other files; "
                        "write what it says here");
        return nullptr;
    }
    ++reads_;
    const std::string name = path_of(path);
    const auto [it, added] = beside_.try_emplace(name);
    if (added) {
        Source source = open(Input::Kind::file, name, limit);
        if (!source.problem.empty()) {
            tell_unreadable(path.place, name, source);
            return nullptr;
        }
        modified_ = std::max(modified_, source.modified);
        it->second = std::make_unique<const Beside>(Beside{
            std::move(source.text), findings_.add_file(name),
            seen_.count({source.stamp.device, source.stamp.inode}) != 0});
    }
    if (it->second != nullptr &&
        others_.count(findings_.files()[path.place.file]) != 0) {
        others_.emplace(name, it->second->file);
    }
    return it->second.get();
}

// Reports the error once for each file, at the first place that names it.
const PolicyFiles::Beside* PolicyFiles::read_verbatim(const Text& path) {
    const Beside* beside = read(path, kMaxRobotsTxt);
    if (beside == nullptr || !checked_.insert(beside).second) {
        return beside;
    }
    const std::string problem =
        beside->is_yaml ? "it is a YAML file of this policy; name another file"
                        : why_not_robots_txt(beside->text);
    if (!problem.empty()) {
        findings_.error(path.place, "not-robots-txt",
                        "cannot serve " + cited(path_of(path), kWholePath) +
                            " as robots.txt: " + problem);
    }
    return beside;
}

// Does not change modified_, because published files do not change the text of
// a robots.txt.
Source PolicyFiles::read_published(const std::string& path, std::size_t limit) {
    Source out = open(Input::Kind::dated_file, path, limit);
    if (out.problem.empty()) {
        others_.emplace(path, findings_.add_file(path));
    }
    return out;
}

Source PolicyFiles::read_published(const Text& path, std::size_t limit) {
    const std::string name = path_of(path);
    Source out = read_published(name, limit);
    if (out.outside) {
        tell_unreadable(path.place, name, out);
    }
    return out;
}

// Ignores hidden files: a copy has a hidden name until it is complete.
PolicyFiles::IdentityFolder PolicyFiles::open_identity_folder(
    const Text& directory) {
    IdentityFolder out;
    out.path = path_of(directory);
    if (out.path.back() != '/') {
        out.path += '/';
    }
    const Matches matches = matches_of(without_wildcards(out.path) + '*');
    out.problem = add_root(out.path);
    if (out.problem.empty() && matches.failed) {
        out.problem = "cannot list " + cited(out.path, kWholePath);
    }
    for (const std::string& path : matches.paths) {
        out.names.insert(path.substr(out.path.size()));
    }
    return out;
}

}  // namespace robots::loader
