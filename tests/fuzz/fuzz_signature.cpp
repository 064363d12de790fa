// The headers of a signature, of any octets: Signature-Input, Signature and
// Signature-Agent, a line each, then lines of other headers.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/signature/field_text.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using namespace robots::signature;

constexpr robots::Utc kNow{1'735'689'700};

class Counting : public Precedents {
  public:
    bool know(std::string_view, std::string_view) override { return false; }
    bool allow() override { return ++asked <= 2; }
    void keep(std::string_view, std::string_view, robots::Utc) override {
        expect(false, "nobody forges a signature");
    }

    int asked = 0;
};

const KeyRing& keys() {
    static const KeyRing ring = [] {
        KeyRing out;
        const ReadKeys read =
            read_keys(R"({"kty":"OKP","crv":"Ed25519",)"
                      R"("x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"})");
        out.add(0, read.keys.at(0));
        return out;
    }();
    return ring;
}

// What is read is written so that it is read alike.
void check_dictionary(std::string_view field) {
    const auto read = read_dictionary(field);
    if (!read) {
        return;
    }
    std::string once;
    for (const Member& member : *read) {
        once += (once.empty() ? "" : ", ") + member.key + '=' + written(member);
    }
    const auto again = read_dictionary(once);
    expect(again.has_value() && again->size() == read->size(),
           "a dictionary reads back");
    for (std::size_t i = 0; i < read->size(); ++i) {
        expect((*again)[i].key == (*read)[i].key &&
                   written((*again)[i]) == written((*read)[i]),
               "a dictionary reads back as it is");
    }
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    Message message;
    message.method = "GET";
    message.scheme = "https";
    message.authority = "example.com";
    message.target = "/a?b=c&d";
    for (const char* name :
         {"signature-input", "signature", "signature-agent"}) {
        message.fields.push_back({name, take_line(text)});
        check_dictionary(message.fields.back().value);
        if (const auto item = read_item(message.fields.back().value)) {
            const auto again = read_item(written(*item));
            expect(again && written(*again) == written(*item),
                   "an item reads back as it is");
        }
    }
    while (!text.empty()) {
        message.fields.push_back({"x", take_line(text)});
    }
    Counting precedents;
    const Finding found = check(message, keys(), true, kNow, precedents);
    expect(found.result != Result::verified, "nobody forges a signature");
    expect(found.owners.empty(), "what is not verified has no owner");
    expect(found.why.empty() == (found.result == Result::none),
           "a result has a reason");
    expect(precedents.asked <= static_cast<int>(kMaxSignatures),
           "few signatures are verified");
    return 0;
}
