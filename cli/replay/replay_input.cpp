#include "cli/replay/replay_input.hpp"

#include "cli/output/text.hpp"

namespace robotsctl {

void ReplayInputOption::add_to(CLI::App& verb) {
    policy_.add_to(verb);
    policy_.add_robots_txt_to(verb);
    verb.add_option("LOG", logs_,
                    "access logs, gzipped or not; - for standard input")
        ->type_name("FILE");
    format_.add_to(verb);
    verb.add_option("--url", url_,
                    "any URL of the site for log lines without a host")
        ->type_name("URL");
    verb.add_flag("--no-merge-slashes", keep_slashes_,
                  "judge as nginx does with merge_slashes off");
}

ReplayInput ReplayInputOption::read() {
    const std::string first = policy_.take_misplaced();
    if (!first.empty()) {
        logs_.insert(logs_.begin(), first);
    }
    if (logs_.empty()) {
        throw Unusable(
            "LOG is missing: name an access log, or - for standard input");
    }
    ReplayInput out;
    if (!url_.empty()) {
        out.url = absolute_url("--url", url_);
    }
    out.policy = policy_.load();
    const auto reading = format_.read();
    if (!reading) {
        throw Unusable();
    }
    out.reading = *reading;
    out.logs = logs_;
    if (keep_slashes_) {
        out.slashes = robots::Slashes::keep;
    }
    return out;
}

}  // namespace robotsctl
