// Every nginx-conf-examples/NAME/nginx.conf loads, and serves robots.txt for
// the hosts that its policy.yaml names. Ports, folders and certificates are
// replaced; all else stays as users copy it.

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "tests/harness/certificate.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {
namespace fs = std::filesystem;

std::string folder_of_examples() {
    return source_folder() + "/nginx-conf-examples";
}

// NAMEs, sorted.
std::vector<std::string> examples() {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry :
         fs::directory_iterator(folder_of_examples(), none)) {
        if (fs::exists(entry.path() / "nginx.conf")) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

// A listen directive: whether it speaks TLS or the PROXY protocol.
struct Listener {
    std::string port;
    bool tls = false;
    bool proxy_protocol = false;

    bool operator<(const Listener& other) const { return port < other.port; }
};

std::string replaced(const std::string& text, const std::string& pattern,
                     const std::string& by) {
    return std::regex_replace(text, std::regex(pattern), by);
}

std::set<Listener> listeners(const std::string& configuration) {
    static const std::regex listen(R"(\blisten\s+(?:[^\s;]*:)?(\d+)([^;]*);)");
    std::set<Listener> found;
    for (std::sregex_iterator at(configuration.begin(), configuration.end(),
                                 listen);
         at != std::sregex_iterator(); ++at) {
        const std::string options = (*at)[2];
        found.insert({(*at)[1], contains(options, " ssl"),
                      contains(options, "proxy_protocol")});
    }
    return found;
}

// The configuration as it can run in a test's folder.
std::string adapted(std::string text) {
    const std::set<Listener> ports = listeners(text);
    // IPv6 is not everywhere.
    text = replaced(text, R"(\blisten\s+\[[^;]*;)", "");
    text = replaced(text, R"(\blisten\s+(?:[^\s;]*:)?(\d+))",
                    "listen 127.0.0.1:@port_$1@");
    for (const Listener& listener : ports) {
        text = replaced(
            text, R"((127\.0\.0\.1|localhost):)" + listener.port + R"((?!\d))",
            "127.0.0.1:@port_" + listener.port + "@");
    }
    text = replaced(text, R"(\bload_module\s[^;]*robots[^;]*;)", "");
    text =
        replaced(text, R"(\b(user|pid|daemon|worker_processes)\s[^;]*;)", "");
    text = replaced(text, R"(\berror_log\s[^;]*;)", "");
    text = replaced(text, R"(\baccess_log\s+[^\s;]*/)", "access_log @prefix@/");
    text = replaced(text, R"(\bssl_certificate\s[^;]*;)",
                    "ssl_certificate @prefix@/cert.pem;");
    text = replaced(text, R"(\bssl_certificate_key\s[^;]*;)",
                    "ssl_certificate_key @prefix@/key.pem;");
    text = replaced(text, R"(\binclude\s+mime\.types;)",
                    "include /etc/nginx/mime.types;");
    text = replaced(text, R"(\brobots_policy\s+/[^\s;]*/)", "robots_policy ");
    text = replaced(text, R"(\.\./\.\./templates;)",
                    fs::absolute(source_folder()).string() + "/templates;");
    if (!contains(text, "client_body_temp_path")) {
        text = replaced(text, R"(\bhttp\s*\{)", "http {" + Nginx::temp_paths());
    }
    return text;
}

// Hosts that a policy's `host:` keys name, a label in place of each "*", and
// one more where it has a default.
std::set<std::string> hosts(const std::string& policy) {
    static const std::regex key(R"(\bhost:\s*(\[[^\]]*\]|[^\s,}#]+))");
    static const std::regex name(R"([^\s,"'\[\]]+)");
    std::set<std::string> found;
    for (std::sregex_iterator at(policy.begin(), policy.end(), key);
         at != std::sregex_iterator(); ++at) {
        const std::string names = (*at)[1];
        for (std::sregex_iterator one(names.begin(), names.end(), name);
             one != std::sregex_iterator(); ++one) {
            found.insert(replaced(one->str(), R"(^\*)", "any"));
        }
    }
    if (contains(policy, "default:")) {
        found.insert("unclaimed.example");
    }
    return found;
}

class Examples : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        const fs::path from = folder_of_examples() + "/" + GetParam();
        const std::string text = read_file(from / "nginx.conf");
        listeners_ = listeners(text);
        for (const auto& entry : fs::recursive_directory_iterator(from)) {
            if (entry.is_regular_file()) {
                copy(entry.path(), entry.path().lexically_relative(from));
            }
        }
        write_certificate(nginx.folder());
        nginx.whole_configuration(adapted(text));
    }

    void copy(const fs::path& file, const fs::path& to) {
        std::string text = read_file(file);
        for (const Listener& listener : listeners_) {
            text = replaced(text, R"(:(\s*))" + listener.port + R"((?!\d))",
                            ":$1@port_" + listener.port + "@");
        }
        text = replaced(text, R"(\.\./\.\./templates/)",
                        fs::absolute(source_folder()).string() + "/templates/");
        if (to.extension() == ".yaml") {
            const std::set<std::string> named = hosts(text);
            hosts_.insert(named.begin(), named.end());
        }
        nginx.file(to.string(), text);
    }

    // Whether one of the listeners has a robots.txt for the host, or says that
    // its crawling is suspended.
    bool has_robots_txt(const std::string& host) {
        return std::any_of(
            listeners_.begin(), listeners_.end(), [&](const Listener& on) {
                const Response answer = ask(on, host);
                const bool suspended =
                    answer.status == 503 && answer.has("Retry-After");
                return suspended || (answer.status == 200 &&
                                     answer.header("Content-Type") ==
                                         "text/plain; charset=utf-8");
            });
    }

    Response ask(const Listener& listener, const std::string& host) {
        const int port = nginx.port("port_" + listener.port);
        if (listener.proxy_protocol) {
            return Connection(port)
                .send("PROXY TCP4 192.0.2.1 192.0.2.2 40000 443\r\n" +
                      message("GET /robots.txt HTTP/1.1", host))
                .read();
        }
        const std::string scheme = listener.tls ? "https://" : "http://";
        return nginx.send(Request(scheme + host + "/robots.txt").to(port));
    }

    Nginx nginx;
    std::set<Listener> listeners_;
    std::set<std::string> hosts_;
};

TEST_P(Examples, PassTheTestAndServe) {
    const Outcome outcome = nginx.test();
    ASSERT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_FALSE(contains(outcome.output, "error")) << outcome.output;
    ASSERT_NO_THROW(nginx.start());
    EXPECT_FALSE(hosts_.empty()) << "a policy that answers for a host";
    for (const std::string& host : hosts_) {
        EXPECT_TRUE(has_robots_txt(host)) << host;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Examples, testing::ValuesIn(examples()),
                         [](const auto& example) {
                             return replaced(example.param, "[^A-Za-z0-9]",
                                             "_");
                         });

TEST(ExamplesFolder, HasExamples) {
    EXPECT_FALSE(examples().empty());
}

}  // namespace
}  // namespace integration
