#include "cli/options/old_names.hpp"

#include <string_view>

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

struct OldName {
    std::string_view verb;
    std::string_view option;  // empty: the verb itself is old
    std::string_view now;     // a verb, or an option of the same verb
};

constexpr OldName kOldNames[] = {
    {"identity", "", "sources"},
    {"replay", "--suggest", "suggest"},
    {"check", "--json", "--format=json"},
    {"explain", "--now", "--at"},
};

// Whether `word` is that option, alone or with a value: "--now=12".
bool is_option(std::string_view word, std::string_view option) {
    return robots::starts_with(word, option) &&
           (word.size() == option.size() || word[option.size()] == '=');
}

void say(const OldName& name) {
    const std::string before = "robotsctl " + std::string(name.verb);
    const std::string old =
        name.option.empty() ? before : before + ' ' + std::string(name.option);
    const bool is_verb = name.now.front() != '-';
    const std::string now =
        (is_verb ? "robotsctl " : before + ' ') + std::string(name.now);
    complain(robots::quoted(old) + " is now " + robots::quoted(now) +
             "; write that");
}

void replace(const OldName& name, std::vector<std::string>& words) {
    const bool is_verb = name.now.front() != '-';
    if (name.option.empty()) {
        say(name);
        words[0] = name.now;
        return;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!is_option(words[i], name.option)) {
            continue;
        }
        say(name);
        if (is_verb) {
            words[0] = name.now;
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
        words[i].replace(0, name.option.size(), name.now);
    }
}

}  // namespace

std::vector<std::string> with_new_names(std::vector<std::string> words) {
    for (const OldName& name : kOldNames) {
        if (!words.empty() && words[0] == name.verb) {
            replace(name, words);
        }
    }
    return words;
}

}  // namespace robotsctl
