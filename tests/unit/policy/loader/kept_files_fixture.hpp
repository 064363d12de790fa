// Loads a policy whose customers' files have `on_error: keep`, again and again.

#pragma once

#include <functional>
#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

constexpr const char* kKeptMain =
    "version: 1.1\n"
    "include: {files: 't/*.yaml', on_error: keep}\n"
    "templates: {base: {comment: base}}\n"
    "sites: [{host: main.example, comment: main}]\n";

class LoaderKeptFiles : public PolicyFixture {
  protected:
    // As a reload of nginx, which knows what it runs.
    Loaded reload(const std::string& main = kKeptMain) {
        const std::string file = write("policy.yaml", main);
        loader::KnownGood known;
        known.running = &running_;
        known.copied = [this](const std::string&) {
            if (between_tries_) {
                between_tries_();
            }
            return nullptr;
        };
        Loaded loaded = load_policy(file, {}, {}, loader::share_folder(), {},
                                    nullptr, loader::kLanguageMinor, known);
        if (loaded.policy != nullptr) {
            running_ = loaded.inputs.good_files();
        }
        return loaded;
    }
    void restart() { running_.clear(); }
    void site(const std::string& file, const std::string& host,
              const std::string& comment) const {
        write("t/" + file,
              "sites: [{host: " + host + ", comment: " + comment + "}]\n");
    }
    static std::string of(const Loaded& loaded, const std::string& host) {
        if (loaded.policy == nullptr) {
            return "refused: " + all(loaded.diagnostics);
        }
        const std::string url = "http://" + host + "/";
        return site_of(*loaded.policy, url) == nullptr
                   ? "none"
                   : render(*loaded.policy, url);
    }

    loader::GoodFiles running_;
    std::function<void()> between_tries_;
};

}  // namespace robots
