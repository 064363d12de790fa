#include "policy/loader/entries/body_entries.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/refusal_entry.hpp"
#include "policy/loader/entries/rows.hpp"

namespace robots::loader {

namespace {

using std::chrono::seconds;

constexpr seconds kDefaultRetryAfter{3600};
constexpr Milliseconds kSecond{1000};
constexpr Milliseconds kDay{86400000};
constexpr Milliseconds kMaxRetryAfter{30 * kDay};

std::optional<seconds> read_seconds(const Reader& reader, const Value& value,
                                    Milliseconds least, Milliseconds most) {
    const auto duration = reader.duration(value, least, most);
    if (!duration) {
        return std::nullopt;
    }
    if (duration->count() % 1000 != 0) {
        reader.error(value.place(), "bad-duration",
                     cited(value.key) + " must be a whole number of seconds");
        return std::nullopt;
    }
    return std::chrono::duration_cast<seconds>(*duration);
}

std::optional<seconds> read_max_age(const Reader& reader, const Value& value) {
    return read_seconds(reader, value, Milliseconds{0}, kDay);
}

std::vector<std::string> read_comment(const Reader& reader,
                                      const Value& value) {
    std::vector<std::string> lines;
    for (const Text& text :
         reader.texts(value, PerRequest::allowed, Lines::many)) {
        for (std::string& line : split_lines(text.value)) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

void read_retry_after(const Reader& reader, const Value& value,
                      SuspendEntry& suspend) {
    assign(suspend.retry_after,
           read_seconds(reader, value, kSecond, kMaxRetryAfter));
}

constexpr Key<SuspendEntry> kSuspendKeys[] = {
    {"retry_after", read_retry_after},
};

SuspendEntry read_suspend(const Reader& reader, const Value& value) {
    SuspendEntry suspend{kDefaultRetryAfter};
    if (value.node->kind == YamlNode::Kind::map) {
        read_map(reader, value, "`suspend`", kSuspendKeys, suspend);
    } else if (!reader.boolean(value).value_or(true)) {
        suspend.retry_after.reset();
    }
    return suspend;
}

// Reads a text of at most `most` octets. "" overrides a template's text.
std::optional<std::string> read_bounded(const Reader& reader,
                                        const Value& value,
                                        PerRequest per_request, Lines lines,
                                        std::size_t most) {
    auto text = reader.text(value, per_request, lines);
    if (text && text->size() > most) {
        reader.error(value.place(), "out-of-range",
                     cited(value.key) + " has " + std::to_string(text->size()) +
                         " octets; at most " + std::to_string(most) +
                         " are allowed");
        text.reset();
    }
    return text;
}

std::optional<std::string> read_contact(const Reader& reader,
                                        const Value& value) {
    return read_bounded(reader, value, PerRequest::refused, Lines::one,
                        kMaxContact);
}

std::optional<std::string> read_refusal_text(const Reader& reader,
                                             const Value& value) {
    return read_bounded(reader, value, PerRequest::refusal, Lines::many,
                        kMaxRefusalText);
}

// Reads the base URL of an API for crawlers. "" overrides a template's URL.
std::optional<std::string> read_license_server(const Reader& reader,
                                               const Value& value) {
    auto url = read_bounded(reader, value, PerRequest::refused, Lines::one,
                            kMaxContact);
    if (url && !url->empty() && !is_https_url(*url)) {
        reader.error(value.place(), "bad-value",
                     "invalid URL " + robots::cited(*url) +
                         "; write an `https` URL, as in "
                         "`https://licenses.example`");
        url.reset();
    }
    return url;
}

void read_status(const Reader& reader, const Value& value,
                 RefusalEntry& refusal) {
    read_refusal_status(reader, value, refusal.terms);
}

void read_price(const Reader& reader, const Value& value,
                RefusalEntry& refusal) {
    read_refusal_price(reader, value, refusal.terms);
}

constexpr Key<RefusalEntry> kRefusalKeys[] = {
    {"accept_signature",
     read_as<&RefusalEntry::accept_signature, &Reader::boolean>,
     replaces<&RefusalEntry::accept_signature>,
     {1}},
    {"contact", read_as<&RefusalEntry::contact, read_contact>,
     replaces<&RefusalEntry::contact>},
    {"text", read_as<&RefusalEntry::text, read_refusal_text>,
     replaces<&RefusalEntry::text>},
    {"status", read_status, {}, {1}},
    {"price", read_price, {}, {1}},
    {"license_server",
     read_as<&RefusalEntry::license_server, read_license_server>,
     replaces<&RefusalEntry::license_server>,
     {1}},
    {"rate_limit",
     read_as<&RefusalEntry::rate_limit, &Reader::boolean>,
     replaces<&RefusalEntry::rate_limit>,
     {1}},
};

void read_refusal(const Reader& reader, const Value& value, BodyEntry& body) {
    read_map(reader, value, "`refusal`", kRefusalKeys, body.refusal);
    body.enforce = body.refusal.terms.on_top_of(body.enforce);
}

void undo_refusal(BodyEntry& base) {
    base.refusal = {};
    base.enforce.status = {};
    base.enforce.price = {};
}

constexpr Inherited<BodyEntry> kMeetRefusals{
    lay_map_over<&BodyEntry::refusal, kRefusalKeys>, undo_refusal};

void read_template(const Reader& reader, const Value& value, BodyEntry& body) {
    if (auto name = reader.text(value)) {
        body.template_varies =
            value.node->text.find("${") != std::string_view::npos;
        body.template_name = Text{std::move(*name), value.place()};
    }
}

std::optional<Expectation> read_expectation(const Reader& reader,
                                            const Value& value) {
    const auto at = reader.choice(value, {"open", "closed"});
    return !at ? std::nullopt
               : std::optional(*at == 0 ? Expectation::open
                                        : Expectation::closed);
}

void add_groups(BodyEntry& base, const BodyEntry& own) {
    if (!own.groups->empty()) {
        base.groups = merge_group_entries(*base.groups, *own.groups);
    }
}

void add_budgets(BodyEntry& base, const BodyEntry& own) {
    if (!own.budgets->empty()) {
        base.budgets = merge_budget_entries(*base.budgets, *own.budgets);
    }
}

// A row of the table of body keys. Some keys add lines to a robots.txt.
struct BodyKey : Key<BodyEntry> {
    // Whether this key adds lines in `body`. nullptr: the key never adds lines.
    bool (*has_lines)(const BodyEntry& body) = nullptr;
};

template <auto field>
bool has_lines(const BodyEntry& body) {
    return body.*field && !(body.*field)->empty();
}

bool has_groups(const BodyEntry& body) {
    return !body.groups->empty();
}

template <auto field, auto read>
constexpr BodyKey lines_key(std::string_view name, KeyAge age = {}) {
    return {{name, read_as<field, read>, replaces<field>, age},
            has_lines<field>};
}

// Appends `lines`, because several keys can add lines.
void add_lines(BodyEntry& body, std::vector<OtherLine> lines) {
    auto& all = body.lines ? *body.lines : body.lines.emplace();
    std::move(lines.begin(), lines.end(), std::back_inserter(all));
}

void read_lines(const Reader& reader, const Value& value, BodyEntry& body) {
    add_lines(body, read_other_lines(reader, value));
}

// Reads `host_line`, a key of version 0.1.0, as lines with the field Host.
void read_host_line(const Reader& reader, const Value& value, BodyEntry& body) {
    std::vector<OtherLine> lines;
    for (const Text& text : read_line_texts(reader, value)) {
        lines.emplace_back("Host", text.value);
    }
    add_lines(body, std::move(lines));
}

constexpr BodyKey kKeys[] = {
    {{"template", read_template}},
    lines_key<&BodyEntry::comment, read_comment>("comment", {1}),
    lines_key<&BodyEntry::comment, read_comment>("header", {0, "comment"}),
    {{"groups",
      read_as<&BodyEntry::groups, read_group_entries>,
      {add_groups, clear<&BodyEntry::groups>}},
     has_groups},
    lines_key<&BodyEntry::sitemap, read_line_texts>("sitemap"),
    lines_key<&BodyEntry::license, read_line_texts>("license"),
    {{"license_link",
      read_as<&BodyEntry::license_link, &Reader::boolean>,
      replaces<&BodyEntry::license_link>,
      {1}}},
    lines_key<&BodyEntry::clean_param, read_line_texts>("clean_param"),
    {{"lines", read_lines, replaces<&BodyEntry::lines>, {1}},
     has_lines<&BodyEntry::lines>},
    {{"host_line", read_host_line, {}, {0, "lines: {Host: ...}"}},
     has_lines<&BodyEntry::lines>},
    {{"keep_order",
      read_as<&BodyEntry::keep_order, &Reader::boolean>,
      replaces<&BodyEntry::keep_order>,
      {1}}},
    {{"robots_txt", read_as<&BodyEntry::robots_txt, read_robots_txt>,
      replaces<&BodyEntry::robots_txt>}},
    {{"suspend", read_as<&BodyEntry::suspend, read_suspend>,
      replaces<&BodyEntry::suspend>}},
    {{"max_age", read_as<&BodyEntry::max_age, read_max_age>,
      replaces<&BodyEntry::max_age>}},
    {{"x_robots_tag", read_as<&BodyEntry::x_robots_tags, read_x_robots_tags>,
      replaces<&BodyEntry::x_robots_tags>}},
    {{"usage",
      read_placed<&BodyEntry::usage, read_usage_of_paths>,
      replaces<&BodyEntry::usage>,
      {1}}},
    {{"usage_as",
      read_as<&BodyEntry::usage_as, read_dialects>,
      replaces<&BodyEntry::usage_as>,
      {1}}},
    {{"refusal", read_refusal, kMeetRefusals, {1}}},
    {{"budgets",
      read_as<&BodyEntry::budgets, read_budget_entries>,
      {add_budgets, clear<&BodyEntry::budgets>},
      {1}}},
    {{"enforce", read_enforce_of<BodyEntry>, enforces<&BodyEntry::enforce>}},
    {{"expect",
      read_placed<&BodyEntry::expect, read_expectation>,
      replaces<&BodyEntry::expect>,
      {1}}},
    {{"environment",
      read_placed<&BodyEntry::expect, read_expectation>,
      {},
      {0, "expect"}}},
    {{"lint",
      read_as<&BodyEntry::ignored, read_lint>,
      joins<&BodyEntry::ignored>,
      {1}}},
};

// For `robots_txt: pass`. Keys that add lines are errors, because robots.txt is
// sent unchanged. Exception: `groups`, which are enforced.
void check_passed(const BodyEntry& body, Findings& findings) {
    for (const BodyKey& key : kKeys) {
        if (key.has_lines != nullptr && key.has_lines != has_groups &&
            key.age.today.empty() && key.has_lines(body)) {
            findings.error(body.robots_txt->place, "verbatim-and-composed",
                           "with `pass` the application's robots.txt is "
                           "served, and nothing can be added to it; remove " +
                               cited(key.name) + ", or write `" +
                               std::string(key.name) +
                               ": null` if a template has it");
        }
    }
}

void note(const BodyKey& key, const Place& place, BodyEntry& body) {
    const bool undone = is_undone(body, static_cast<std::size_t>(&key - kKeys));
    if (undone || (key.name != "template" && key.name != "expect" &&
                   key.name != "environment")) {
        body.says_something = true;
    }
    if (key.has_lines != nullptr && !undone) {
        body.composed.push_back({key.name, place});
    }
}

// Whether `null` in `own` removes the value that its template has for the key
// `name`. `name` may be the old name of a renamed key.
bool undoes(const BodyEntry& own, std::string_view name) {
    const auto* const key =
        std::find_if(std::begin(kKeys), std::end(kKeys),
                     [name](const BodyKey& each) { return each.name == name; });
    for (std::size_t row = 0; row < std::size(kKeys); ++row) {
        if (is_undone(own, row) && kKeys[row].has_lines == key->has_lines) {
            return true;
        }
    }
    return false;
}

}  // namespace

// The dialect tdmrep is not a default, because crawlers do not need its
// headers.
Dialects BodyEntry::dialects() const {
    Dialects usual;
    usual.set(static_cast<std::size_t>(Dialect::content_usage));
    usual.set(static_cast<std::size_t>(Dialect::content_signal));
    return usage ? usage_as.value_or(usual) : Dialects{};
}

std::vector<std::string_view> body_keys() {
    return names_of(kKeys);
}

void read_body(const Reader& reader, const Value& value, std::string_view owner,
               BodyEntry& body, const OwnKeys& own) {
    body.place = value.place();
    if (!reader.is_map(value)) {
        return;
    }
    for (std::uint32_t i = 0; i < value.node->size; i += 2) {
        const YamlNode& name = value.node->items[i];
        const YamlNode& item = value.node->items[i + 1];
        if (own.read && own.read(name, item)) {
            continue;
        }
        if (const BodyKey* key = read_key(reader, kKeys, name, item, body)) {
            reader.check_renamed(*value.node, name, key->age);
            note(*key, name.place, body);
        } else {
            std::vector<std::string_view> known = body_keys();
            known.insert(known.end(), own.names.begin(), own.names.end());
            reader.unknown_key(name, owner, known);
        }
    }
}

BodyEntry merge_bodies(const BodyEntry& base, const BodyEntry& own) {
    BodyEntry out = base;
    lay_over(out, own, kKeys);
    out.place = own.place;
    out.template_name = own.template_name;
    out.composed = own.composed;
    std::copy_if(base.composed.begin(), base.composed.end(),
                 std::back_inserter(out.composed),
                 [&own](const Said& said) { return !undoes(own, said.key); });
    out.says_something = own.says_something;
    return out;
}

void check_robots_txt(const BodyEntry& body, Findings& findings) {
    if (!body.robots_txt) {
        return;
    }
    const RobotsTxtEntry& entry = *body.robots_txt;
    if (entry.publisher == Publisher::application) {
        check_passed(body, findings);
    } else if (!body.composed.empty() &&
               (entry.is_verbatim() || entry.publisher == Publisher::nobody)) {
        findings.error(entry.place, "verbatim-and-composed",
                       std::string(entry.is_verbatim()
                                       ? "`robots_txt` is served as it is"
                                       : "`robots_txt: none` serves nothing") +
                           " and cannot be combined with " +
                           cited(body.composed.front().key) + " at " +
                           findings.where(body.composed.front().place) +
                           "; remove one of the two");
    }
}

}  // namespace robots::loader
