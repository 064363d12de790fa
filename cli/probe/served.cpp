#include "cli/probe/served.hpp"

#include <algorithm>

#include "cli/http/http_handle.hpp"
#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// The maximum size in octets of all status lines and headers of an answer. It
// limits the memory if a server sends headers without end.
constexpr std::size_t kMostHead = std::size_t{64} * 1024;

// A connection to a server, and its last answer.
class Connection {
  public:
    Connection(const std::string& user_agent, const AskSettings& settings,
               bool is_https)
        : settings_(settings),
          easy_(HttpHandle::Schemes::http_and_https, settings.ca_file,
                served_.body, kMostServed) {
        easy_.set(CURLOPT_FOLLOWLOCATION, 0L);
        easy_.set(CURLOPT_ACCEPT_ENCODING, "");
        easy_.set(CURLOPT_PATH_AS_IS, 1L);
        easy_.set(CURLOPT_USERAGENT, user_agent.c_str());
        easy_.on_header([this](std::string_view line) { return take(line); });
        if (!settings.connect_to.empty()) {
            // An empty host and port apply to all hosts and ports.
            const std::string to = "::" + settings.connect_to;
            connect_to_.reset(curl_slist_append(nullptr, to.c_str()));
            easy_.set(CURLOPT_CONNECT_TO, connect_to_.get());
            easy_.set(CURLOPT_NOPROXY, "*");
        } else if (settings.only_public) {
            easy_.refuse_private(is_https);
        }
    }

    Served ask(const std::string& url) {
        const auto left =
            std::chrono::ceil<milliseconds>(settings_.end - Clock::now());
        if (left <= milliseconds{0}) {
            return out_of_time();
        }
        served_ = {};
        head_ = 0;
        const CURLcode result =
            easy_.ask(url, std::min(settings_.timeout, left));
        if (result == CURLE_OPERATION_TIMEDOUT && left < settings_.timeout) {
            return out_of_time();
        }
        served_.status = easy_.status();
        served_.redirect = easy_.redirect();
        judge_end(result);
        return std::move(served_);
    }

  private:
    static Served out_of_time() {
        Served out;
        out.ended = Ended::no_time;
        out.problem =
            "the time for all requests was over first; write a longer "
            "--timeout, or ask for less in one run";
        return out;
    }

    bool take(std::string_view line) {
        head_ += line.size() + 1;
        if (robots::starts_with(line, "HTTP/")) {
            served_.headers.clear();
        }
        const std::size_t colon = line.find(':');
        if (head_ <= kMostHead && colon != std::string_view::npos) {
            served_.headers.emplace_back(robots::fold(line.substr(0, colon)),
                                         robots::trim(line.substr(colon + 1)));
        }
        return head_ <= kMostHead;
    }

    void judge_end(CURLcode result) {
        served_.problem = result == CURLE_OK ? "" : easy_.text_of(result);
        if (result == CURLE_OK) {
            served_.ended = Ended::whole;
        } else if (easy_.is_too_long()) {
            served_.ended = Ended::too_long;
        } else if (head_ > kMostHead) {
            served_.problem = "its headers have more than 64 KiB";
        } else if (!easy_.private_address().empty()) {
            served_.problem =
                "its host is not public: it has the address " +
                easy_.private_address() +
                ", and no site of the policy has that host; write "
                "`--connect-to HOST=" +
                easy_.private_address() + "` if that is meant";
        } else if (result == CURLE_OPERATION_TIMEDOUT) {
            served_.problem = "there was no whole answer within " +
                              seconds_text(settings_.timeout);
        } else if (result == CURLE_BAD_CONTENT_ENCODING) {
            served_.ended = Ended::not_readable;
        } else if (served_.status != 0) {
            served_.ended = Ended::cut_short;
        }
    }

    const AskSettings& settings_;
    HttpList connect_to_;
    Served served_;
    std::size_t head_ = 0;  // octets of status lines and headers
    HttpHandle easy_;
};

}  // namespace

std::string_view Served::header(std::string_view name) const {
    const auto it =
        std::find_if(headers.begin(), headers.end(),
                     [name](const auto& each) { return each.first == name; });
    return it == headers.end() ? std::string_view() : it->second;
}

std::vector<Served> ask(const std::vector<std::string>& urls,
                        const std::string& user_agent,
                        const AskSettings& settings) {
    Connection connection(user_agent, settings,
                          robots::starts_with(urls.front(), "https:"));
    std::vector<Served> out;
    for (const std::string& url : urls) {
        out.push_back(connection.ask(url));
        if (out.back().ended == Ended::nothing ||
            out.back().ended == Ended::no_time) {
            break;  // other URLs would take as long, or no time is left
        }
    }
    out.resize(urls.size());
    return out;
}

}  // namespace robotsctl
