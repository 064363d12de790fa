#include "policy/loader/build/robots_txt_policy.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/named_crawlers.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/inputs.hpp"
#include "policy/loader/yaml/source.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

using namespace loader;

std::shared_ptr<const Policy> policy_of(std::string& text, std::uint32_t index,
                                        std::time_t modified,
                                        Findings& findings) {
    if (text.size() > kMaxRobotsTxt) {
        text.resize(kMaxRobotsTxt);
        findings.warning({index, 0, 0}, "body-too-large",
                         "this robots.txt is larger than 500 KiB; only the "
                         "first 500 KiB count, since crawlers read no further");
    }
    const Place place{index, 1, 1};
    const auto robots = verbatim_robots(text, place, Enforcement{}, findings);
    if (robots == nullptr) {
        return nullptr;
    }
    std::vector<Text> named;
    for (const auto& group : robots->groups.all()) {
        if (group->name != "*") {
            named.push_back({group->name, place});
        }
    }
    auto policy = std::make_shared<Policy>(
        with_named(std::make_shared<const Crawlers>(built_in_crawlers(),
                                                    built_in_not_crawlers()),
                   named));
    policy->set_default(policy->add("default", robots, place));
    policy->files = findings.files();
    policy->modified = modified;
    return policy;
}

// As much of a file as counts, and an octet that shows that there is more.
Source read_start(const std::string& file) {
    std::string text;
    Source out =
        read_parts(open_file(file), kMaxSource,
                   [&text](std::string_view part, std::size_t) {
                       text += part.substr(
                           0, kMaxRobotsTxt + 1 -
                                  std::min(text.size(), kMaxRobotsTxt + 1));
                   });
    out.text = std::move(text);
    return out;
}

}  // namespace

Loaded load_robots_txt_text(std::string text, const std::string& name) {
    Findings findings;
    const std::uint32_t index = findings.add_file(name);
    auto policy = policy_of(text, index, 0, findings);
    return {std::move(policy), findings.diagnostics(), Inputs(), {}};
}

Loaded load_robots_txt(const std::string& file) {
    Findings findings;
    const std::uint32_t index = findings.add_file(file);
    Source source = read_start(file);
    Inputs inputs;
    inputs.add_file(Input::Kind::own_file, file, source);
    std::shared_ptr<const Policy> policy;
    if (source.problem.empty()) {
        policy = policy_of(source.text, index, source.modified, findings);
    } else {
        findings.error({index, 0, 0}, "unreadable-file",
                       "cannot open this file: " + source.problem);
    }
    return {std::move(policy), findings.diagnostics(), inputs, {}};
}

}  // namespace robots
