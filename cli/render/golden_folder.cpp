#include "cli/render/golden_folder.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>

#include "cli/output/line_diff.hpp"
#include "cli/output/text.hpp"
#include "policy/base/hexadecimal.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/files/source.hpp"

namespace robotsctl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".txt";
// The maximum size of a name without its ending. File systems allow 255 octets.
constexpr std::size_t kLongestName = 200;

// Returns the text of a file; nullopt if the file cannot be read. Does not
// follow a symbolic link, because the author of a proposed change could add a
// link in order to read any file of the machine.
std::optional<std::string> contents(const fs::path& file) {
    robots::loader::OpenedFile opened;
    opened.file = robots::Descriptor(
        ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened.file.is_open()) {
        return std::nullopt;
    }
    auto source =
        robots::loader::read_source(opened, robots::loader::kMaxSource);
    return source.problem.empty() ? std::optional(std::move(source.text))
                                  : std::nullopt;
}

// Replaces the file (or link) atomically, so that the file is always complete.
void write(const fs::path& file, const std::string& text) {
    const std::string fresh = file.string() + ".new";
    std::error_code ignored;
    fs::remove(fresh, ignored);
    std::ofstream stream(fresh, std::ios::binary);
    stream << text;
    stream.close();
    if (stream.fail() || std::rename(fresh.c_str(), file.c_str()) != 0) {
        throw Unusable(cannot("write", file, errno));
    }
}

// Calls `differs(file, now, wanted)` for each file with a content (`now`) that
// differs from the expected one (`wanted`). nullopt means that the file does
// not exist, or should not exist.
template <class Differs>
void compare_golden_files(const robots::Policy& policy,
                          const std::string& folder, Differs differs) {
    std::error_code error;
    std::set<fs::path> known;  // in the end, the files that belong to no site
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == kEnding) {
            known.insert(entry->path());
        }
    }
    if (error) {
        throw Unusable(cannot("open", folder, error.value()));
    }
    for (const robots::Site& site : policy.sites()) {
        const fs::path file = fs::path(folder) / golden_name(policy, site);
        const auto now = contents(file);
        const std::optional wanted = golden_text(policy, site);
        known.erase(file);
        if (now != wanted) {
            differs(file, now, wanted);
        }
    }
    for (const fs::path& file : known) {
        differs(file, std::optional(contents(file).value_or("")),
                std::optional<std::string>());
    }
}

}  // namespace

std::string instead_of(const robots::Site& site) {
    const robots::SiteSettings& settings = *site.robots->settings;
    const std::string name = "site " + std::string(site.name);
    if (settings.suspend) {
        return name +
               " is suspended: robots.txt answers 503 with Retry-After: " +
               std::to_string(settings.suspend->count());
    }
    switch (settings.publisher) {
        case robots::Publisher::policy:
            break;
        case robots::Publisher::nobody:
            return name + " has no robots.txt: it answers 404";
        case robots::Publisher::application:
            return name +
                   " serves the application's robots.txt; these groups are "
                   "enforced:";
    }
    return {};
}

std::string golden_name(const robots::Policy& policy,
                        const robots::Site& site) {
    std::string name(site.name);
    if (&site == policy.default_site()) {
        name = "@default";
    }
    for (const auto& [text, by] :
         {std::pair("http://", "@http@"), std::pair("https://", "@https@"),
          std::pair("*.", "@any.")}) {
        const std::size_t at = name.find(text);
        if (at != std::string::npos) {
            name.replace(at, std::string_view(text).size(), by);
        }
    }
    std::string out;
    bool in_brackets = false;
    for (const char c : name) {
        in_brackets = c == '[' || (in_brackets && c != ']');
        if (c != ']') {
            out += c == '[' ? '@' : c == ':' ? (in_brackets ? '-' : '@') : c;
        }
    }
    if (out.size() > kLongestName) {
        const robots::Hexadecimal digits = robots::hexadecimal(site.key);
        out.resize(kLongestName);
        out += '@' + std::string(digits.data(), digits.size());
    }
    return out.append(kEnding);
}

std::string golden_text(const robots::Policy& policy,
                        const robots::Site& site) {
    using robots::Scheme;
    const auto claim = policy.example_for(site).value_or(
        robots::Policy::HostClaim{"default.example", {}, {}});
    const Scheme scheme =
        claim.scheme.value_or(claim.port == 80 ? Scheme::http : Scheme::https);
    const std::uint16_t usual = scheme == Scheme::http ? 80 : 443;
    const robots::Authority authority{claim.host, claim.port.value_or(usual),
                                      scheme};
    const std::string instead = instead_of(site);
    return (instead.empty() ? "" : "# " + instead + '\n') +
           (site.robots->settings->suspend
                ? ""
                : site.robots->body.render(authority));
}

void write_golden(const robots::Policy& policy, const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw Unusable(cannot("make", folder, error.value()));
    }
    compare_golden_files(
        policy, folder,
        [](const fs::path& file, const auto&, const auto& wanted) {
            if (wanted) {
                write(file, *wanted);
                std::cout << robots::printable(file.string()) << '\n';
            } else {
                complain(file.string() +
                         " is for no site of the policy; remove it");
            }
        });
}

bool check_golden(const robots::Policy& policy, const std::string& folder) {
    std::size_t differing = 0;
    compare_golden_files(
        policy, folder,
        [&](const fs::path& file, const auto& now, const auto& wanted) {
            ++differing;
            const std::string name = robots::printable(file.string());
            std::cout << "--- " << (now ? name : "/dev/null") << "\n+++ "
                      << (wanted ? name : "/dev/null") << '\n';
            for (const std::string& line :
                 line_diff(now.value_or(""), wanted.value_or(""))) {
                std::cout << line << '\n';
            }
        });
    if (differing > 0) {
        complain(counted(differing, "file") + " of " + folder +
                 " would change; remove `--check` to write them");
    }
    return differing == 0;
}

}  // namespace robotsctl
