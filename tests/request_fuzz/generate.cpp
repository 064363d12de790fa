// Cases from a number.

#include <random>

#include "tests/request_fuzz/agents.hpp"
#include "tests/request_fuzz/cases.hpp"

namespace request_fuzz {
namespace {

using Words = std::vector<std::string>;

class Generator {
  public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    Case make() {
        Case out;
        out.http2 = one_in(3);
        out.pipelined = one_in(2);
        for (std::size_t left = 1 + below(5); left > 0; --left) {
            out.requests.push_back(out.http2 ? over_http2() : over_http1());
        }
        return out;
    }

  private:
    std::size_t below(std::size_t count) { return random_() % count; }
    bool one_in(std::size_t count) { return below(count) == 0; }
    const std::string& any(const Words& words) {
        return words[below(words.size())];
    }

    // None of them ends a line: what follows would be another request.
    std::string octets(std::size_t most) {
        std::string out;
        for (std::size_t left = below(most); left > 0; --left) {
            const char octet =
                static_cast<char>(one_in(4) ? below(256) : 0x20 + below(95));
            out += octet == '\r' || octet == '\n' ? 'n' : octet;
        }
        return out;
    }

    // Fewer than `most` of them, in any order.
    std::string joined(const Words& pieces, std::size_t most) {
        std::string out;
        for (std::size_t left = below(most); left > 0; --left) {
            out += any(pieces);
        }
        return out;
    }

    // Pieces that mean something to nginx or to a rule.
    std::string path() {
        static const Words kPieces{"private",
                                   "/private/",
                                   "/private/open",
                                   "open",
                                   "/",
                                   "//",
                                   ".",
                                   "..",
                                   "/./",
                                   "/../",
                                   "%2F",
                                   "%2f",
                                   "%2e",
                                   "%2E%2e",
                                   "%70rivate",
                                   "%25",
                                   "%3F",
                                   "%23",
                                   "caf%C3%A9",
                                   "caf\xC3\xA9/",
                                   "robots.txt",
                                   "/robots.txt",
                                   "x",
                                   ";",
                                   "\\",
                                   "*",
                                   "$",
                                   "%2A",
                                   "~",
                                   "|",
                                   "d/",
                                   "/d/",
                                   "%64",
                                   "a",
                                   "%00",
                                   "%zz",
                                   "+",
                                   "!",
                                   "%0a",
                                   "%7f",
                                   "wild",
                                   "'"};
        return "/" + joined(kPieces, 7);
    }

    std::string target() {
        static const Words kQueries{
            "?sid=1", "?x",        "??sid=2", "?",        "?a&sid=", "?%73id=1",
            "#f",     "?x#?sid=1", "#?sid=1", "?sid=1#y", "?%23",    "?/../x"};
        std::string out = path();
        if (one_in(3)) {
            out += any(kQueries);
        }
        if (one_in(20)) {
            out += octets(40);
        }
        if (one_in(60)) {
            out += std::string(1000 + below(6000), one_in(2) ? '/' : 'a');
        }
        return out;
    }

    std::string host() {
        static const Words kHosts{"example.com",
                                  "EXAMPLE.com",
                                  "example.com.",
                                  "example.com:8080",
                                  "a.wild.example",
                                  "a$.wild.example",
                                  "a%2e.wild.example",
                                  "*.wild.example",
                                  "a,b.wild.example:1",
                                  "\xff.wild.example",
                                  "[a.wild.example",
                                  "wild.example",
                                  ".wild.example",
                                  "other.example",
                                  "[::1]",
                                  "[::1",
                                  "127.0.0.1",
                                  "a_b.wild.example.",
                                  "a\"b.wild.example",
                                  "..",
                                  "a..wild.example",
                                  "ex ample.com",
                                  "x.example.com"};
        if (one_in(40)) {
            return octets(30);
        }
        if (one_in(40)) {
            std::string dots;
            while (dots.size() < 3000) {
                dots += one_in(2) ? "\xC3\xA4." : "a.";
            }
            return dots + "wild.example";
        }
        return one_in(3) ? any(kHosts) : kHosts[below(2) * 4];
    }

    std::string agent() {
        return std::string(kAgents[below(kAgents.size())].text);
    }

    void add_agents(Asked& asked, const char* name) {
        std::size_t count = one_in(4) ? below(12) : 1;
        if (one_in(50)) {
            count = 300;
        }
        const std::string same = agent();
        const bool all_same = one_in(3);
        for (; count > 0; --count) {
            asked.fields.emplace_back(name, all_same ? same : agent());
        }
    }

    void add_field(Asked& asked) {
        static const Words kFields{"x-forwarded-host", "range",
                                   "if-none-match",    "if-match",
                                   "user_agent",       "x-original-url",
                                   "accept",           "cookie",
                                   "accept-encoding",  "if-modified-since"};
        static const Words kValues{
            "bytes=0-0",
            "*",
            "\"x\"",
            "GPTBot/1.2",
            "/private/x",
            "example.com",
            "application/problem+json",
            "text/*;q=0, application/*;x=\",\\\"\";q=0.5, */*;q=",
            ""};
        asked.fields.emplace_back(any(kFields), any(kValues));
    }

    // What decides how a refusal is written, and what it asks for.
    void add_negotiation(Asked& asked) {
        static const Words kRanges{"application/",
                                   "problem",
                                   "+json",
                                   "text/plain",
                                   "*/*",
                                   "text",
                                   "/",
                                   ";q=",
                                   ";q=0.5",
                                   ";q=0",
                                   ";x=\"",
                                   "\\\"",
                                   "\"",
                                   "\\",
                                   ",",
                                   " ",
                                   "*"};
        static const Words kCredentials{
            "License", "license ", "Basic eA==",        "token=\"",
            "\"",      ", ",       "License a=\"b\\\"c"};
        asked.fields.emplace_back("accept",
                                  joined(kRanges, one_in(20) ? 1500 : 14));
        if (one_in(4)) {
            asked.fields.emplace_back("accept", joined(kRanges, 6));
        }
        if (one_in(3)) {
            asked.fields.emplace_back("authorization", joined(kCredentials, 4));
        }
    }

    // Who is said to have signed: pieces of dictionaries, strings and URLs.
    std::string signer() {
        static const Words kPieces{
            "sig1=",  "a=",       "s1=",     "\"https://", "a.example",
            "/x?y#z", "u@",       ":99999/", "\"http://",  "\"data:,{}\"",
            "\"",     "\\",       ";x",      ";key=",      ",",
            " ",      "(",        ")",       "?1",         ":AA==:",
            "@1",     "%\"%zz\"", "-1.5"};
        const std::string long_url =
            "sig1=\"https://a.example/" + std::string(below(600), 'a') + "\"";
        return one_in(4) ? long_url : joined(kPieces, one_in(20) ? 1500 : 10);
    }

    // A signature that nobody made, and what is no signature at all.
    void add_signature(Asked& asked) {
        static const Words kInputs{
            "sig1=(\"@authority\");created=1;expires=2;keyid=\"poqkLGiymh_W0uP6"
            "PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"",
            "sig1=(\"@target-uri\" \"user-agent\" \"signature-agent\";key=\"a\""
            ");created=1;expires=99999999999;keyid=\"x\";tag=\"web-bot-auth\"",
            "sig1=(\"@authority\" \"@query-param\";name=\"sid\");tag=\"web-bot-"
            "auth\", sig2=();tag=\"web-bot-auth\"",
            "sig1=(",
            "",
            ";;",
            "a=1"};
        static const Words kSignatures{
            "sig1=:AA==:", "sig1=:AA==:, sig2=::", "sig2=:AA==:", "x", ""};
        static const Words kAgents{"\"https://a.example\"",
                                   "a=\"https://a.example\"", "x", ""};
        asked.fields.emplace_back("signature-input",
                                  one_in(4) ? signer() : any(kInputs));
        if (!one_in(8)) {
            asked.fields.emplace_back("signature", any(kSignatures));
        }
        for (std::size_t left = below(3); left > 0; --left) {
            asked.fields.emplace_back("signature-agent",
                                      one_in(2) ? signer() : any(kAgents));
        }
    }

    // A dictionary with so many members, each with so many parameters, as much
    // of it as fits into a line.
    std::string dictionary(std::size_t members, std::size_t parameters) {
        constexpr std::size_t kLine = 7000;
        std::string out;
        for (std::size_t i = 0; i < members && out.size() < kLine; ++i) {
            out += (i == 0 ? "k" : ",k") + std::to_string(i);
            for (std::size_t j = 0; j < parameters && out.size() < kLine; ++j) {
                out += ";p" + std::to_string(one_in(8) ? 0 : j);
            }
        }
        return out;
    }

    // A signature that is valid but for its octets: all that it covers is
    // there, in headers and a query that are as deep as may be, and sometimes
    // deeper.
    void add_deep_signature(Asked& asked) {
        static const Words kFields{"x-a", "x-b", "x-c"};
        static const Words kKeys{
            "r72Er-RZ60utuM100SIgxfPlO2Pwzn3kJddsDByC95w",  // is known
            "0000000000000000000000000000000000000000000"};
        const std::size_t most = one_in(6) ? 300 : 29;
        const std::size_t covered = 1 + below(most);
        const std::size_t lines = one_in(6) ? below(300) : 3;
        const std::size_t parameters = below(one_in(2) ? 4 : most + 1);
        std::string components = "\"@authority\"";
        const bool has_query =
            asked.target.find_first_of("?#") != asked.target.npos;
        for (std::size_t i = 0; i < covered; ++i) {
            const std::string number = std::to_string(i);
            if (!has_query && i % 4 == 3) {
                components += " \"@query-param\";name=\"q" + number + '"';
                asked.target += (i == 3 ? "?q" : "&q") + number + "=%7e%41";
            } else {
                components += " \"" + kFields[i % 3] + "\";key=\"k" +
                              std::to_string(i / 3) + '"';
            }
        }
        components += one_in(2) ? " \"x-a\" \"x-b\";bs" : "";
        for (std::size_t i = 0; i < lines; ++i) {
            asked.fields.emplace_back(
                kFields[i % 3], dictionary(i < 3 ? covered : 1, parameters));
        }
        std::string input;
        std::string signature;
        for (std::size_t left = 1 + below(one_in(6) ? 4 : 3); left > 0;
             --left) {
            const std::string label =
                (input.empty() ? "s" : ", s") + std::to_string(left);
            input += label + "=(" + components +
                     ");created=@now@;expires=@soon@;keyid=\"" +
                     kKeys[one_in(4) ? 1 : 0] + "\";tag=\"web-bot-auth\"";
            signature += label + "=:AA==:";
        }
        asked.fields.emplace_back("signature-input", input);
        asked.fields.emplace_back("signature", signature);
    }

    Asked common() {
        static const Words kMethods{"HEAD",    "POST",     "PUT",  "DELETE",
                                    "OPTIONS", "PROPFIND", "BREW", "TRACE"};
        Asked asked;
        asked.target = target();
        if (one_in(4)) {
            asked.method = any(kMethods);
        }
        for (std::size_t left = below(4); left > 0; --left) {
            add_field(asked);
        }
        if (one_in(4)) {
            add_negotiation(asked);
        }
        if (one_in(6)) {
            add_signature(asked);
        } else if (one_in(12)) {
            add_deep_signature(asked);
        }
        return asked;
    }

    Asked over_http2() {
        Asked asked = common();
        asked.version = "HTTP/2";
        asked.path_first = one_in(2);
        asked.fields.insert(asked.fields.begin(), {":authority", host()});
        add_agents(asked, "user-agent");
        return asked;
    }

    Asked over_http1() {
        Asked asked = common();
        asked.version = one_in(10) ? "HTTP/1.0" : "HTTP/1.1";
        if (one_in(12)) {
            asked.target = "http://" + host() + asked.target;
        }
        if (!one_in(30)) {
            asked.fields.insert(asked.fields.begin(), {"Host", host()});
        }
        add_agents(asked, one_in(4) ? "USER-AGENT" : "User-Agent");
        if (one_in(5)) {
            add_body(asked);
        }
        if (one_in(60)) {
            asked.fields.emplace_back(octets(8), octets(20));
        }
        return asked;
    }

    // A body that looks like a request, so that one which is taken for the
    // next request shows.
    void add_body(Asked& asked) {
        asked.method = one_in(3) ? "PUT" : "POST";
        asked.body = one_in(2) ? "hello"
                               : "GET /private/x HTTP/1.1\r\nHost: example.com"
                                 "\r\nX-Id: smuggled\r\n\r\n";
        asked.chunked = one_in(2);
        if (asked.chunked) {
            asked.fields.emplace_back("Transfer-Encoding", "chunked");
        } else {
            asked.fields.emplace_back("Content-Length",
                                      std::to_string(asked.body.size()));
        }
        if (one_in(2)) {
            asked.fields.emplace_back("Expect", "100-continue");
        }
    }

    std::mt19937_64 random_;
};

}  // namespace

Case generate(std::uint64_t seed) {
    return Generator(seed).make();
}

}  // namespace request_fuzz
