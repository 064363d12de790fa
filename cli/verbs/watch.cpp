// robotsctl watch: runs a command when a policy has changed and can be loaded.

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/shell.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "cli/watch/path_watcher.hpp"
#include "policy/base/descriptor.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/build/load.hpp"

namespace robotsctl {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A change is complete when no event has come for this time. If events come all
// the time, the policy is read after ten times kSettle.
constexpr milliseconds kSettle{300};

struct WatchOptions {
    PolicyOption policy;
    std::string command;  // for `/bin/sh -c`; empty: none
    bool once = false;    // end after the first change
    // The files are also checked at this interval, because network file systems
    // send no events. If the command failed, it is run again after this
    // interval.
    milliseconds interval{60000};
};

class PolicyWatch {
  public:
    // Throws std::system_error if the system cannot watch files or signals.
    explicit PolicyWatch(const WatchOptions& options);

    // Returns after SIGINT or SIGTERM; a running command continues. With
    // `once`, returns after the first change. Returns false if, after this
    // change, the policy did not load or the command failed.
    bool run();

  private:
    enum class Woken { signal, event, time };

    // Watches the files of the policy as last read, and the files of the policy
    // as last loaded without errors. A broken policy may not list all files
    // that are needed when it is repaired.
    void watch_again();
    Woken wait(std::chrono::milliseconds limit);
    // Waits until a change is complete. Returns false after a signal.
    bool settle();
    // Loads the policy. If this fails, prints the errors and `nothing_is_run`,
    // which says what is not done because of the errors.
    robots::Loaded load(const std::string& nothing_is_run);
    // Loads the changed policy and runs the command. Returns whether both
    // succeeded.
    bool handle_change();
    bool run_command();
    std::optional<int> run_shell() const;
    // Whether the policy on disk is the policy that was last loaded without
    // errors.
    bool is_in_use() const { return good_ && good_->unchanged(); }
    // Whether a signal to end has come, or will come within `limit`.
    bool has_signal(std::chrono::milliseconds limit) const;
    // The printable name of the policy's file.
    std::string name() const {
        return robots::printable(options_.policy.file());
    }

    const WatchOptions& options_;
    robots::Descriptor signals_;
    std::unique_ptr<PathWatcher> watcher_;
    std::string reported_problem_;
    robots::loader::Inputs seen_;  // as last read, with or without errors
    std::optional<robots::loader::Inputs> good_;  // as last loaded
    bool command_is_due_ = false;                 // the command failed
};

// Blocks SIGINT and SIGTERM, and returns a descriptor from which they are read.
robots::Descriptor take_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGINT);
    ::sigaddset(&signals, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    robots::Descriptor out(::signalfd(-1, &signals, SFD_CLOEXEC));
    if (!out.is_open()) {
        throw std::system_error(errno, std::generic_category(),
                                "cannot wait for signals (signalfd)");
    }
    return out;
}

std::uint64_t files_of(const robots::loader::Inputs& inputs) {
    return static_cast<std::uint64_t>(
        std::count_if(inputs.all().begin(), inputs.all().end(),
                      [](const auto& input) { return input.is_file(); }));
}

PolicyWatch::PolicyWatch(const WatchOptions& options)
    : options_(options), signals_(take_signals()) {}

void PolicyWatch::watch_again() {
    // Close the old watcher first, because the system may not allow both at
    // once.
    watcher_.reset();
    auto watcher = std::make_unique<PathWatcher>();
    for (const auto* inputs : {&seen_, good_ ? &*good_ : nullptr}) {
        if (inputs == nullptr) {
            continue;
        }
        for (const robots::loader::Input& input : inputs->all()) {
            if (input.is_file()) {
                watcher->add_file(input.name);
            } else {
                watcher->add_pattern(input.name);
            }
        }
    }
    watcher_ = std::move(watcher);
    if (watcher_->problem() !=
            std::exchange(reported_problem_, watcher_->problem()) &&
        !reported_problem_.empty()) {
        complain("cannot watch " + reported_problem_ +
                 "; changes below it are seen within " +
                 seconds_text(options_.interval));
    }
}

PolicyWatch::Woken PolicyWatch::wait(milliseconds limit) {
    std::array<pollfd, 2> waited{
        {{signals_.get(), POLLIN, 0}, {watcher_->descriptor(), POLLIN, 0}}};
    const Clock::time_point end = Clock::now() + limit;
    for (;;) {
        const auto left =
            std::chrono::ceil<milliseconds>(end - Clock::now()).count();
        const int ready = ::poll(waited.data(), waited.size(),
                                 left > 0 ? static_cast<int>(left) : 0);
        if ((waited[0].revents & POLLIN) != 0) {
            return Woken::signal;
        }
        if (ready > 0 && watcher_->take_events()) {
            return Woken::event;
        }
        if (ready == 0) {
            return Woken::time;
        }
    }
}

bool PolicyWatch::settle() {
    const Clock::time_point end = Clock::now() + 10 * kSettle;
    for (;;) {
        const Woken woken = wait(kSettle);
        if (woken != Woken::event || Clock::now() >= end) {
            return woken != Woken::signal;
        }
    }
}

bool PolicyWatch::has_signal(milliseconds limit) const {
    pollfd waited{signals_.get(), POLLIN, 0};
    return ::poll(&waited, 1, static_cast<int>(limit.count())) > 0;
}

// Returns the wait status of the command, or -1 with errno set if the status is
// unknown. Returns nullopt if a signal came first. Polls for the end of the
// command, because the command may hang, and because the parent process may
// have set SIGCHLD to be ignored.
std::optional<int> PolicyWatch::run_shell() const {
    constexpr milliseconds kBetweenLooks{20};
    const pid_t child = start_shell(options_.command);
    for (;;) {
        int status = 0;
        const pid_t ended =
            child < 0 ? child : ::waitpid(child, &status, WNOHANG);
        if (ended != 0) {
            return ended < 0 ? -1 : status;
        }
        if (has_signal(kBetweenLooks)) {
            return std::nullopt;
        }
    }
}

bool PolicyWatch::run_command() {
    if (options_.command.empty() || has_signal(milliseconds{0})) {
        return true;
    }
    std::cout << "running: " << robots::printable(options_.command)
              << std::endl;
    const std::optional<int> status = run_shell();
    if (!status) {
        complain(options_.command +
                 ": still running; the watch ends now, and does not wait for "
                 "it");
        return true;
    }
    command_is_due_ = *status != 0;
    if (command_is_due_) {
        complain(options_.command + ": " + how_it_ended(*status) +
                 (options_.once ? std::string()
                                : "; it runs again in " +
                                      seconds_text(options_.interval)));
    }
    return !command_is_due_;
}

robots::Loaded PolicyWatch::load(const std::string& nothing_is_run) {
    robots::Loaded loaded = options_.policy.try_load();
    seen_ = loaded.inputs;
    print_errors(loaded);
    if (loaded.policy == nullptr) {
        complain(options_.policy.file() + " does not load, so " +
                 nothing_is_run + "; fix the errors above");
    }
    return loaded;
}

bool PolicyWatch::handle_change() {
    robots::Loaded loaded = load("nothing was run");
    if (loaded.policy == nullptr) {
        return false;
    }
    // Run the command even if the policy is again as it was before it broke. In
    // between, a reload may have failed because of the broken policy.
    good_ = std::move(loaded.inputs);
    std::cout << name() << " has changed and loads: "
              << counted(loaded.policy->sites().size(), "site") << std::endl;
    return run_command();
}

bool PolicyWatch::run() {
    robots::Loaded loaded = load("nothing will be run");
    if (loaded.policy != nullptr) {
        good_ = std::move(loaded.inputs);
    }
    watch_again();
    std::cout << "watching " << counted(files_of(seen_), "file") << " of "
              << name() << std::endl;
    for (;;) {
        // The watches already exist when the policy is compared, so no change
        // is missed.
        if (seen_.unchanged()) {
            const Woken woken = wait(options_.interval);
            if (woken == Woken::signal) {
                return true;
            }
            if (woken == Woken::time && command_is_due_ && is_in_use()) {
                run_command();
            }
            if (woken == Woken::event && !settle()) {
                return true;
            }
            watch_again();
            continue;
        }
        const bool fine = handle_change();
        watch_again();
        if (options_.once) {
            return fine;
        }
    }
}

int watch(const WatchOptions& options) {
    return PolicyWatch(options).run() ? kFine : kNo;
}

}  // namespace

void add_watch(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<WatchOptions>(
        app, run, "watch", "run a command when a policy has changed and loads",
        watch);
    options.policy.add_to(verb)->required();
    verb.add_option("--exec", options.command,
                    "the command, for a shell: 'nginx -s reload'")
        ->type_name("COMMAND");
    add_duration(verb, "--interval", options.interval, milliseconds{100},
                 std::chrono::hours(24),
                 "after which the files are read anyway");
    verb.add_flag("--once", options.once, "end after the first change");
}

}  // namespace robotsctl
