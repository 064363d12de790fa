// The catalogue of crawlers.yaml, and a sample of browsers' User-Agent headers.
// The build embeds both as tables.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots {

namespace {

// Each field of a row ends with a zero octet (tools/embed_crawlers.cpp).
#include "crawlers_table.inc"

#include "browsers_table.inc"

// Reads the fields of a table one after the other.
class Fields {
  public:
    template <std::size_t kSize>
    explicit Fields(const char (&table)[kSize]) : rest_(table, kSize - 1) {}

    bool ended() const { return rest_.empty(); }

    std::string_view next() {
        const std::string_view field = rest_.substr(0, rest_.find('\0'));
        rest_.remove_prefix(field.size() + 1);
        return field;
    }

    std::string text() { return std::string(next()); }
    std::vector<std::string> lines() { return split_lines(next()); }

  private:
    std::string_view rest_;
};

Obeys obeys_from(char digit) {
    return static_cast<Obeys>(digit - '0');
}

Crawler unpack(Fields& fields) {
    Crawler out;
    out.token = fields.text();
    const std::string_view traits = fields.next();
    out.category = static_cast<Category>(traits[0] - 'a');
    out.wildcard = obeys_from(traits[1]);
    out.crawl_delay = obeys_from(traits[2]);
    out.request_rate = obeys_from(traits[3]);
    out.visit_time = obeys_from(traits[4]);
    out.in_user_agent = traits[5] == '1';
    out.self_hosted = traits[6] == '1';
    out.catalogued = true;
    out.match = fields.lines();
    out.operator_name = fields.text();
    out.docs = fields.text();
    out.falls_back_to = fields.text();
    out.rdns = fields.lines();
    out.ranges_urls = fields.lines();
    out.keys_urls = fields.lines();
    return out;
}

std::vector<std::string_view> lines(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        out.push_back(take_until('\n', text));
    }
    return out;
}

}  // namespace

std::vector<Crawler> built_in_crawlers() {
    std::vector<Crawler> out;
    for (Fields fields(kEmbeddedCrawlers); !fields.ended();) {
        out.push_back(unpack(fields));
    }
    return out;
}

std::vector<std::string> built_in_not_crawlers() {
    std::vector<std::string> out;
    for (Fields fields(kEmbeddedNotCrawlers); !fields.ended();) {
        out.push_back(fields.text());
    }
    return out;
}

std::vector<std::string_view> browser_words() {
    return lines({kBrowserWords, sizeof kBrowserWords - 1});
}

std::vector<std::string_view> browser_headers() {
    return lines({kBrowserHeaders, sizeof kBrowserHeaders - 1});
}

}  // namespace robots
