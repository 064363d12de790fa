#include "tests/request_fuzz/driver.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tests/harness/http2_connection.hpp"

namespace request_fuzz {

using namespace std::chrono_literals;
using integration::Connection;
using integration::Http2Connection;
using integration::Response;

namespace {

constexpr std::string_view kHttp = R"(
    log_format fuzz "$http_x_id\t$status\t$uri\t$args\t$host\t$request_uri\t"
                    "$robots_site\t$robots_verdict\t$robots_rule\t"
                    "$robots_crawler";
    access_log @prefix@/fuzz.log fuzz;
    large_client_header_buffers 8 32k;
    keepalive_requests 1000000;
    lingering_timeout 300ms;
    robots_policy fuzz.yaml;
    robots on;
    add_header X-Id $http_x_id always;
    server {
        listen 127.0.0.1:@web@;
        listen 127.0.0.1:@h2@ http2;
        server_name default.example;
        location / { proxy_pass http://127.0.0.1:@backend@/?; }
    }
    server {
        listen 127.0.0.1:@web@;
        listen 127.0.0.1:@h2@ http2;
        server_name example.com *.wild.example;
        merge_slashes off;
        robots_refusal @refused;
        location / { proxy_pass http://127.0.0.1:@backend@/?; }
        location @refused {
            default_type text/plain;
            return 406 "$robots_crawler $robots_signature $http_accept\n";
        }
    }
    server {
        listen 127.0.0.1:@backend@;
        robots off;
        access_log off;
        large_client_header_buffers 8 64k;
        location / { return 200 "page"; }
    }
)";

// A field of nginx's log: "\xHH" for octets that are not printable.
std::string of_log(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "\\x") == 0 && i + 3 < text.size()) {
            out += static_cast<char>(
                std::stoi(text.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out == "-" ? "" : out;
}

Logged logged_from(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) {
        fields.push_back(field);
    }
    if (fields.size() != 10) {
        throw std::runtime_error("log line: " + line);
    }
    const std::string verdict = fields[7];
    return {of_log(fields[0]),
            std::stoi(fields[1]),
            of_log(fields[2]),
            of_log(fields[3]),
            of_log(fields[4]),
            of_log(fields[5]),
            of_log(fields[6]),
            verdict,
            line};
}

// nginx could not read the request, or gave its stream up.
bool is_broken(int status) {
    return status == 0 || status >= 400;
}

bool expects(const Asked& asked) {
    for (const auto& field : asked.fields) {
        if (field.first == "Expect") {
            return true;
        }
    }
    return false;
}

// With the times of a signature that is valid now.
std::string in_time(std::string value) {
    const auto now = std::time(nullptr);
    for (const auto& [mark, time] :
         {std::pair<std::string_view, std::time_t>{"@now@", now - 5},
          {"@soon@", now + 100}}) {
        for (std::size_t at = value.find(mark); at != value.npos;
             at = value.find(mark, at)) {
            value.replace(at, mark.size(), std::to_string(time));
        }
    }
    return value;
}

// What a process has computed, in clock ticks (proc(5)).
long ticks_of(pid_t pid) {
    constexpr int kUserTime = 14;
    std::istringstream words(
        integration::read_file("/proc/" + std::to_string(pid) + "/stat"));
    std::string word;
    for (int i = 0; i < kUserTime; ++i) {
        words >> word;
    }
    return word.empty() ? 0 : std::stol(word);
}

std::string chunks_of(const std::string& body) {
    std::ostringstream out;
    out << std::hex << body.size() << "\r\n" << body << "\r\n0\r\n\r\n";
    return out.str();
}

}  // namespace

Driver::Driver() {
    nginx_.file("fuzz.yaml", kPolicy);
    nginx_.raw_file("keys.json",
                    R"({"kty":"OKP","crv":"Ed25519",)"
                    R"("x":"_3h5ai8Y0R2nCENPaYT2l9vSfzlVfZYF9fKzvJbGIzk"})");
    nginx_.http = kHttp;
    nginx_.log_level = integration::environment("FUZZ_LOG_LEVEL", "warn");
    nginx_.start();
    worker_ = nginx_.serving_workers().at(0);
}

std::string Driver::run(const Case& one) {
    sent_.clear();
    const long before = ticks_of(worker_);
    try {
        const std::string wrong =
            one.http2 ? over_http2_unless_closed(one) : over_http1(one);
        if (!wrong.empty()) {
            return wrong;
        }
        const std::string logs = check_logs();
        if (!logs.empty()) {
            return logs;
        }
        // Five requests take a few milliseconds; sanitizers ten times that.
        const long busy = ticks_of(worker_) - before;
        return busy * 2 > sysconf(_SC_CLK_TCK)
                   ? "the worker was busy for more than half a second"
                   : check_health();
    } catch (const std::exception& error) {
        const std::string health = check_health();
        return health.empty() ? error.what() : health;
    }
}

std::string Driver::bytes_of(const Asked& asked, const std::string& id) const {
    std::string out = asked.method + ' ' + asked.target + ' ' + asked.version +
                      "\r\nX-Id: " + id + "\r\n";
    if (asked.version == "HTTP/1.0") {
        out += "Connection: keep-alive\r\n";
    }
    for (const auto& [name, value] : asked.fields) {
        out += name + ": " + in_time(value) + "\r\n";
    }
    return out + "\r\n" + (asked.chunked ? chunks_of(asked.body) : asked.body);
}

std::string Driver::over_http1(const Case& one) {
    std::vector<std::string> ids;
    Connection connection(nginx_.port());
    std::string all;
    for (const Asked& asked : one.requests) {
        ids.push_back(new_id());
        sent_[ids.back()] = {&asked};
        all += bytes_of(asked, ids.back());
    }
    if (one.pipelined) {
        connection.send(all);
    }
    bool ended = false;
    for (std::size_t i = 0; i < ids.size() && !ended; ++i) {
        if (!one.pipelined) {
            connection.send(bytes_of(one.requests[i], ids[i]));
        }
        const std::string wrong = take_answer(connection, ids[i], ended);
        if (!wrong.empty()) {
            return ids[i] + ": " + wrong;
        }
    }
    if (!ended && connection.readable(0ms)) {
        return "more than the answers: " + connection.rest(2s).substr(0, 200);
    }
    return "";
}

std::string Driver::take_answer(Connection& connection, const std::string& id,
                                bool& ended) {
    Sent& sent = sent_.at(id);
    const Asked& asked = *sent.asked;
    const auto read = [&] {
        return asked.method == "HEAD" ? connection.read_bodiless()
                                      : connection.read();
    };
    Response answer = read();
    const bool continued = answer.status == 100;
    if (continued) {
        answer = read();
    }
    sent.status = answer.status;
    // nginx closes after any 412, whatever the answer says.
    ended = answer.header("Connection") == "close" ||
            !answer.has("Connection") || answer.status == 412;
    const std::string from = answer.header("X-Id");
    if (from != id && !(from.empty() && answer.status >= 400 && ended)) {
        return "the answer is that to \"" + from + "\"";
    }
    const bool refused_here =
        is_refusal(answer.status, asked) && answer.status != kElsewhere;
    if (continued && (!expects(asked) || refused_here)) {
        return "100 before " + std::to_string(answer.status);
    }
    return "";
}

Http2Connection::Fields fields_of(const Asked& asked, const std::string& id) {
    Http2Connection::Fields fields{{":method", asked.method},
                                   {":scheme", "http"}};
    if (asked.path_first) {
        fields.emplace_back(":path", asked.target);
    }
    auto field = asked.fields.begin();
    if (field != asked.fields.end() && field->first == ":authority") {
        fields.push_back(*field++);
    }
    if (!asked.path_first) {
        fields.emplace_back(":path", asked.target);
    }
    fields.emplace_back("x-id", id);
    for (; field != asked.fields.end(); ++field) {
        fields.emplace_back(field->first, in_time(field->second));
    }
    return fields;
}

std::string Driver::over_http2(const Case& one) {
    Http2Connection connection(nginx_.port("h2"));
    std::vector<std::pair<std::string, std::uint32_t>> open;
    for (const Asked& asked : one.requests) {
        const std::string id = new_id();
        sent_[id] = {&asked};
        open.emplace_back(id, connection.open(fields_of(asked, id)));
        if (!one.pipelined) {
            sent_[id].status = connection.read(open.back().second).status;
        }
    }
    for (const auto& [id, stream] : open) {
        sent_[id].status = connection.read(stream).status;
    }
    return "";
}

// nginx closes a connection for an octet that no field holds, and 1.22 some
// frames after it has refused an ":authority".
std::string Driver::over_http2_unless_closed(const Case& one) {
    try {
        return over_http2(one);
    } catch (const std::exception& error) {
        const std::string what = error.what();
        return what == "HTTP/2 connection closed" && has_logged_broken() ? ""
                                                                         : what;
    }
}

bool Driver::has_logged_broken() {
    return integration::await(
        [&] {
            for (const std::string& line : integration::lines_of(new_log())) {
                if (is_broken(logged_from(line).status)) {
                    return true;
                }
            }
            return false;
        },
        2s);
}

// What the log has that no case has read.
std::string Driver::new_log() const {
    std::ifstream log(nginx_.folder().path("fuzz.log"));
    log.seekg(static_cast<std::streamoff>(log_offset_));
    std::ostringstream rest;
    rest << log.rdbuf();
    return rest.str();
}

// Each request that was answered has a line, and each line is right.
std::string Driver::check_logs() {
    std::size_t wanted = 0;
    for (const auto& each : sent_) {
        wanted += each.second.status != 0 ? 1 : 0;
    }
    std::vector<std::string> lines;
    integration::await(
        [&] {
            const std::string rest = new_log();
            lines = integration::lines_of(rest);
            if (lines.size() < wanted ||
                (!rest.empty() && rest.back() != '\n')) {
                return false;
            }
            log_offset_ += rest.size();
            return true;
        },
        10s);
    if (lines.size() < wanted) {
        return "fewer lines in the log than answers";
    }
    for (const std::string& line : lines) {
        const Logged logged = logged_from(line);
        const auto found = sent_.find(logged.id);
        if (found == sent_.end()) {
            // nginx read no field of it, or it is one of a connection before
            // that nginx closed.
            if ((logged.id.empty() && is_broken(logged.status)) ||
                logged.id[0] == 'r') {
                continue;
            }
            return "a request that nobody sent: " + line;
        }
        judged_ += logged.verdict != "-" ? 1 : 0;
        refused_ += is_refusal(logged.status, *found->second.asked) ? 1 : 0;
        const std::string wrong = complaint(*found->second.asked, logged);
        if (!wrong.empty()) {
            return wrong + ": " + line;
        }
    }
    return "";
}

std::string Driver::check_health() {
    const auto alarms = nginx_.alarms();
    if (!alarms.empty()) {
        return alarms.front();
    }
    return nginx_.serving_workers() == std::vector<pid_t>{worker_}
               ? ""
               : "the worker died";
}

}  // namespace request_fuzz
