// Runs a command each time a policy has changed on disk and still loads.

#ifndef ROBOTS_CLI_WATCH_POLICY_WATCH_HPP
#define ROBOTS_CLI_WATCH_POLICY_WATCH_HPP

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/watch/path_watcher.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/loader/yaml/descriptor.hpp"

namespace robotsctl {

struct WatchSettings {
    std::string file;     // the policy, for messages
    std::string command;  // for `/bin/sh -c`; empty: none
    bool once = false;    // end after the first change
    // A change is complete once nothing has happened for so long; a folder
    // that never rests is looked at after ten times as long.
    std::chrono::milliseconds settle{300};
    // The files are also read this often: network file systems send no events.
    // A command that failed runs again then.
    std::chrono::milliseconds interval{60000};
};

class PolicyWatch {
  public:
    using Load = std::function<robots::Loaded()>;

    // Throws std::system_error if the system cannot watch files or signals.
    PolicyWatch(WatchSettings settings, Load load);

    // Ends after SIGINT or SIGTERM, which leave a running command to itself;
    // with `once` after the first change. False if the policy did not load
    // then, or the command failed.
    bool run();

  private:
    enum class Woken { signal, event, time };

    // Watches what the policy was made of when it was last read, and when it
    // last loaded: a file that a broken policy no longer names may come back.
    void watch_again();
    Woken wait(std::chrono::milliseconds limit);
    // Waits until a change is complete. False: a signal came.
    bool settle();
    bool is_unchanged() const { return seen_.unchanged(); }
    // Loads the changed policy and runs the command. True: both went well.
    bool handle_change();
    bool run_command();
    std::optional<int> run_shell() const;
    // Whether a signal to end has come, or comes within `limit`.
    bool has_signal(std::chrono::milliseconds limit) const;

    WatchSettings settings_;
    Load load_;
    robots::loader::Descriptor signals_;
    std::unique_ptr<PathWatcher> watcher_;
    std::string reported_problem_;
    robots::loader::Inputs seen_;  // as last read, loading or not
    std::optional<robots::loader::Inputs> good_;  // as last put to use
    bool command_is_due_ = false;                 // it failed
};

}  // namespace robotsctl

#endif
