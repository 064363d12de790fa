// Checks what a robots.txt says about the use of content. Finds words that
// crawlers do not know, licences that crawlers cannot fetch, and
// contradictions.

#include <algorithm>
#include <string>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots::lint {

namespace {

// The words for one use in Content-Signal lines and in Content-Usage lines.
struct Word {
    const char* signal;
    const char* label;
};
constexpr Word kUseWords[] = {{"search", "search"}, {"ai-train", "train-ai"}};

// Whether the URI is absolute: "mailto:x", "https://a/b". A control character
// at its start represents a variable, which may be `${origin}`.
bool is_absolute_uri(std::string_view uri) {
    const std::size_t colon = std::min(uri.find(':'), uri.size());
    const std::string_view scheme = uri.substr(0, colon);
    if (!uri.empty() && uri[0] >= 0 && uri[0] < ' ') {
        return true;
    }
    return colon + 1 < uri.size() && !scheme.empty() && is_letter(scheme[0]) &&
           std::all_of(scheme.begin(), scheme.end(), [](char c) {
               return is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
           });
}

std::string quoted_line(std::string_view field, std::string_view value) {
    return cited(std::string(field) + ": " + std::string(value));
}

void check_license(std::string_view uri, const Place& place, Reporter& report) {
    if (!is_absolute_uri(uri)) {
        report.tell(place, Code::license_not_absolute,
                    "license " + cited(uri) +
                        " is not an absolute URI, so crawlers ignore it; write "
                        "one such as `https://example.com/license.xml`");
    }
}

void check_signals(std::string_view value, const Place& place,
                   Reporter& report) {
    const auto line = content_signal_from(value);
    if (!line) {
        report.tell(place, Code::unknown_signal,
                    quoted_line("Content-Signal", value) +
                        " is not a list of signals, so crawlers ignore it; "
                        "write one such as `search=yes, ai-train=no`");
        return;
    }
    for (const auto& [key, said] : line->signals) {
        if (std::string problem = signal_problem(key, said); !problem.empty()) {
            report.tell(place, Code::unknown_signal, std::move(problem));
        }
    }
}

void check_usage(std::string_view value, const Place& place, Reporter& report) {
    const auto line = content_usage_from(value);
    if (!line || line->has_more) {
        report.tell(place, Code::unknown_usage,
                    quoted_line("Content-Usage", value) +
                        (line ? " has more than labels with `y` or `n`, and "
                                "crawlers ignore that"
                              : " is not a list of preferences, so crawlers "
                                "ignore it") +
                        "; write one such as `train-ai=n, search=y`");
    }
    for (std::size_t i = 0; line && i < line->labels.size(); ++i) {
        std::string problem = label_problem(line->labels[i].first);
        if (!problem.empty()) {
            report.tell(place, Code::unknown_usage, std::move(problem));
        }
    }
}

void check_line(std::string_view field, std::string_view value,
                const Place& place, Reporter& report) {
    if (equal_folded(field, "license")) {
        check_license(value, place, report);
    } else if (equal_folded(field, "content-signal")) {
        check_signals(value, place, report);
    } else if (equal_folded(field, "content-usage")) {
        check_usage(value, place, report);
    }
}

// Checks the lines of a verbatim robots.txt, each at its own place.
void check_text(const Subject& subject, Reporter& report) {
    std::vector<ReadLine> lines;
    read_lines(subject.text.text, Reading::lenient, lines);
    for (const ReadLine& line : lines) {
        check_line(line.said.key, line.said.value,
                   subject.text.place_of(line.number), report);
    }
}

void check_contradictions(const UseOfContent& use, const Place& place,
                          Reporter& report) {
    for (const ContentSignalLine& signals : use.all_signals()) {
        const ContentUsageLine* usage = use.usage(signals.path);
        for (const Word& word : kUseWords) {
            const bool* allowed =
                usage == nullptr ? nullptr : usage->find(word.label);
            const std::string* said = signals.find(word.signal);
            const bool differ = allowed != nullptr && said != nullptr &&
                                *said == (*allowed ? "no" : "yes");
            if (differ) {
                report.tell(
                    place, Code::contradicting_use,
                    cited(std::string(word.signal) + '=' + *said) +
                        " in Content-Signal contradicts " +
                        cited(std::string(word.label) +
                              (*allowed ? "=y" : "=n")) +
                        " in Content-Usage" +
                        (signals.path.empty() ? ""
                                              : " for " + cited(signals.path)) +
                        "; write the same in both");
            }
        }
    }
}

// Returns the first allowed use in the form of its line ("search=yes", or
// "search=y"); "" if no use is allowed.
std::string allowed_use(const UseOfContent& use) {
    for (const ContentSignalLine& line : use.all_signals()) {
        for (const auto& [key, value] : line.signals) {
            if (value == "yes") {
                return key + "=yes";
            }
        }
    }
    for (const ContentUsageLine& line : use.all_usage()) {
        for (const auto& [label, allowed] : line.labels) {
            if (allowed) {
                return label + "=y";
            }
        }
    }
    return "";
}

void check_group(const Subject& subject, const RobotsGroup& group,
                 const Place& place, bool is_own, Reporter& report) {
    UseOfContent use;
    for (const auto& [field, value] : group.other) {
        use.add(field, value);
        if (!subject.verbatim) {
            check_line(field, value, place, report);
        }
    }
    check_contradictions(use, place, report);
    const Group* compiled = group.user_agents.empty()
                                ? nullptr
                                : subject.compiled.named(group.user_agents[0]);
    // Lines that a site has for all groups may not be meant for a closed group.
    const bool meant = subject.verbatim || is_own || names(group, "*");
    const std::string allowed = meant ? allowed_use(use) : "";
    if (!allowed.empty() && compiled != nullptr &&
        lint::closing_rule(*compiled) != nullptr) {
        report.tell(place, Code::use_of_closed,
                    cited(allowed) +
                        " has no effect: this group is closed, so its "
                        "crawlers fetch nothing; open what they may use, or "
                        "remove it");
    }
}

}  // namespace

void lint_use_of_content(const Subject& subject, Reporter& report) {
    if (subject.verbatim) {
        check_text(subject, report);
    }
    for (const auto& [field, value] : subject.document.other) {
        if (!subject.verbatim) {
            check_line(field, value, subject.place, report);
        }
    }
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        Place place = subject.notes[i].use_at;
        const bool is_own = place.line != 0;
        take_first(place, group.place);
        report.enter(subject.notes[i]);
        check_group(subject, group, place, is_own, report);
    }
}

}  // namespace robots::lint
