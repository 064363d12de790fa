#include "status/page/markup.hpp"

namespace robots::status {

Markup& Markup::counted(model::Count value, std::string_view noun) {
    raw(value == 1 ? "one" : count_text(value)).raw(" ").raw(noun);
    return value == 1 ? *this : raw("s");
}

Markup& Markup::ago(model::Seconds time) {
    if (time == 0) {
        return raw("never");
    }
    return raw("<time datetime=\"")
        .raw(iso_text(time))
        .raw("\">")
        .raw(ago_text(time, server_.now))
        .raw("</time>");
}

Markup& Markup::date(model::Seconds time) {
    if (time == 0) {
        return raw("unknown");
    }
    return raw("<time datetime=\"")
        .raw(iso_text(time))
        .raw("\">")
        .raw(date_text(time))
        .raw(" UTC</time>");
}

Markup& Markup::place(std::string_view place) {
    const std::string_view file = server_.policy_file;
    const std::size_t folder = file.rfind('/') + 1;
    const bool within =
        folder != 0 && place.substr(0, folder) == file.substr(0, folder);
    return foreign(within ? place.substr(folder) : place);
}

Markup& Markup::crawler(std::string_view token, bool listed) {
    return linked("crawler", token, crawler_label(token), listed);
}

Markup& Markup::site(std::string_view name, bool listed) {
    return linked("site", name, site_label(name), listed);
}

Markup& Markup::linked(std::string_view parameter, std::string_view value,
                       std::string_view label, bool listed) {
    if (!listed) {
        return foreign(label);
    }
    return raw("<a href=\"")
        .attribute(address_of(state_, parameter, value))
        .raw("\">")
        .foreign(label)
        .raw("</a>");
}

bool is_collective(std::string_view name) {
    return name == model::kUnlisted || name == model::kGone ||
           name == model::kOther;
}

std::string_view crawler_label(std::string_view token) {
    if (token == model::kUnlisted) {
        return "Unlisted crawlers";
    }
    if (token == model::kGone) {
        return "No longer in the catalogue";
    }
    return token == model::kOther ? "All others" : token;
}

std::string_view site_label(std::string_view name) {
    if (name == model::kGone) {
        return "No longer in the policy";
    }
    return name == model::kOther ? "All others" : name;
}

}  // namespace robots::status
