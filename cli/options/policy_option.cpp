#include "cli/options/policy_option.hpp"

#include <algorithm>
#include <iostream>
#include <istream>
#include <utility>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

bool is_scheme_octet(char c) {
    return robots::is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
}

// Decodes the percent-encoded octets in the authority of `url`. Octets that
// would end the host ("/", "?" and so on) stay encoded.
std::string with_decoded_host(std::string_view url) {
    const std::size_t start = url.find("://") + 3;
    const std::size_t end =
        std::min(url.find_first_of("/?#", start), url.size());
    std::string out(url.substr(0, start));
    for (std::size_t i = start; i < end; ++i) {
        const int octet = robots::percent_triplet(url, i);
        const bool ends_host = octet >= 0 && std::string_view("/?#@:[]").find(
                                                 static_cast<char>(octet)) !=
                                                 std::string_view::npos;
        if (octet >= 0 && !ends_host && i + 2 < end) {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += url[i];
        }
    }
    out += url.substr(end);
    return out;
}

// Returns the first `most` octets of a stream, or all octets if the stream has
// fewer.
std::string read_start(std::istream& in, std::size_t most) {
    std::string text(most, '\0');
    in.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::string check_assignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return robots::cited(text) +
               " has no name and `=`; write name=value, such as env=staging";
    }
    return {};
}

// Prints no warnings, because the verb `check` is for warnings. The exception
// is "body-too-large". This warning says that only the start of a robots.txt
// counts, so any answer of robotsctl may differ from what the whole text says.
std::shared_ptr<const robots::Policy> policy_of(const robots::Loaded& loaded) {
    print_errors(loaded, "body-too-large");
    return loaded.policy;
}

}  // namespace

bool has_scheme(std::string_view text) {
    const std::size_t slashes = text.find("://");
    return slashes != std::string_view::npos && slashes > 0 &&
           robots::is_letter(text[0]) &&
           std::all_of(text.begin(),
                       text.begin() + static_cast<std::ptrdiff_t>(slashes),
                       is_scheme_octet);
}

robots::Url absolute_url(std::string_view name, std::string_view text) {
    if (!has_scheme(text)) {
        throw Unusable(
            name, text,
            "is not an absolute URL; write it as https://example.com/");
    }
    const std::string_view scheme = text.substr(0, text.find("://"));
    if (!robots::scheme_from(scheme)) {
        throw Unusable(name, text,
                       "has the scheme " + robots::cited(scheme) +
                           ", and a policy is for http and https");
    }
    const bool may_be_encoded = text.find('%') != std::string_view::npos;
    auto url = may_be_encoded ? robots::parse_url(with_decoded_host(text))
                              : robots::parse_url(text);
    if (!url) {
        throw Unusable(
            name, text,
            "has no valid host or port; write it as https://example.com/");
    }
    return *std::move(url);
}

void print_errors(const robots::Loaded& loaded, std::string_view and_code) {
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        if (diagnostic.severity == robots::Severity::error ||
            diagnostic.code == and_code) {
            std::cerr << to_string(diagnostic) << '\n';
        }
    }
}

void LoadingOptions::add_to(CLI::App& verb) {
    verb.add_option("--var", assignments, "override a variable of the policy")
        ->type_name("NAME=VALUE")
        ->check(CLI::Validator(check_assignment, ""))
        ->allow_extra_args(false);
    verb.add_option("--root", roots,
                    "folder that may hold files of the policy; may be "
                    "repeated (default: the folder of the policy)")
        ->type_name("DIR")
        ->allow_extra_args(false);
}

robots::Variables LoadingOptions::variables() const {
    robots::Variables out;
    for (const std::string& text : assignments) {
        const std::size_t equals = text.find('=');
        out.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return out;
}

std::shared_ptr<const robots::Policy> LoadingOptions::load(
    const std::string& file) const {
    return policy_of(robots::load_policy(file, variables(), roots));
}

CLI::Option* PolicyOption::add_to(CLI::App& verb) {
    CLI::Option* policy =
        verb.add_option("POLICY", file_, "the YAML policy")->type_name("FILE");
    loading_.add_to(verb);
    return policy;
}

void PolicyOption::add_robots_txt_to(CLI::App& verb) {
    verb.add_option("--robots-txt", robots_txt_,
                    "a robots.txt instead of POLICY; - for standard input")
        ->type_name("FILE");
}

robots::Loaded PolicyOption::try_load(const robots::loader::Listing& listing,
                                      int language) const {
    if (reads_standard_input()) {
        return robots::load_robots_txt_text(
            read_start(std::cin, robots::kMaxRobotsTxt + 1), "-");
    }
    return is_robots_txt() ? robots::load_robots_txt(robots_txt_)
                           : robots::load_policy(file_, loading_.variables(),
                                                 loading_.roots,
                                                 robots::loader::share_folder(),
                                                 listing, nullptr, language);
}

std::string PolicyOption::take_misplaced() {
    return is_robots_txt() ? std::exchange(file_, {}) : std::string();
}

std::shared_ptr<const robots::Policy> PolicyOption::load() const {
    if (file_.empty() == robots_txt_.empty()) {
        throw Unusable(file_.empty()
                           ? "POLICY is missing: name the YAML policy"
                           : "POLICY and --robots-txt cannot be used together");
    }
    auto policy = policy_of(try_load());
    if (policy == nullptr) {
        throw Unusable();
    }
    return policy;
}

}  // namespace robotsctl
