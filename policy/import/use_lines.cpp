#include "policy/import/use_lines.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/import/writer.hpp"

namespace robots {

namespace {

constexpr UseLine::Field kLicense{
    {"bad-value", "its value is not a URL or text"},
    {"long-line", "it is longer than crawlers read"}};
constexpr UseLine::Field kSignal{
    {"unreadable-signal",
     "its value is not a list of signals, such as `search=yes, ai-train=no`; a "
     "signal cannot be called `path`"},
    {"other-signal", "a later line says something else, and that counts"}};
constexpr UseLine::Field kUsage{
    {"unreadable-usage",
     "its value is not a list of preferences alone, such as `train-ai=n`"},
    {"other-usage",
     "another line has the same path and says `n`, and that counts"}};

// Whether `kept` has every item of `said`, with the same value. False if `kept`
// is nullptr.
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

UseLine::UseLine(std::string_view name, std::string_view value)
    : field(equal_folded(name, "license")          ? kLicense
            : equal_folded(name, "content-signal") ? kSignal
                                                   : kUsage) {
    if (&field == &kLicense) {
        license = value;
        is_readable = is_importable(value);
    } else if (&field == &kSignal) {
        signals = content_signal_from(value);
        is_readable = signals && signals->find(kNoSignal) == nullptr;
    } else {
        usage = content_usage_from(value);
        is_readable = usage && !usage->has_more;
    }
}

std::vector<UseLine::Note<std::string>> UseLine::oddities() const {
    std::vector<Note<std::string>> out;
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
    if (line.signals) {
        return says_all(use_.signals(plain(line.signals->path)),
                        line.signals->signals);
    }
    if (line.usage) {
        return says_all(use_.usage(plain(line.usage->path)),
                        line.usage->labels);
    }
    return licenses_.count(line.license) != 0;
}

}  // namespace robots
