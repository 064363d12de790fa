#include "status/model/query.hpp"

#include <charconv>

namespace robots::status {

namespace {

// The value of a hexadecimal digit, or -1.
int digit_from(char octet) {
    if (octet >= '0' && octet <= '9') {
        return octet - '0';
    }
    const char folded = static_cast<char>(octet | 0x20);
    return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

// As forms encode: "+" is a blank. A "%" that starts no triplet stands for
// itself.
std::string decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool triplet = text[i] == '%' && i + 2 < text.size() &&
                             digit_from(text[i + 1]) >= 0 &&
                             digit_from(text[i + 2]) >= 0;
        if (triplet) {
            out += static_cast<char>(digit_from(text[i + 1]) * 16 +
                                     digit_from(text[i + 2]));
            i += 2;
        } else {
            out += text[i] == '+' ? ' ' : text[i];
        }
    }
    return out;
}

std::size_t page_number(std::string_view arguments, std::string_view name) {
    const std::string text = argument(arguments, name);
    std::size_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number > 0 ? number : 1;
}

}  // namespace

std::string argument(std::string_view arguments, std::string_view name) {
    while (!arguments.empty()) {
        const std::size_t end = arguments.find('&');
        const std::string_view pair = arguments.substr(0, end);
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos &&
            pair.substr(0, equals) == name) {
            return decoded(pair.substr(equals + 1));
        }
        arguments.remove_prefix(end == std::string_view::npos ? arguments.size()
                                                              : end + 1);
    }
    return {};
}

namespace {

View view_from(const std::string& name, const Query& query) {
    if (name == "sites") {
        return View::sites;
    }
    if (name == "violations") {
        return View::violations;
    }
    if (name == "acts") {
        return View::acts;
    }
    if (!query.crawler.empty()) {
        return View::crawler;
    }
    if (!query.site.empty()) {
        return View::site;
    }
    return name == "explain" ? View::explain : View::overview;
}

}  // namespace

Format format_from(std::string_view arguments) {
    const std::string name = argument(arguments, "format");
    if (name == "json") {
        return Format::json;
    }
    return name == "prometheus" ? Format::prometheus : Format::page;
}

Query query_from(std::string_view arguments) {
    Query query;
    query.crawler = argument(arguments, "crawler");
    query.site = argument(arguments, "site");
    query.view = view_from(argument(arguments, "view"), query);
    query.crawlers_page = page_number(arguments, "crawlers");
    query.sites_page = page_number(arguments, "sites");
    query.lines_page = page_number(arguments, "lines");
    query.visits_page = page_number(arguments, "visits");
    return query;
}

model::Question question_from(std::string_view arguments) {
    model::Question question;
    question.host = argument(arguments, "host");
    question.port = argument(arguments, "port");
    question.scheme = argument(arguments, "scheme");
    question.user_agent = argument(arguments, "user_agent");
    question.path = argument(arguments, "path");
    question.address = argument(arguments, "address");
    question.headers = argument(arguments, "headers");
    return question;
}

}  // namespace robots::status
