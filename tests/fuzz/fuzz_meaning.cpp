// Two lists of rules of any octets. If `robotsctl diff` takes them for the
// same, they judge every target alike; and the lines that it shows mean what
// the rules mean.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/diff/meaning.hpp"
#include "policy/matching/rule_set.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robots::NewRule;
using robots::Pattern;
using robots::RuleSet;

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// Lines up to an empty one: "+/path" allows, any other first octet disallows.
RuleSet take_rules(std::string_view& text) {
    std::vector<NewRule> rules;
    while (!text.empty() && rules.size() < 40) {
        const std::string_view line = take_line(text);
        if (line.empty()) {
            break;
        }
        const Pattern pattern(line.substr(1));
        // "/%2%44" is normalised to "/%2D", which as a line is "/-": octets
        // that are no percent-encoding have no other spelling.
        if (Pattern(pattern.text()).text() == pattern.text()) {
            rules.push_back({line[0] == '+', pattern, {}});
        }
    }
    return RuleSet(std::move(rules));
}

RuleSet rules_of(const robotsctl::SpelledLines& lines) {
    std::vector<NewRule> rules;
    for (const std::string& line : lines) {
        const std::string_view path =
            std::string_view(line).substr(line.find(' ') + 1);
        rules.push_back({line[0] == 'A', Pattern(path), {}});
    }
    return RuleSet(std::move(rules));
}

bool allows(const RuleSet& rules, std::string_view target) {
    const robots::Rule* rule = rules.match(target);
    return rule == nullptr || rule->allow;
}

// Targets that the patterns are about: with nothing and with something for each
// "*", and with more behind.
std::vector<std::string> targets_for(const RuleSet& rules) {
    std::vector<std::string> out{"/", "/x"};
    for (const robots::Rule& rule : rules.rules()) {
        for (const char* filler : {"", "x", "/", "/ab"}) {
            std::string target;
            for (std::size_t i = 0; i < rule.pattern.run_count(); ++i) {
                target += i == 0 ? "" : filler;
                target += rule.pattern.run(i);
            }
            if (target.empty() || target[0] != '/') {
                target.insert(0, 1, '/');
            }
            out.push_back(target);
            out.push_back(target + filler);
        }
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);
    const RuleSet a = take_rules(input);
    const RuleSet b = take_rules(input);
    const robotsctl::RuleLines lines_a = robotsctl::lines_of(a);
    const robotsctl::RuleLines lines_b = robotsctl::lines_of(b);
    const RuleSet spelled = rules_of(lines_a.spelled);
    const RuleSet meaning = rules_of(lines_a.meaning);
    const bool same = lines_a.meaning == lines_b.meaning;
    for (const RuleSet* rules : {&a, &b}) {
        for (const std::string& target : targets_for(*rules)) {
            expect(allows(spelled, target) == allows(a, target),
                   "another spelling judges alike");
            expect(allows(meaning, target) == allows(a, target),
                   "what is left out decides nothing");
            expect(!same || allows(a, target) == allows(b, target),
                   "what means the same judges alike");
        }
    }
    return 0;
}
