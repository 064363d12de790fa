#include "status/model/query.hpp"

#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace robots::status {

namespace {

std::size_t page_number(std::string_view arguments, std::string_view name) {
    const auto number = number_from(argument(arguments, name));
    return number && *number > 0 ? *number : 1;
}

}  // namespace

std::string argument(std::string_view arguments, std::string_view name) {
    while (!arguments.empty()) {
        const std::string_view pair = take_until('&', arguments);
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos &&
            pair.substr(0, equals) == name) {
            return decode_form(pair.substr(equals + 1));
        }
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
    if (name == "explain") {
        return View::explain;
    }
    if (!query.crawler.empty()) {
        return View::crawler;
    }
    return query.site.empty() ? View::overview : View::site;
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

Question question_from(std::string_view arguments) {
    Question question;
    for (const QuestionPart& part : kQuestionParts) {
        question.*part.text = argument(arguments, part.name);
    }
    return question;
}

}  // namespace robots::status
