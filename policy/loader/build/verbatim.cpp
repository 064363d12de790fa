#include "policy/loader/build/verbatim.hpp"

#include <optional>
#include <vector>

#include "policy/loader/build/read_back.hpp"
#include "policy/loader/build/site_settings.hpp"
#include "policy/robots_txt/shared_reading.hpp"

namespace robots::loader {

namespace {

// The groups of `document`, which is the shared reading of a text at `place`.
bool compile_verbatim(const std::optional<RobotsTxt>& document,
                      const Place& place, const Enforcement& enforcement,
                      Robots& robots, Findings& findings) {
    if (document) {
        const std::vector<Shared<Enforcement>> each(document->groups.size(),
                                                    enforcement);
        robots.groups = Groups(*document, each);
    }
    return rules_fit(document && !robots.groups.too_large(), place, findings);
}

}  // namespace

bool rules_fit(bool fit, const Place& place, Findings& findings) {
    if (!fit) {
        findings.error(place, "body-too-large",
                       "merging the groups for each crawler makes more than 32 "
                       "MiB of rules; name each crawler in only one group");
    }
    return fit;
}

std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings) {
    auto robots = std::make_shared<Robots>();
    const auto document = shared_reading(text, place.file);
    if (!compile_verbatim(document, place, enforcement, *robots, findings)) {
        return nullptr;
    }
    robots->body = Body::verbatim(text);
    robots->revision = revision_of(*robots, text);
    return robots;
}

std::shared_ptr<Robots> text_robots(const std::string& text, const Place& place,
                                    const Enforcement& enforcement,
                                    std::string& rendered, Findings& findings) {
    auto robots = std::make_shared<Robots>();
    robots->body = Body(text);
    rendered = robots->body.render(sample_authority());
    if (rendered.size() > kMaxRobotsTxt) {
        findings.error(place, "body-too-large",
                       "this robots.txt is larger than 500 KiB, and crawlers "
                       "read no further");
        return nullptr;
    }
    // Its lines have no file of their own: all get the place of the text.
    auto document = shared_reading(rendered);
    if (document) {
        move_to(place, *document);
    }
    return compile_verbatim(document, place, enforcement, *robots, findings)
               ? robots
               : nullptr;
}

}  // namespace robots::loader
