// Finds groups without rules, which share the next group's rules (RFC 9309
// 2.2.1):
//
//     User-agent: Googlebot
//     Crawl-delay: 10
//
//     User-agent: BadBot
//     Disallow: /               closes the site to both

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/lint/families.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots::lint {

namespace {

struct Agent {
    std::string token;
    std::uint32_t line;
};

// What is between two User-agent lines of one list.
enum class Gap { none, blank, other_line };

class SharedRules {
  public:
    SharedRules(const Subject& subject, Reporter& report)
        : subject_(subject), report_(report) {}

    void run() {
        std::string_view text = subject_.text.text;
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++number_;
            take(take_line(text));
        }
        end_list();
    }

  private:
    void take(std::string_view raw) {
        if (trim(raw).empty()) {
            gap_ = std::max(gap_, Gap::blank);
            return;
        }
        const RobotsLine line = split_line(raw, Reading::lenient);
        if (line.key.empty()) {
            return;
        }
        switch (key_from(line.key, Reading::lenient)) {
            case LineKey::user_agent:
                take_agent(line.value);
                break;
            case LineKey::allow:
            case LineKey::disallow:
                take_rule(line);
                break;
            default:
                gap_ = Gap::other_line;
        }
    }

    void take_agent(std::string_view value) {
        if (has_rules_) {
            end_list();
        }
        if (!agents_.empty() && gap_ != Gap::none) {
            cuts_.push_back({agents_.size(), gap_});
        }
        gap_ = Gap::none;
        agents_.push_back({std::string(leading_product_token(value)), number_});
    }

    void take_rule(const RobotsLine& line) {
        has_rules_ = true;
        const bool closes =
            key_from(line.key, Reading::lenient) == LineKey::disallow &&
            !line.value.empty();
        if (closes && closing_.empty()) {
            closing_ = "Disallow: " + std::string(line.value);
        }
        allows_ = allows_ || (!closes && !line.value.empty());
    }

    bool is_search_engine(const Agent& agent) const {
        const Crawler* crawler = subject_.crawlers.find(agent.token);
        return crawler != nullptr && crawler->category == Category::search;
    }

    // Whether the agents before a blank line differ in kind from the agents
    // after the line: only one side has "*", or only search engines. Many lists
    // of agents of one kind have blank lines in them.
    bool differ(std::size_t at) const {
        const auto cut = agents_.begin() + static_cast<std::ptrdiff_t>(at);
        const auto is_all = [](const Agent& agent) {
            return agent.token == "*";
        };
        const auto is_search = [this](const Agent& agent) {
            return is_search_engine(agent);
        };
        return std::any_of(agents_.begin(), cut, is_all) !=
                   std::any_of(cut, agents_.end(), is_all) ||
               std::all_of(agents_.begin(), cut, is_search) !=
                   std::any_of(cut, agents_.end(), is_search);
    }

    void end_list() {
        std::size_t first = 0;
        for (const Cut& cut : cuts_) {
            if (!closing_.empty() && has_rules_ &&
                (cut.gap == Gap::other_line || differ(cut.at))) {
                tell(first, cut.at);
            }
            first = cut.at;
        }
        agents_.clear();
        cuts_.clear();
        closing_.clear();
        has_rules_ = false;
        allows_ = false;
    }

    // Reports that the agents from `first` to `end` - 1 have no rules.
    void tell(std::size_t first, std::size_t end) {
        const Agent& last = agents_[end - 1];
        const std::size_t others = end - first - 1;
        std::optional<Fix> fix;
        if (!allows_) {
            fix = Fix{{"User-agent: " + last.token, "Disallow:"},
                      Fix::Effect::opens};
        }
        report_.tell(
            subject_.text.place_of(last.line), Code::group_without_rules,
            cited(last.token) +
                (others == 0 ? ""
                             : " (and " + std::to_string(others) + " more)") +
                " has no rules, so it shares those of the group on line " +
                std::to_string(agents_[end].line) + ", such as " +
                cited(closing_) +
                "; write `Disallow:` under it if it may fetch everything",
            std::move(fix));
    }

    struct Cut {
        std::size_t at;  // index of the agent after it
        Gap gap;
    };

    const Subject& subject_;
    Reporter& report_;
    std::uint32_t number_ = 0;
    std::vector<Agent> agents_;  // of the current list
    std::vector<Cut> cuts_;
    Gap gap_ = Gap::none;
    bool has_rules_ = false;
    bool allows_ = false;
    std::string closing_;  // the first rule that closes something
};

}  // namespace

void lint_shared_rules(const Subject& subject, Reporter& report) {
    if (subject.verbatim) {
        SharedRules(subject, report).run();
    }
}

}  // namespace robots::lint
