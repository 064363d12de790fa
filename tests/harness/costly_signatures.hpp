// Requests with signatures that are expensive to check: everything that the
// module reads is valid, so that no check ends early. The benchmark, unit tests
// and the fuzzer of whole requests send them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots::tests {

struct CostlyRequest {
    const char* name;
    std::string target = "/";
    std::vector<std::pair<std::string, std::string>> fields{};
};

// Returns "aa", "ab", ...; there are 676 different ones.
inline std::string two_letters(std::size_t number) {
    return {static_cast<char>('a' + number / 26 % 26),
            static_cast<char>('a' + number % 26)};
}

// Adds signatures over the same list of components, all in one pair of headers.
// The octets of the signatures are not valid for any key.
inline void add_signatures(CostlyRequest& out, std::size_t signatures,
                           std::string_view components, std::int64_t now,
                           std::string_view key_id) {
    std::string input;
    std::string signature;
    for (std::size_t i = 0; i < signatures; ++i) {
        const std::string label = (i == 0 ? "s" : ", s") + std::to_string(i);
        input += label + "=(\"@authority\"";
        input.append(components).append(");created=");
        input += std::to_string(now - 9) +
                 ";expires=" + std::to_string(now + 99) + ";keyid=\"";
        input.append(key_id).append("\";tag=\"web-bot-auth\"");
        signature += label + "=:" + std::string(86, 'A') + "==:";
    }
    out.fields.emplace_back("signature-input", input);
    out.fields.emplace_back("signature", signature);
}

// Returns `count` members of the dictionary `field` as components.
inline std::string members_of(std::string_view field, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += " \"";
        out.append(field).append("\";key=\"") += two_letters(i) + '"';
    }
    return out;
}

// Returns a dictionary of `members` members. The last member repeats
// `parameters` parameters until the dictionary has `octets` octets.
inline std::string repeating_dictionary(std::size_t members,
                                        std::size_t parameters,
                                        std::size_t octets) {
    std::string out;
    for (std::size_t i = 0; i < members; ++i) {
        out += (i == 0 ? "" : ",") + two_letters(i);
    }
    for (std::size_t i = 0; out.size() + 3 <= octets; ++i) {
        out += ';' + two_letters(i % parameters);
    }
    return out;
}

// Returns a dictionary of 32 members with 32 parameters each, the maximum that
// the module reads.
inline std::string full_dictionary(std::size_t members = 32) {
    constexpr std::size_t kMost = 32;
    std::string out;
    for (std::size_t i = 0; i < members; ++i) {
        out += (i == 0 ? "" : ",") + two_letters(i);
        for (std::size_t j = 0; j < kMost; ++j) {
            out += ';' + two_letters(j);
        }
    }
    return out;
}

// Returns a Signature-Agent whose first three members belong to the signatures
// of add_signatures(). Each has a URL of the maximum length that needs as much
// normalising as possible.
inline std::string full_agents() {
    constexpr std::size_t kMost = 500;
    std::string url = "https://a.example/";
    while (url.size() + 4 <= kMost) {
        url += "/b/.";
    }
    std::string out;
    for (const char* key : {"s0", "s1", "s2"}) {
        out += std::string(out.empty() ? "" : ",") + key + "=\"" + url + '"';
    }
    return out + ',' + full_dictionary(29);
}

inline CostlyRequest with_agents(std::int64_t now, std::string_view key_id) {
    CostlyRequest out{"agents"};
    add_signatures(out, 3,
                   members_of("x", 1) + R"( "signature-agent";key="s0")"
                                        R"( "signature-agent";key="s1")"
                                        R"( "signature-agent";key="s2")",
                   now, key_id);
    out.fields.emplace_back("x", "aa");
    out.fields.emplace_back("signature-agent", full_agents());
    return out;
}

// Returns requests that each cause a different kind of work. `key_id` names a
// known key, or none.
inline std::vector<CostlyRequest> costly_signatures(std::int64_t now,
                                                    std::string_view key_id) {
    constexpr std::size_t kLine = 8000;
    std::vector<CostlyRequest> out;
    const auto add = [&](const char* name, std::size_t signatures,
                         const std::string& components) -> CostlyRequest& {
        out.push_back({name});
        add_signatures(out.back(), signatures, components, now, key_id);
        return out.back();
    };
    const auto parameters_of_query = [](std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            text += " \"@query-param\";name=\"" + two_letters(i) + '"';
        }
        return text;
    };
    CostlyRequest& members = add("250-members", 2, members_of("x", 250));
    for (std::size_t line = 0; line < 3; ++line) {
        members.fields.emplace_back(
            "x", repeating_dictionary(line == 0 ? 250 : 1, 256, kLine));
    }
    CostlyRequest& query = add("240-parameters", 1, parameters_of_query(240));
    query.target = "/?";
    for (std::size_t i = 0; query.target.size() < kLine; ++i) {
        query.target += two_letters(i) + "=%7e%7e%7e&";
    }
    // The maximum that the module reads.
    CostlyRequest& full =
        add("members", 3, members_of("x", 15) + members_of("y", 15));
    full.fields.emplace_back("x", full_dictionary());
    full.fields.emplace_back("y", full_dictionary());
    CostlyRequest& encoded = add("encoded", 3, parameters_of_query(31));
    encoded.target = "/?";
    for (std::size_t i = 0; i < 256; ++i) {
        encoded.target +=
            (i == 0 ? "" : "&") + two_letters(i) + "=%7e%7e%7e%7E";
    }
    out.push_back(with_agents(now, key_id));
    std::string names;
    CostlyRequest lines{"lines"};
    for (std::size_t i = 0; i < 31; ++i) {
        names += " \"x-" + two_letters(i) + "\";bs";
    }
    for (std::size_t i = 0; i < 200; ++i) {
        lines.fields.emplace_back("x-" + two_letters(i % 31),
                                  std::string(20, 'x'));
    }
    add_signatures(lines, 3, names, now, key_id);
    out.push_back(lines);
    CostlyRequest many{"900-lines"};
    for (std::size_t i = 0; i < 900; ++i) {
        many.fields.emplace_back("x", "");
    }
    add_signatures(many, 3, " \"x\" \"x\";bs", now, key_id);
    out.push_back(many);
    add("repeats", 1, " \"signature-agent\"")
        .fields.emplace_back("signature-agent",
                             "\"https://a.example\"" +
                                 repeating_dictionary(0, 200, kLine - 700));
    return out;
}

}  // namespace robots::tests
