#include "policy/import/use_lines.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/import/writer.hpp"

namespace robots {

namespace {

// Whether `kept` says all that `said` does.
template <class Line, class Items>
bool says_all(const Line* kept, const Items& said) {
    return kept != nullptr &&
           std::all_of(said.begin(), said.end(), [kept](const auto& each) {
               const auto* own = kept->find(each.first);
               return own != nullptr && *own == each.second;
           });
}

std::string_view plain(std::string_view path) {
    return path == "/" ? std::string_view() : path;
}

}  // namespace

UseLine::UseLine(std::string_view field, std::string_view value)
    : is_license(equal_folded(field, "license")),
      is_signal(equal_folded(field, "content-signal")) {
    if (is_license) {
        license = value;
    } else if (is_signal) {
        signals = content_signal_from(value);
    } else {
        usage = content_usage_from(value);
    }
}

std::optional<UseLine::Said> UseLine::why_not() const {
    if (is_license) {
        return is_importable(license)
                   ? std::nullopt
                   : std::optional<Said>(
                         {"bad-value", "its value is not a URL or text"});
    }
    if (is_signal) {
        return signals ? std::nullopt
                       : std::optional<Said>(
                             {"unreadable-signal",
                              "its value is not a list of signals, such as "
                              "`search=yes, ai-train=no`"});
    }
    return usage && !usage->has_more
               ? std::nullopt
               : std::optional<Said>(
                     {"unreadable-usage",
                      "its value is not a list of preferences alone, such as "
                      "`train-ai=n`"});
}

UseLine::Said UseLine::overruled() const {
    if (is_license) {
        return {"long-line", "it is longer than crawlers read"};
    }
    return is_signal ? Said{"other-signal",
                            "a later line says something else, and that counts"}
                     : Said{"other-usage",
                            "another line has the same path and says `n`, and "
                            "that counts"};
}

std::vector<UseLine::Said> UseLine::oddities() const {
    std::vector<Said> out;
    const auto add = [&out](const char* kind, std::string problem) {
        if (!problem.empty()) {
            out.push_back({kind, std::move(problem)});
        }
    };
    if (signals) {
        for (const auto& [key, value] : signals->signals) {
            add("unknown-signal", signal_problem(key, value));
        }
    }
    if (usage) {
        for (const auto& [label, allowed] : usage->labels) {
            add("unknown-usage", label_problem(label));
        }
    }
    return out;
}

KeptUse::KeptUse(const RobotsGroup& group) {
    for (const auto& [field, value] : group.other) {
        if (equal_folded(field, "license")) {
            licenses_.insert(value);
        } else {
            use_.add(field, value);
        }
    }
}

bool KeptUse::has(const UseLine& line) const {
    if (line.is_license) {
        return licenses_.count(line.license) != 0;
    }
    return line.is_signal
               ? line.signals &&
                     says_all(use_.signals(plain(line.signals->path)),
                              line.signals->signals)
               : line.usage && says_all(use_.usage(plain(line.usage->path)),
                                        line.usage->labels);
}

}  // namespace robots
