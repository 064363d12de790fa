#include "cli/explain/batch.hpp"

#include <utility>

#include "cli/log/json_line.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/crawlers/address_ranges.hpp"

namespace robotsctl {

namespace {

using simdjson::ondemand::json_type;

// What is written at once, about.
constexpr std::size_t kPart = std::size_t{64} * 1024;
constexpr std::size_t kMostShown = 200;

}  // namespace

std::string_view BatchLineParser::read_text(simdjson::ondemand::value value,
                                            const char* name) {
    const json_type type = value.type();
    if (type == json_type::null) {
        return {};
    }
    if (type != json_type::string) {
        throw Unusable('`' + std::string(name) + "`: expected a string");
    }
    const std::string_view text = value.get_string();
    return text;
}

void BatchLineParser::read_header(simdjson::ondemand::field& header,
                                  BatchLine& out) {
    const std::string_view name = header.unescaped_key();
    const bool is_agent = robots::equal_folded(name, "user-agent");
    if (!is_agent && !robots::equal_folded(name, "host")) {
        return;
    }
    const auto add = [&](simdjson::ondemand::value value) {
        const std::string_view text = read_text(value, "headers");
        if (!is_agent) {
            out.host = text;
        } else if (!text.empty()) {
            out.user_agents.push_back(text);
        }
    };
    if (header.value().type() != json_type::array) {
        add(header.value());
        return;
    }
    for (auto item : header.value().get_array()) {
        add(item.value());
    }
}

void BatchLineParser::read_headers(simdjson::ondemand::value value,
                                   BatchLine& out) {
    const json_type type = value.type();
    if (type == json_type::null) {
        return;
    }
    if (type != json_type::object) {
        throw Unusable(
            "`headers`: expected an object, such as {\"User-Agent\": "
            "\"GPTBot/1.2\"}");
    }
    for (auto item : value.get_object()) {
        simdjson::ondemand::field header = std::move(item).take_value();
        read_header(header, out);
    }
}

void BatchLineParser::read_member(simdjson::ondemand::field& member,
                                  BatchLine& out) {
    const std::string_view name = member.unescaped_key();
    if (name == "url") {
        out.url = read_text(member.value(), "url");
    } else if (name == "crawler") {
        out.crawler = read_text(member.value(), "crawler");
    } else if (name == "address") {
        out.address = read_text(member.value(), "address");
    } else if (name == "headers") {
        read_headers(member.value(), out);
    } else if (name == "user_agent") {
        const std::string_view text = read_text(member.value(), "user_agent");
        if (!text.empty()) {
            out.user_agents.push_back(text);
        }
    }
}

void BatchLineParser::parse(std::string_view line, BatchLine& out) {
    out.url = out.crawler = out.address = out.host = {};
    out.user_agents.clear();
    padded_.assign(line);
    const simdjson::error_code error = for_each_member(
        parser_, padded_, [&](auto& member) { read_member(member, out); });
    if (error != simdjson::SUCCESS) {
        throw Unusable(error == simdjson::UTF8_ERROR
                           ? "it is not UTF-8"
                           : "it is not a JSON object");
    }
    if (out.url.empty()) {
        throw Unusable("missing `url`");
    }
    if (out.crawler.empty() == out.user_agents.empty()) {
        throw Unusable(
            out.crawler.empty()
                ? "missing `crawler` or `user_agent`"
                : "`crawler` and `user_agent` cannot be used together");
    }
}

// The URL may be a path, if there is no host to choose, or if Host names it.
robots::Url Batch::url_of(const BatchLine& line) const {
    if (any_host_) {
        return url_of_any_host(line.url);
    }
    if (line.url.front() == '/' && !line.host.empty()) {
        return absolute_url("`url`", "http://" + std::string(line.host) +
                                         std::string(line.url));
    }
    return absolute_url("`url`", line.url);
}

// Makes a question of a line.
void Batch::ask(std::string_view line) {
    if (line.size() >= LogSource::kMaxLine) {
        throw Unusable("it is longer than 64 KiB");
    }
    parser_.parse(line, line_);
    if (!is_product_token(line_.crawler)) {
        throw Unusable("`crawler`", line_.crawler,
                       "is not a product token; write it as Googlebot, or use "
                       "`user_agent` for a header");
    }
    address_ = robots::address_from(line_.address);
    if (address_.empty() != line_.address.empty()) {
        throw Unusable("`address`", line_.address, "is not an IP address");
    }
    question_.address = address_;
    question_.crawler = line_.crawler;
    question_.user_agents = line_.user_agents;
    question_.url = url_of(line_);
}

void Batch::answer(std::string_view line, std::uint64_t number,
                   std::string& out) {
    JsonWriter json = json_line(out);
    json.name("line").number(number);
    try {
        ask(line);
        put_members(policy_, answer_to(policy_, question_, judging_), json);
    } catch (const Unusable& problem) {
        ++errors_;
        json.name("error").text(problem.what());
        json.name("text").text(line.substr(0, kMostShown));
    }
    json.close_object();
    out += '\n';
}

std::uint64_t Batch::run(LogSource& in, std::ostream& out) {
    std::string part;
    std::string_view line;
    while (out.good() && in.next(line)) {
        answer(line, in.line(), part);
        if (part.size() >= kPart) {
            out << part;
            part.clear();
        }
    }
    out << part << std::flush;
    return errors_;
}

}  // namespace robotsctl
