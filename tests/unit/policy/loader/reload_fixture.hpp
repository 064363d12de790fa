// Loads a policy as a reload of nginx does, and as a start does: both must give
// the same result.

#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <set>
#include <sstream>
#include <string>

#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/load.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

inline void describe(std::ostream& out, const Policy& policy,
                     const Groups& groups) {
    for (const auto& group : groups.all()) {
        std::string enforcement;
        append_fingerprint(enforcement, *group->enforcement);
        out << "\n  " << group->name << group->is_private << ' '
            << std::hash<std::string>()(enforcement) << ' '
            << policy.where(group->pace->places.crawl_delay);
        for (const Rule& rule : group->rules.rules()) {
            out << "\n    " << rule.text() << ' ' << policy.where(rule.place);
        }
    }
}

inline void describe(std::ostream& out, const Policy& policy,
                     const Site& site) {
    const SiteSettings& settings = *site.robots->settings;
    std::string enforcement;
    append_fingerprint(enforcement, settings.enforcement);
    out << '\n'
        << site.name << ' ' << site.key << ' ' << policy.where(site.place)
        << ' ' << site.robots->revision.text() << ' '
        << settings.max_age.count() << ' ' << settings.verbatim << ' '
        << std::hash<std::string>()(enforcement) << '\n'
        << site.robots->body.render({"a.example", 443, Scheme::https});
    for (const auto& budget : settings.budgets) {
        out << "\n  " << budget->name << ' ' << policy.where(budget->place);
    }
    describe(out, policy, site.robots->groups);
}

inline void describe(std::ostream& out, const Policy& policy) {
    // A set, since the order of the lines does not matter.
    std::set<std::string> lines;
    for (const Crawler& crawler : policy.crawlers().entries()) {
        lines.insert("crawler " + crawler.token +
                     (crawler.is_customers ? " of customers" : ""));
    }
    for (const Policy::HostClaim& claim : policy.claims()) {
        const Site* site = policy.find({claim.host, claim.port.value_or(443),
                                        claim.scheme.value_or(Scheme::https)});
        lines.insert("claim " + claim.host + ' ' +
                     std::string(site != nullptr ? site->name : "-"));
    }
    for (const std::string& line : lines) {
        out << line << '\n';
    }
    for (const Site& site : policy.sites()) {
        describe(out, policy, site);
    }
}

// Describes the whole result of a load, except memory addresses.
inline std::string described(const Loaded& loaded) {
    std::ostringstream out;
    for (const Diagnostic& each : loaded.diagnostics) {
        out << to_string(each) << (each.fix ? " (fix)" : "") << '\n';
    }
    std::set<std::string> inputs;
    for (const loader::Input& input : loaded.inputs.all()) {
        inputs.insert(input.name + ' ' + std::to_string(input.digest));
    }
    for (const std::string& input : inputs) {
        out << "input " << input << '\n';
    }
    if (loaded.policy == nullptr) {
        return out.str();
    }
    out << loaded.kept_files << ' ' << loaded.policy->modified << '\n';
    for (const Rule* rule : loaded.tested_rules) {
        out << "tested " << loaded.policy->where(rule->place) << '\n';
    }
    describe(out, *loaded.policy);
    return out.str();
}

class LoaderReload : public PolicyFixture {
  protected:
    struct Both {
        std::string reloaded;
        std::string anew;
        std::size_t taken_over = 0;  // number of files
        bool loaded = false;
    };

    // Loads policy.yaml as a reload of nginx does, and as a start does.
    Both load_both() {
        const std::string main = path("policy.yaml");
        loader::KnownGood known;
        known.running = &running_;
        const auto load = [&] {
            return load_policy(main, {}, {}, loader::share_folder(), {},
                               nullptr, loader::kLanguageMinor, known);
        };
        const Loaded anew = load();
        known.compiled = compiled_;
        const Loaded reloaded = load();
        Both out{described(reloaded), described(anew)};
        out.loaded = reloaded.policy != nullptr;
        if (out.loaded) {
            out.taken_over = reloaded.compiled->taken_over;
            compiled_ = reloaded.compiled;
            running_ = reloaded.inputs.good_files();
        }
        return out;
    }

    // Calls load_both() and expects equal results. Returns how many files were
    // taken over.
    std::size_t reload() {
        const Both both = load_both();
        EXPECT_EQ(both.reloaded, both.anew);
        EXPECT_TRUE(both.loaded) << both.reloaded;
        return both.taken_over;
    }

    void customer(const std::string& name, const std::string& site) const {
        write("t/" + name + ".yaml", "version: 1.1\nsites: [{host: " + name +
                                         ".example, " + site + "}]\n");
    }

    std::shared_ptr<const loader::CompiledFiles> compiled_;
    loader::GoodFiles running_;
};

}  // namespace robots
