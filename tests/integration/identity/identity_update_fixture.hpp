// An https server that publishes lists, robotsctl sources, and a site whose
// policy reads what that keeps.

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/harness/certificate.hpp"
#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {

// {"prefixes": [...]} with so many ranges of IPv4, from `first`.0.0.0/24 on.
inline std::string list_of(int ranges, int first = 20) {
    std::string out = "{\"prefixes\": [";
    for (int i = 0; i < ranges; ++i) {
        out += (i == 0 ? "" : ",\n") + std::string("{\"ipv4Prefix\": \"") +
               std::to_string(first) + '.' + std::to_string(i / 256) + '.' +
               std::to_string(i % 256) + ".0/24\"}";
    }
    return out + "]}\n";
}

class IdentityUpdateTest : public RobotsTest {
  protected:
    IdentityUpdateTest() {
        write_signed_certificate(nginx.folder(), "127.0.0.1");
        publish("list.json", list_of(20));
    }

    // What the https server has at /`name`.
    // In one step: nginx may still be sending what was there before.
    void publish(const std::string& name, const std::string& text) {
        nginx.raw_file("www.new", text);
        const Folder& folder = nginx.folder();
        std::filesystem::create_directories(folder.path("www"));
        std::filesystem::rename(folder.path("www.new"),
                                folder.path("www/" + name));
    }

    // Starts nginx: Listbot's list is at `path` of the https server, which has
    // `locations`, and the site takes X-Forwarded-For for the address.
    void serve_list(const std::string& path = "/list.json",
                    const std::string& locations = "") {
        name_list("https://127.0.0.1:" + std::to_string(nginx.port("https")) +
                  path);
        nginx.http =
            "server { listen 127.0.0.1:@https@ ssl; access_log "
            "@prefix@/https.log; root @prefix@/www; " +
            std::string(kCertificate) + locations +
            "}\n"
            "robots_policy policy.yaml; robots on;\n"
            "server { listen 127.0.0.1:@web@; set_real_ip_from 127.0.0.1; "
            "real_ip_header X-Forwarded-For; add_header X-Identity "
            "$robots_identity always; location = /status { "
            "robots_status any; } location / { empty_gif; } }\n";
        nginx.start();
    }

    void name_list(const std::string& url) {
        policy(
            "default: {}\n"
            "identity: {directory: store}\n"
            "crawlers: [{token: Listbot, ranges_url: \"" +
            url + "\"}]\n");
    }

    // robotsctl sources, with Listbot's sources only.
    Outcome identity(const std::string& verb,
                     const std::vector<std::string>& more = {}) {
        std::vector<std::string> command{
            environment("ROBOTSCTL", "build/robotsctl"), "sources", verb,
            nginx.folder().path("policy.yaml"),          "--only",  "Listbot"};
        command.insert(command.end(), more.begin(), more.end());
        return finish(command);
    }

    static Outcome finish(const std::vector<std::string>& command) {
        const Folder folder;
        Outcome out;
        const pid_t pid = spawn(command, folder.path("out"));
        EXPECT_TRUE(await_end(pid, 60s, &out.status));
        out.output = read_file(folder.path("out"));
        return out;
    }

    // With the test's authority, and a server on 127.0.0.1.
    Outcome update(std::vector<std::string> more = {}) {
        more.insert(more.end(), {"--allow-private", "--ca-file",
                                 nginx.folder().path("ca.pem")});
        return identity("update", more);
    }

    std::string copy_path(const std::string& path = "list.json") {
        return nginx.folder().path("store/127.0.0.1%3A" +
                                   std::to_string(nginx.port("https")) + "_" +
                                   path);
    }
    std::string copy() { return read_file(copy_path()); }

    // Makes the copy as old as so many days.
    void age(int days) {
        namespace fs = std::filesystem;
        fs::last_write_time(copy_path(), fs::file_time_type::clock::now() -
                                             std::chrono::hours(24) * days);
    }

    std::string seen_as(const std::string& address) {
        return nginx
            .send(Request("http://example.com/")
                      .agent("Listbot/1.0")
                      .header("X-Forwarded-For: " + address))
            .header("X-Identity");
    }
};

}  // namespace integration
