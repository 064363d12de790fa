#include "cli/explain/batch.hpp"

#include <optional>

#include "cli/judging/address.hpp"
#include "cli/options/url_option.hpp"
#include "cli/output/json_text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

// What is written at once, about.
constexpr std::size_t kPart = std::size_t{64} * 1024;
constexpr std::size_t kMostShown = 200;

}  // namespace

// The URL may be a path, if there is no host to choose, or if Host names it.
std::string Batch::ask_url(const BatchLine& line) {
    if (any_host_) {
        question_.url = url_of_any_host(line.url);
        return "";
    }
    std::string problem;
    std::optional<robots::Url> url;
    if (line.url.front() == '/' && !line.host.empty()) {
        url = absolute_url(
            "http://" + std::string(line.host) + std::string(line.url),
            problem);
    } else {
        url = absolute_url(line.url, problem);
    }
    if (url) {
        question_.url = std::move(*url);
        return "";
    }
    return "`url`: " + problem;
}

// Makes a question of a line; "", or why it is none.
std::string Batch::ask(std::string_view line) {
    if (line.size() >= LogSource::kMaxLine) {
        return "it is longer than 64 KiB";
    }
    std::string problem = parser_.parse(line, line_);
    if (!problem.empty()) {
        return problem;
    }
    if (!is_product_token(line_.crawler)) {
        return "`crawler`: " + robots::quoted(line_.crawler) +
               " is not a product token; write it as Googlebot, or use "
               "`user_agent` for a header";
    }
    const Address address(line_.address);
    if (address.octets().empty() != line_.address.empty()) {
        return "`address`: " + robots::quoted(line_.address) +
               " is not an IP address";
    }
    address_ = address.octets();
    question_.address = address_;
    question_.crawler = line_.crawler;
    question_.user_agents = line_.user_agents;
    return ask_url(line_);
}

void Batch::answer(std::string_view line, std::uint64_t number,
                   std::string& out) {
    const std::string problem = ask(line);
    JsonText object(out);
    object.put("line", number);
    if (problem.empty()) {
        put_members(policy_, answer_to(policy_, question_, judging_), object);
    } else {
        ++errors_;
        object.put("error", problem);
        object.put("text", line.substr(0, kMostShown));
    }
    object.end();
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
