#include <string>
#include <string_view>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/robots_txt/field_name.hpp"

namespace robots::loader {

namespace {

// The key that a policy has for a field of robots.txt.
struct Home {
    std::string_view field;
    const char* text;
};

constexpr Home kHomes[] = {
    {"Allow", "`allow` of a group"},
    {"Disallow", "`disallow` of a group"},
    {"User-agent", "`user_agent` of a group"},
    {"Crawl-delay", "`crawl_delay` of a group"},
    {"Request-rate", "`request_rate` of a group"},
    {"Visit-time", "`visit_time` of a group"},
    {"Content-Signal", "`content_signal` of a group"},
    {"Content-Usage", "`content_usage` of a group"},
    {"Sitemap", "`sitemap`"},
    {"License", "`license`"},
    {"Clean-param", "`clean_param`"},
};

// Returns the key for `field`. Returns `x_robots_tag` for a field that is not
// in kHomes, because these fields are like Noindex, which crawlers no longer
// read in robots.txt.
std::string home_of(std::string_view field) {
    for (const Home& home : kHomes) {
        if (home.field == field) {
            return home.text;
        }
    }
    return "`x_robots_tag`";
}

// Returns why the line is invalid or could be misread, or "".
std::string problem_of(std::string_view name, std::string_view value) {
    if (!is_field_name(name)) {
        return "invalid field " + cited(name) + "; use at most " +
               std::to_string(kMostFieldName) +
               " letters, digits, `-`, `_` and `.`, starting with a letter";
    }
    if (const std::string_view as = field_read_as(name); !as.empty()) {
        return "crawlers could read the field " + cited(name) + " as " +
               cited(as) + "; write it under " + home_of(as);
    }
    if (value.find('#') != std::string_view::npos) {
        return "`lines` contains a `#`, which starts a comment in robots.txt; "
               "write `%23`";
    }
    return name.size() + value.size() > kMostFieldLine
               ? "a line has more than " + std::to_string(kMostFieldLine) +
                     " octets"
               : "";
}

class LinesReader {
  public:
    explicit LinesReader(const Reader& reader) : reader_(reader) {}

    void read_text(const Value& item) {
        const auto text = reader_.text(item, PerRequest::allowed);
        if (!text) {
            return;
        }
        const std::size_t colon = text->find(':');
        if (colon == std::string::npos) {
            reader_.error(
                item.place(), "bad-line",
                "`lines`: expected a field and a value, as in `\"ACAP-crawler: "
                "*\"`, got " +
                    cited(*text));
            return;
        }
        add(trim(std::string_view(*text).substr(0, colon)),
            trim(std::string_view(*text).substr(colon + 1)), item.place());
    }

    void read_map(const YamlNode& map) {
        for (std::uint32_t i = 0; i < map.size; i += 2) {
            const YamlNode& name = map.items[i];
            for (const Text& value : reader_.texts(
                     {name.text, &map.items[i + 1]}, PerRequest::allowed)) {
                add(name.text, trim(value.value), name.place);
            }
        }
    }

    std::vector<OtherLine> take(const Place& place) {
        if (lines_.size() > kMostLines) {
            reader_.error(place, "out-of-range",
                          "a body can have at most " +
                              std::to_string(kMostLines) + " `lines`");
            lines_.resize(kMostLines);
        }
        return std::move(lines_);
    }

  private:
    void add(std::string_view name, std::string_view value,
             const Place& place) {
        std::string problem = problem_of(name, value);
        if (problem.empty()) {
            lines_.emplace_back(name, value);
        } else {
            reader_.error(place, "bad-line", std::move(problem));
        }
    }

    const Reader& reader_;
    std::vector<OtherLine> lines_;
};

}  // namespace

std::vector<Text> read_line_texts(const Reader& reader, const Value& value) {
    const std::string empty =
        cited(value.key) + " has an empty value; write one, or remove it";
    std::vector<Text> texts =
        reader.filled_texts(value, empty, PerRequest::allowed);
    for (const Text& text : texts) {
        if (text.value.find('#') != std::string::npos) {
            reader.error(text.place, "bad-value",
                         cited(value.key) +
                             " contains a `#`, which starts a comment in "
                             "robots.txt; write `%23`");
        }
    }
    return texts;
}

std::vector<OtherLine> read_other_lines(const Reader& reader,
                                        const Value& value) {
    LinesReader lines(reader);
    for (const Value& item : reader.one_or_more(value)) {
        if (item.node->kind == YamlNode::Kind::map) {
            lines.read_map(*item.node);
        } else {
            lines.read_text(item);
        }
    }
    return lines.take(value.place());
}

}  // namespace robots::loader
