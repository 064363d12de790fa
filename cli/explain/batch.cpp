#include "cli/explain/explain.hpp"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/log/json_line.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robotsctl {

namespace {

using simdjson::ondemand::json_type;

// The approximate size of the output, in octets, that is written at once.
constexpr std::size_t kWrittenAtOnce = std::size_t{64} * 1024;
constexpr std::size_t kMostShown = 200;

// The members of an input line. The views point into the parser, and are valid
// until the next call of parse(). A missing member is empty.
struct BatchLine {
    std::string_view url;
    std::string_view crawler;
    std::string_view user_agent;
    std::vector<std::string_view> user_agents;  // from `headers` or user_agent
    std::string_view address;
    std::string_view host;  // from the Host header
};

class BatchLineParser {
  public:
    // Throws Unusable if the line cannot be answered. The message calls the
    // line "it".
    void parse(std::string_view line, BatchLine& out) {
        out.url = out.crawler = out.user_agent = out.address = out.host = {};
        out.user_agents.clear();
        padded_.assign(line);
        const simdjson::error_code error = for_each_member(
            parser_, padded_, [&](auto& member) { read_member(member, out); });
        if (error != simdjson::SUCCESS) {
            throw Unusable(error == simdjson::UTF8_ERROR
                               ? "it is not UTF-8"
                               : "it is not a JSON object");
        }
        if (!out.user_agent.empty()) {
            out.user_agents.push_back(out.user_agent);
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

  private:
    // If the value is null, `out` does not change.
    static void read_text(simdjson::ondemand::value value, const char* name,
                          std::string_view& out) {
        const json_type type = value.type();
        if (type == json_type::null) {
            return;
        }
        if (type != json_type::string) {
            throw Unusable('`' + std::string(name) + "`: expected a string");
        }
        out = value.get_string();
    }

    static void read_header(simdjson::ondemand::field& header, BatchLine& out) {
        const std::string_view name = header.unescaped_key();
        const bool is_agent = robots::equal_folded(name, "user-agent");
        if (!is_agent && !robots::equal_folded(name, "host")) {
            return;
        }
        const auto add = [&](simdjson::ondemand::value value) {
            std::string_view agent;
            read_text(value, "headers", is_agent ? agent : out.host);
            if (!agent.empty()) {
                out.user_agents.push_back(agent);
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

    static void read_headers(simdjson::ondemand::value value, BatchLine& out) {
        const json_type type = value.type();
        if (type == json_type::null) {
            return;
        }
        if (type != json_type::object) {
            throw Unusable(
                "`headers`: expected an object, such as {\"User-Agent\": "
                "\"GPTBot/1.2\"}");
        }
        out.host = {};
        out.user_agents.clear();
        for (auto item : value.get_object()) {
            simdjson::ondemand::field header = std::move(item).take_value();
            read_header(header, out);
        }
    }

    static void read_member(simdjson::ondemand::field& member, BatchLine& out) {
        const std::string_view name = member.unescaped_key();
        if (name == "url") {
            read_text(member.value(), "url", out.url);
        } else if (name == "crawler") {
            read_text(member.value(), "crawler", out.crawler);
        } else if (name == "address") {
            read_text(member.value(), "address", out.address);
        } else if (name == "headers") {
            read_headers(member.value(), out);
        } else if (name == "user_agent") {
            read_text(member.value(), "user_agent", out.user_agent);
        }
    }

    simdjson::ondemand::parser parser_;
    std::string padded_;  // the line and simdjson's padding
};

class Batch {
  public:
    Batch(const robots::Policy& policy, const Judging& judging, robots::Utc now,
          bool any_host)
        : policy_(policy),
          judging_(judging),
          any_host_(any_host),
          published_(policy.crawlers()) {
        question_.now = now;
    }

    // Appends an object to `out`: the answer to `line`, or an error. Returns
    // false after an error.
    bool answer(std::string_view line, std::uint64_t number, std::string& out) {
        JsonWriter json = json_line(out);
        json.name("line").number(number);
        bool is_answered = true;
        try {
            ask(line);
            put_members(policy_,
                        answer_to(policy_, question_, judging_, published_),
                        json);
        } catch (const Unusable& problem) {
            is_answered = false;
            json.name("error").text(problem.what());
            json.name("text").text(line.substr(0, kMostShown));
        }
        json.close_object();
        out += '\n';
        return is_answered;
    }

  private:
    // The URL may be a path if the policy is one robots.txt, or if `line.host`
    // contains the host.
    robots::Url url_of(const BatchLine& line) const {
        if (any_host_) {
            return url_of_any_host(line.url);
        }
        if (line.url.front() == '/' && !line.host.empty()) {
            return absolute_url("`url`", "http://" + std::string(line.host) +
                                             std::string(line.url));
        }
        return absolute_url("`url`", line.url);
    }

    // Stores the question that the line contains in `question_`.
    void ask(std::string_view line) {
        if (line.size() >= LogSource::kMaxLine) {
            throw Unusable("it is longer than 64 KiB");
        }
        parser_.parse(line, line_);
        if (!line_.crawler.empty() &&
            !robots::is_product_token(line_.crawler)) {
            throw Unusable(
                "`crawler`", line_.crawler,
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

    const robots::Policy& policy_;
    const Judging& judging_;
    const bool any_host_;
    PublishedUses published_;
    BatchLineParser parser_;
    BatchLine line_;
    ExplainQuestion question_;
    std::string address_;
};

}  // namespace

std::uint64_t explain_lines(const robots::Policy& policy,
                            const Judging& judging, robots::Utc now,
                            bool any_host, LogSource& in, std::ostream& out) {
    Batch batch(policy, judging, now, any_host);
    std::uint64_t errors = 0;
    std::string part;
    std::string_view line;
    while (out.good() && in.next(line)) {
        errors += batch.answer(line, in.line(), part) ? 0 : 1;
        if (part.size() >= kWrittenAtOnce) {
            out << part;
            part.clear();
        }
    }
    out << part << std::flush;
    return errors;
}

}  // namespace robotsctl
