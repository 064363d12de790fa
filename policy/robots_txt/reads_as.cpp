#include "policy/robots_txt/reads_as.hpp"

#include <optional>
#include <vector>

#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

// Compares the lines of a text, one after the other, with a document's groups.
class ReadingComparison {
  public:
    explicit ReadingComparison(const std::vector<RobotsGroup>& groups)
        : groups_(groups) {}

    // Compares the next line of the text with the next line of the document.
    // Returns false if they differ.
    bool take(LineKey key, std::string_view value) {
        if (key == LineKey::user_agent) {
            return take_user_agent(value);
        }
        only_agents_ = false;
        switch (key) {
            case LineKey::allow:
            case LineKey::disallow:
                return take_rule(key == LineKey::allow, value);
            case LineKey::crawl_delay:
                return take_delay(value);
            case LineKey::request_rate:
                return take_next(&RobotsGroup::request_rates, rates_,
                                 parse_request_rate(value));
            case LineKey::visit_time:
                return take_next(&RobotsGroup::visit_times, windows_,
                                 day_window_from(value));
            case LineKey::user_agent:
            case LineKey::other:
                break;
        }
        return true;
    }

    bool at_end() const {
        return next_ == groups_.size() && group_is_complete();
    }

  private:
    bool take_user_agent(std::string_view value) {
        if (!in_agents_) {
            if (!group_is_complete() || next_ == groups_.size()) {
                return false;
            }
            group_ = &groups_[next_++];
            in_agents_ = only_agents_ = true;
            agents_ = rules_ = rates_ = windows_ = 0;
            has_delay_ = false;
        } else if (!only_agents_) {
            return false;  // a line above may be for some of the agents only
        }
        return agents_ < group_->user_agents.size() &&
               leading_product_token(value) == group_->user_agents[agents_++];
    }

    bool take_rule(bool allow, std::string_view path) {
        in_agents_ = false;
        if (path.empty()) {
            return group_ != nullptr;
        }
        if (group_ == nullptr || rules_ == group_->rules.size()) {
            return false;
        }
        const RuleLine& rule = group_->rules[rules_++];
        return rule.allow == allow && rule.path == path;
    }

    bool take_delay(std::string_view value) {
        if (group_ == nullptr || has_delay_) {
            return false;
        }
        has_delay_ = true;
        return group_->crawl_delay &&
               parse_crawl_delay(value) == group_->crawl_delay;
    }

    template <typename Value>
    bool take_next(std::vector<Value> RobotsGroup::*list, std::size_t& taken,
                   const std::optional<Value>& value) {
        return group_ != nullptr && value && taken < (group_->*list).size() &&
               *value == (group_->*list)[taken++];
    }

    bool group_is_complete() const {
        return group_ == nullptr ||
               (agents_ == group_->user_agents.size() &&
                rules_ == group_->rules.size() &&
                rates_ == group_->request_rates.size() &&
                windows_ == group_->visit_times.size() &&
                has_delay_ == group_->crawl_delay.has_value());
    }

    const std::vector<RobotsGroup>& groups_;
    const RobotsGroup* group_ = nullptr;
    std::size_t next_ = 0;  // the index of the group behind group_
    // How many lines of group_ were compared so far, for each kind of line.
    std::size_t agents_ = 0;
    std::size_t rules_ = 0;
    std::size_t rates_ = 0;
    std::size_t windows_ = 0;
    bool has_delay_ = false;
    bool in_agents_ = false;    // in the list of User-agent lines
    bool only_agents_ = false;  // since group_ started: no other line
};

}  // namespace

bool reads_as(std::string_view text, const RobotsTxt& document) {
    ReadingComparison comparison(document.groups);
    skip_byte_order_mark(text);
    while (!text.empty()) {
        const std::string_view written = take_line(text);
        const RobotsLine line = split_line(written, Reading::strict);
        const LineKey key = key_from(line.key, Reading::strict);
        // If the two readings of a line differ, a comparison cannot decide.
        const bool part =
            line.key.empty()
                ? !split_line(written, Reading::lenient).key.empty()
                : key_from(line.key, Reading::lenient) != key;
        if (part || !comparison.take(key, line.value)) {
            return false;
        }
    }
    return comparison.at_end();
}

}  // namespace robots
