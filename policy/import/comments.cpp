#include <algorithm>
#include <unordered_map>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/import/lines.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

struct Comment {
    std::uint32_t line;
    std::string text;  // without the "#"
};

// Comments with no blank line between them.
using Block = std::vector<Comment>;

class Comments {
  public:
    Comments(RobotsTxt& document, std::vector<ImportNotes>& notes)
        : document_(document), notes_(notes) {
        for (RobotsGroup& group : document.groups) {
            if (!group.is_part && !group.user_agents.empty()) {
                groups_.emplace(group.place.line, &group);
            }
        }
    }

    void take(std::string_view text) {
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++line_;
            take_one(trim(take_line(text), " \t\v\f"));
        }
        end_of_top(false);
        lose_all();
    }

  private:
    void take_one(std::string_view line) {
        if (line.empty()) {
            adjacent_ = false;
            return;
        }
        if (line.front() == '#') {
            take_comment(line);
            return;
        }
        const auto group = groups_.find(line_);
        const bool names_group = group != groups_.end() && adjacent_;
        end_of_top(names_group);
        if (names_group) {
            keep(*group->second);
        }
        lose_all();
        const std::size_t hash = line.find('#');
        if (hash != std::string_view::npos &&
            !trim(line.substr(hash + 1)).empty()) {
            lose(line_, line.substr(hash + 1));
        }
    }

    void take_comment(std::string_view line) {
        if (!adjacent_) {
            blocks_.emplace_back();
            adjacent_ = true;
        }
        std::string text(trim(
            line.substr(std::min(line.find_first_not_of('#'), line.size())),
            " \t\v\f"));
        std::replace(text.begin(), text.end(), '\t', ' ');
        if (is_line_of_text(text)) {
            blocks_.back().push_back({line_, std::move(text)});
        } else {
            lose(line_, text);
        }
    }

    // Ends the comments at the top of the file, and makes them the header. If
    // `at_group` is true and the top has several blocks, the last block is kept
    // for the group below it.
    void end_of_top(bool at_group) {
        if (!on_top_) {
            return;
        }
        on_top_ = false;
        const std::size_t kept = at_group && blocks_.size() > 1 ? 1 : 0;
        for (std::size_t i = 0; i + kept < blocks_.size(); ++i) {
            for (Comment& comment : blocks_[i]) {
                document_.header.push_back(std::move(comment.text));
            }
        }
        blocks_.erase(blocks_.begin(),
                      blocks_.end() - static_cast<std::ptrdiff_t>(kept));
    }

    void keep(RobotsGroup& group) {
        if (blocks_.empty()) {
            return;
        }
        for (Comment& comment : blocks_.back()) {
            group.comments.push_back(std::move(comment.text));
        }
        blocks_.pop_back();
    }

    void lose_all() {
        for (const Block& block : blocks_) {
            for (const Comment& comment : block) {
                lose(comment.line, comment.text);
            }
        }
        blocks_.clear();
        adjacent_ = false;
    }

    void lose(std::uint32_t line, std::string_view text) {
        add_note(notes_, "comment", Fate::kept, line,
                 "left out the comment " + cited(trim(text)) +
                     ": a policy keeps comments on top and above a group");
    }

    RobotsTxt& document_;
    std::vector<ImportNotes>& notes_;
    std::unordered_map<std::uint32_t, RobotsGroup*> groups_;  // by line number
    std::vector<Block> blocks_;  // since the last line that is not a comment
    std::uint32_t line_ = 0;
    bool adjacent_ = false;  // no blank line came since the last block
    bool on_top_ = true;
};

}  // namespace

void take_comments(std::string_view text, RobotsTxt& document,
                   std::vector<ImportNotes>& notes) {
    Comments(document, notes).take(text);
}

}  // namespace robots
