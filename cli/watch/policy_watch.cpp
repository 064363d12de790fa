#include "cli/watch/policy_watch.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <system_error>
#include <utility>

#include "cli/output/shell.hpp"
#include "cli/output/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// From now on SIGINT and SIGTERM are read from a descriptor.
robots::loader::Descriptor take_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGINT);
    ::sigaddset(&signals, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    robots::loader::Descriptor out(::signalfd(-1, &signals, SFD_CLOEXEC));
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

}  // namespace

PolicyWatch::PolicyWatch(WatchSettings settings, Load load)
    : settings_(std::move(settings)),
      load_(std::move(load)),
      signals_(take_signals()) {}

void PolicyWatch::watch_again() {
    // First, since both together may be more than the system allows.
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
                 seconds_text(settings_.interval));
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
    const Clock::time_point end = Clock::now() + 10 * settings_.settle;
    for (;;) {
        const Woken woken = wait(settings_.settle);
        if (woken != Woken::event || Clock::now() >= end) {
            return woken != Woken::signal;
        }
    }
}

bool PolicyWatch::has_signal(milliseconds limit) const {
    pollfd waited{signals_.get(), POLLIN, 0};
    return ::poll(&waited, 1, static_cast<int>(limit.count())) > 0;
}

// The command's wait status, -1 with errno if it has none; nullopt if a signal
// came first. A command may hang, so that it is not waited for blindly; and
// whoever started this may have it ignore SIGCHLD.
std::optional<int> PolicyWatch::run_shell() const {
    constexpr milliseconds kBetweenLooks{20};
    const pid_t child = start_shell(settings_.command);
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
    if (settings_.command.empty() || has_signal(milliseconds{0})) {
        return true;
    }
    std::cout << "running: " << robots::printable(settings_.command)
              << std::endl;
    const std::optional<int> status = run_shell();
    if (!status) {
        complain(settings_.command +
                 ": still running; the watch ends now, and does not wait for "
                 "it");
        return true;
    }
    command_is_due_ = *status != 0;
    if (command_is_due_) {
        complain(settings_.command + ": " + how_it_ended(*status) +
                 (settings_.once ? std::string()
                                 : "; it runs again in " +
                                       seconds_text(settings_.interval)));
    }
    return !command_is_due_;
}

bool PolicyWatch::handle_change() {
    robots::Loaded loaded = load_();
    seen_ = loaded.inputs;
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        if (diagnostic.severity == robots::Severity::error) {
            std::cerr << to_string(diagnostic) << '\n';
        }
    }
    if (loaded.policy == nullptr) {
        complain(settings_.file +
                 " does not load, so nothing was run; fix the errors above");
        return false;
    }
    if (good_ && good_->unchanged()) {
        std::cout << robots::printable(settings_.file)
                  << " is again what it was, so nothing was run" << std::endl;
        return true;
    }
    good_ = std::move(loaded.inputs);
    std::cout << robots::printable(settings_.file) << " has changed and loads: "
              << counted(loaded.policy->sites().size(), "site") << std::endl;
    return run_command();
}

bool PolicyWatch::run() {
    robots::Loaded loaded = load_();
    seen_ = loaded.inputs;
    if (loaded.policy != nullptr) {
        good_ = loaded.inputs;
    } else {
        for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
            std::cerr << to_string(diagnostic) << '\n';
        }
        complain(
            settings_.file +
            " does not load, so nothing will be run; fix the errors above");
    }
    watch_again();
    std::cout << "watching " << counted(files_of(seen_), "file") << " of "
              << robots::printable(settings_.file) << std::endl;
    for (;;) {
        // Watched before it is compared, so that no change falls in between.
        if (is_unchanged()) {
            const Woken woken = wait(settings_.interval);
            if (woken == Woken::signal) {
                return true;
            }
            if (woken == Woken::time && command_is_due_) {
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
        if (settings_.once) {
            return fine;
        }
    }
}

}  // namespace robotsctl
