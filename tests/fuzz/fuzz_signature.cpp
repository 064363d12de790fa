// The headers of a signature, of any octets: Signature-Input, Signature and
// Signature-Agent, a line each, then lines of other headers. The same octets
// choose what a signature covers that is valid but for the signing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/signature/field_text.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using namespace robots::signature;

constexpr robots::Utc kNow{1'735'689'700};

class Counting : public Precedents {
  public:
    bool has_met(std::string_view) override { return false; }
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
        out.add(1, read.keys.at(0),
                std::vector<std::string>{"https://a.test/keys"});
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

// A URL has one spelling, which is another's of its own.
void check_url(std::string_view text) {
    const auto url = keys_url_of(text);
    if (!url) {
        return;
    }
    expect(text.size() <= kMaxKeysUrl, "a URL is short");
    const auto again = keys_url_of(url->text);
    expect(again && again->text == url->text && !again->is_origin,
           "a URL stays as it is");
    expect(url->text.find_first_of("?# \"") == std::string::npos,
           "a URL has no query");
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

// Octets as numbers, and zeros behind them.
class Numbers {
  public:
    explicit Numbers(std::string_view octets) : octets_(octets) {}

    bool more() const { return !octets_.empty(); }
    std::size_t below(std::size_t count) {
        const std::size_t next =
            octets_.empty() ? 0 : static_cast<unsigned char>(octets_.front());
        octets_.remove_prefix(octets_.empty() ? 0 : 1);
        return next % count;
    }

  private:
    std::string_view octets_;
};

std::string letter(std::size_t number) {
    return {static_cast<char>('a' + number % 26)};
}

std::string component(Numbers& numbers) {
    const std::string key = letter(numbers.below(26));
    switch (numbers.below(6)) {
        case 0:
            return "\"@query-param\";name=\"" + key + '"';
        case 1:
            return R"("x";bs)";
        case 2:
            return R"("@target-uri")";
        case 3:
            return R"("y")";
        default:
            return "\"x\";key=\"" + key + '"';
    }
}

std::string dictionary(Numbers& numbers) {
    std::string out;
    for (std::size_t left = numbers.below(64); left > 0; --left) {
        out += (out.empty() ? "" : ",") + letter(left);
        for (std::size_t more = numbers.below(256); more > 0; --more) {
            out += ';' + letter(more) + letter(numbers.below(26));
        }
    }
    return out;
}

// Whatever it covers, it is read within its bounds.
void check_deep(std::string_view octets) {
    Numbers numbers(octets);
    std::string components = R"("@authority")";
    for (std::size_t left = numbers.below(48); left > 0; --left) {
        components += ' ' + component(numbers);
    }
    const std::string input =
        "s=(" + components +
        ");created=1735689700;expires=1735689800;keyid=\"poqkLGiymh_W0uP6PZFw-"
        "dvez3QJT5SolqXBCW38r0U\";tag=\"web-bot-auth\"";
    std::string target = "/?";
    for (std::size_t left = numbers.below(256); left > 0; --left) {
        target += letter(left) + letter(left / 26) + "=%7e&";
    }
    std::vector<std::string> lines;
    while (numbers.more()) {
        lines.push_back(dictionary(numbers));
    }
    Message message;
    message.method = "GET";
    message.scheme = "https";
    message.authority = "example.com";
    message.target = target;
    message.fields = {{"signature-input", input}, {"signature", "s=:AA==:"}};
    for (const std::string& line : lines) {
        message.fields.push_back({lines.size() % 2 == 0 ? "x" : "y", line});
    }
    MessageReader reader(message);
    if (const auto read = read_dictionary(input)) {
        const Base base = signature_base(reader, read->front());
        expect(base.text.size() <= kMaxBase + input.size(), "a base is short");
    }
    expect(reader.parsed() <= kMaxBase, "little is parsed");
    Counting precedents;
    const Result result = check(message, keys(), true, kNow, precedents).result;
    expect(result == Result::malformed || result == Result::invalid,
           "nobody forges a signature");
    expect(precedents.asked <= 1, "it is verified once");
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
        check_url(message.fields.back().value);
        if (const auto item = read_item(message.fields.back().value)) {
            const auto again = read_item(written(*item));
            expect(again && written(*again) == written(*item),
                   "an item reads back as it is");
            check_url(item->value.text);
        }
    }
    while (!text.empty()) {
        message.fields.push_back({"x", take_line(text)});
    }
    Counting precedents;
    const CheckedSignature found =
        check(message, keys(), true, kNow, precedents);
    expect(found.result != Result::verified, "nobody forges a signature");
    expect(found.owners.empty(), "what is not verified has no owner");
    expect(found.why.empty() == (found.result == Result::none),
           "a result has a reason");
    expect(precedents.asked <= static_cast<int>(kMaxSignatures),
           "few signatures are verified");
    check_deep({reinterpret_cast<const char*>(data), size});
    return 0;
}
