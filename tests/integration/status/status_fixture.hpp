// An nginx with robots_status, and what that says.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/harness/robots_fixture.hpp"

namespace integration {

class StatusTest : public RobotsTest {
  protected:
    using Json = nlohmann::json;

    // serve() with a server on @status@ besides, that only tells the status.
    void serve_with_status(const std::string& location = {}) {
        configure("server { listen 127.0.0.1:@web@;" + std::string(kToBackend) +
                  "}" + status_server(location));
        nginx.start();
    }

    static std::string status_server(const std::string& location = {}) {
        return "server { listen 127.0.0.1:@status@; server_name "
               "status.example; robots off; access_log off; location = /status "
               "{ robots_status; " +
               location + "} }";
    }

    Request status_request(const std::string& arguments) {
        return Request("http://status.example/status?" + arguments)
            .to(nginx.port("status"));
    }

    std::string status(const std::string& arguments) {
        return nginx.send(status_request(arguments)).body;
    }

    Json json(const std::string& arguments = {}) {
        return Json::parse(status("format=json&" + arguments));
    }

    // The row of a crawler; null where there is none.
    Json crawler(const std::string& token) {
        return find(json()["crawlers"]["rows"], "crawler", token);
    }

    Json site(const std::string& name) {
        return find(json()["sites"]["rows"], "site", name);
    }

    static Json find(const Json& rows, const std::string& member,
                     const std::string& value) {
        for (const Json& row : rows) {
            if (row.at(member) == value) {
                return row;
            }
        }
        return nullptr;
    }

    // Whether `condition` of the status comes true: what a request leaves is
    // counted when it ends, which may be after its answer has come.
    bool becomes(const std::function<bool()>& condition) {
        return await(condition, 5s);
    }
};

}  // namespace integration
