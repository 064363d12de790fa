// Writes HTML: the module's own, and escaped text from others.

#ifndef ROBOTS_STATUS_PAGE_MARKUP_HPP
#define ROBOTS_STATUS_PAGE_MARKUP_HPP

#include <optional>
#include <string>
#include <string_view>

#include "status/model/model.hpp"
#include "status/page/escape.hpp"
#include "status/page/figures.hpp"
#include "status/page/state.hpp"

namespace robots::status {

// Appends to a string. Each call returns the writer, for the next one.
class Markup {
  public:
    // Times are relative to the server's, places to its policy's folder.
    Markup(std::string& out, const PageState& state,
           const model::Server& server)
        : out_(out), state_(state), server_(server) {}

    const PageState& state() const { return state_; }
    const model::Server& server() const { return server_; }

    // HTML of this module's own.
    Markup& raw(std::string_view html) {
        out_ += html;
        return *this;
    }

    // Text of a client or of the policy, kept apart from the text around it.
    Markup& foreign(std::string_view text) {
        append_foreign(out_, text);
        return *this;
    }

    // The same for a part of a line of robots.txt.
    Markup& text(std::string_view text) {
        append_text(out_, text);
        return *this;
    }

    Markup& attribute(std::string_view value) {
        append_attribute(out_, value);
        return *this;
    }

    // "1204", for attributes, and "1,204".
    Markup& number(model::Count value) { return raw(std::to_string(value)); }
    Markup& count(model::Count value) { return raw(count_text(value)); }

    // "one site", "1,204 sites"; `noun` takes an s.
    Markup& counted(model::Count value, std::string_view noun);

    Markup& duration(model::Duration value) {
        return raw(duration_text(value));
    }

    // "3 min ago", or "never".
    Markup& ago(model::Seconds time);

    // "2024-02-29 13:05 UTC", or "unknown".
    Markup& date(model::Seconds time);

    // "policy.yaml:12:7", "sites.d/shop.yaml:3:1".
    Markup& place(std::string_view place);

    // A link to the view of a crawler or a site, if it has one, with its name,
    // or with words for one of the model's collective names.
    Markup& crawler(std::string_view token, bool listed);
    Markup& site(std::string_view name, bool listed);

  private:
    Markup& linked(std::string_view parameter, std::string_view value,
                   std::string_view label, bool listed);

    std::string& out_;
    const PageState& state_;
    const model::Server& server_;
};

// Whether a name of the model stands for several.
bool is_collective(std::string_view name);

// The name of a crawler or a site, for people.
std::string_view crawler_label(std::string_view token);
std::string_view site_label(std::string_view name);

}  // namespace robots::status

#endif
