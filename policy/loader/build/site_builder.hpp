// From merged bodies to what sites serve and enforce.

#ifndef ROBOTS_POLICY_LOADER_BUILD_SITE_BUILDER_HPP
#define ROBOTS_POLICY_LOADER_BUILD_SITE_BUILDER_HPP

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "policy/loader/build/document.hpp"
#include "policy/loader/build/templates.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/yaml/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// A body, and what became of it.
struct SettledBody {
    std::shared_ptr<const Robots> robots;  // nullptr after an error
    BodyEntry body;                        // merged
    std::optional<Document> document;      // unless it is verbatim
    bool shared = false;                   // with other sites
};

class SiteBuilder {
  public:
    // All of these outlive the builder. `outer` is the enforcement of the file.
    SiteBuilder(const EnforcementOverride& outer,
                const CategoryTokens& categories, Templates& templates,
                PolicyFiles& files, Findings& findings)
        : outer_(outer),
          categories_(categories),
          templates_(templates),
          files_(files),
          findings_(findings) {}

    // What `body` serves and enforces; bodies that are one template and nothing
    // else share it. It is there until the next body is built.
    const SettledBody& build(BodyEntry body);

    // The product tokens that groups name, in the policy or in verbatim files.
    // Each once, where it was first met.
    std::vector<Text> named_tokens() const;

  private:
    SettledBody settle(BodyEntry body);
    const SettledBody& settle_shared(const BodyEntry& body);
    std::shared_ptr<Robots> compile(SettledBody& settled);
    bool publish(const RobotsTxt& document, const Place& place, Robots& robots,
                 std::string& rendered);
    // `rendered` becomes the robots.txt for the sample authority.
    std::shared_ptr<Robots> compile_composed(SettledBody& settled,
                                             std::string& rendered);
    std::shared_ptr<Robots> compile_verbatim(const BodyEntry& body,
                                             std::string& rendered);
    // A text with per-request variables, otherwise served as it is.
    std::shared_ptr<Robots> compile_text(const std::string& text,
                                         const Place& place,
                                         const Enforcement& enforcement,
                                         std::string& rendered);
    Shared<SiteSettings> settings_of(const BodyEntry& body);
    void name(const std::string& token, const Place& place);

    const EnforcementOverride& outer_;
    const CategoryTokens& categories_;
    Templates& templates_;
    PolicyFiles& files_;
    Findings& findings_;
    std::map<std::string, SettledBody> of_template_;
    SettledBody own_;  // of the last body that shares nothing
    GroupPool shared_groups_;
    EnforcementPool shared_enforcement_;
    SharedPool<Shared<SiteSettings>> shared_settings_;
    std::map<std::string, Text> named_;  // by folded token
};

// The robots.txt `text`, served as it is, which starts at `place`; nullptr
// after an error.
std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings);

}  // namespace robots::loader

#endif
