#include "cli/explain/batch_line.hpp"

#include <utility>

#include "cli/log/json_members.hpp"
#include "policy/base/ascii.hpp"

namespace robotsctl {

namespace {

using simdjson::error_code;
using simdjson::SUCCESS;
using simdjson::ondemand::json_type;

}  // namespace

error_code BatchLineParser::read_text(simdjson::ondemand::value value,
                                      const char* name, std::string_view& out) {
    json_type type{};
    if (const auto error = value.type().get(type)) {
        return error;
    }
    if (type == json_type::null) {
        out = {};
        return SUCCESS;
    }
    if (type != json_type::string) {
        problem_ = '`' + std::string(name) + "`: expected a string";
        return simdjson::INCORRECT_TYPE;
    }
    return value.get_string().get(out);
}

error_code BatchLineParser::read_header(simdjson::ondemand::field& header,
                                        BatchLine& out) {
    std::string_view name;
    if (const auto error = header.unescaped_key().get(name)) {
        return error;
    }
    const bool is_agent = robots::equal_folded(name, "user-agent");
    if (!is_agent && !robots::equal_folded(name, "host")) {
        return SUCCESS;
    }
    const auto add = [&](simdjson::ondemand::value value) {
        std::string_view text;
        const auto error = read_text(value, "headers", text);
        if (error == SUCCESS && is_agent && !text.empty()) {
            out.user_agents.push_back(text);
        } else if (error == SUCCESS && !is_agent) {
            out.host = text;
        }
        return error;
    };
    json_type type{};
    if (const auto error = header.value().type().get(type)) {
        return error;
    }
    if (type != json_type::array) {
        return add(header.value());
    }
    simdjson::ondemand::array values;
    if (const auto error = header.value().get_array().get(values)) {
        return error;
    }
    for (auto item : values) {
        simdjson::ondemand::value value;
        if (const auto error = item.get(value)) {
            return error;
        }
        if (const auto error = add(value)) {
            return error;
        }
    }
    return SUCCESS;
}

error_code BatchLineParser::read_headers(simdjson::ondemand::value value,
                                         BatchLine& out) {
    json_type type{};
    if (const auto error = value.type().get(type)) {
        return error;
    }
    if (type == json_type::null) {
        return SUCCESS;
    }
    simdjson::ondemand::object headers;
    if (value.get_object().get(headers) != SUCCESS) {
        problem_ =
            "`headers`: expected an object, such as {\"User-Agent\": "
            "\"GPTBot/1.2\"}";
        return simdjson::INCORRECT_TYPE;
    }
    for (auto item : headers) {
        simdjson::ondemand::field header;
        if (const auto error = std::move(item).get(header)) {
            return error;
        }
        if (const auto error = read_header(header, out)) {
            return error;
        }
    }
    return SUCCESS;
}

error_code BatchLineParser::read_member(simdjson::ondemand::field& member,
                                        BatchLine& out) {
    std::string_view name;
    if (const auto error = member.unescaped_key().get(name)) {
        return error;
    }
    if (name == "url") {
        return read_text(member.value(), "url", out.url);
    }
    if (name == "crawler") {
        return read_text(member.value(), "crawler", out.crawler);
    }
    if (name == "address") {
        return read_text(member.value(), "address", out.address);
    }
    if (name == "headers") {
        return read_headers(member.value(), out);
    }
    if (name == "user_agent") {
        std::string_view text;
        const auto error = read_text(member.value(), "user_agent", text);
        if (!text.empty()) {
            out.user_agents.push_back(text);
        }
        return error;
    }
    return SUCCESS;
}

error_code BatchLineParser::read(BatchLine& out) {
    return for_each_member(parser_, padded_, [this, &out](auto& member) {
        return read_member(member, out);
    });
}

std::string BatchLineParser::parse(std::string_view line, BatchLine& out) {
    out.url = out.crawler = out.address = out.host = {};
    out.user_agents.clear();
    problem_.clear();
    padded_.assign(line);
    const error_code error = read(out);
    if (!problem_.empty()) {
        return problem_;
    }
    if (error == simdjson::UTF8_ERROR) {
        return "it is not UTF-8";
    }
    if (error != SUCCESS) {
        return "it is not a JSON object";
    }
    if (out.url.empty()) {
        return "missing `url`";
    }
    if (out.crawler.empty() == out.user_agents.empty()) {
        return out.crawler.empty()
                   ? "missing `crawler` or `user_agent`"
                   : "`crawler` and `user_agent` cannot be used together";
    }
    return "";
}

}  // namespace robotsctl
