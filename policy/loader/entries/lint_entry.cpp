#include <algorithm>
#include <cstddef>
#include <utility>

#include "policy/base/near_word.hpp"
#include "policy/loader/entries/body_values.hpp"

namespace robots::loader {

namespace {

// The items of `ignore` as written.
struct Ignored {
    std::vector<Text> names;
};

const Key<Ignored> kLintKeys[] = {
    {"ignore", [](const Reader& reader, const Value& value,
                  Ignored& ignored) { ignored.names = reader.texts(value); }},
};

// Returns whether `text` is the name of a warning. If not, warns. This is not
// an error, because another release may have a warning with this name.
bool check_name(const Reader& reader, const Text& text) {
    const auto names = lint::all_names();
    if (std::find(names.begin(), names.end(), text.value) != names.end()) {
        return true;
    }
    const std::string hint = did_you_mean(text.value, names);
    reader.warning(
        text.place, "unknown-warning",
        "unknown warning " + cited(text.value) +
            (hint.empty() ? "; write a code that `robotsctl check` prints in "
                            "brackets, such as `open-ended-path`"
                          : hint));
    return false;
}

}  // namespace

lint::CodeSet read_lint(const Reader& reader, const Value& value) {
    Ignored ignored;
    read_map(reader, value, "`lint`", kLintKeys, ignored);
    lint::CodeSet out;
    for (const Text& text : ignored.names) {
        if (!check_name(reader, text)) {
            continue;
        }
        if (const auto code = lint::code_named(text.value)) {
            out.set(static_cast<std::size_t>(*code));
        } else {
            reader.error(
                text.place, "bad-value",
                cited(text.value) +
                    " is not about one site; ignore it in `lint` at the top "
                    "of the policy");
        }
    }
    return out;
}

std::vector<std::string> read_policy_lint(const Reader& reader,
                                          const Value& value) {
    Ignored ignored;
    read_map(reader, value, "`lint`", kLintKeys, ignored);
    std::vector<std::string> out;
    for (Text& text : ignored.names) {
        if (check_name(reader, text)) {
            out.push_back(std::move(text.value));
        }
    }
    return out;
}

}  // namespace robots::loader
