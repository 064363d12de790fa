// Writes the result of a survey as JSON, and adds up results.

#include <string_view>
#include <vector>

#include "cli/output/text.hpp"
#include "cli/survey/cms.hpp"
#include "cli/survey/report.hpp"

namespace robotsctl {

namespace {

// Results can be added only if they are from the same release. Another release
// may have another catalogue of crawlers, or count other things under the same
// names.
constexpr const char* kOurVersion = ROBOTS_VERSION;

// An array of counts, and a function that returns the JSON name of each count.
template <class Array>
struct Named {
    Array& counts;
    std::string_view (*name)(std::size_t);
};

template <class Array>
Named<Array> named(Array& counts, std::string_view (*name)(std::size_t)) {
    return {counts, name};
}

template <class Array>
Named<Array> by_access(Array& counts) {
    return {counts, name_at<robots::Access>};
}

// Each type of count has two functions: json_of() writes a count as JSON, and
// add() adds a count from JSON to a count in memory.
std::uint64_t json_of(std::uint64_t count) {
    return count;
}

void add(const Json& json, std::uint64_t& count) {
    count += json.get<std::uint64_t>();
}

template <class Array>
Json json_of(const Named<Array>& named) {
    Json out = Json::object();
    for (std::size_t i = 0; i < named.counts.size(); ++i) {
        out[std::string(named.name(i))] = named.counts[i];
    }
    return out;
}

template <class Array>
void add(const Json& json, const Named<Array>& named) {
    for (std::size_t i = 0; i < named.counts.size(); ++i) {
        add(json.at(std::string(named.name(i))), named.counts[i]);
    }
}

Json json_of(const SampledCounts& counts) {
    Json names = Json::array();
    for (const SampledCounts::Count& count : counts.ranked()) {
        Json levels = Json::array();
        const auto& by_level =
            counts.by_name().at(std::string(count.name)).counts;
        for (std::size_t i = 0; i < by_level.size(); i += counts.kinds()) {
            Json level = Json::array();
            for (std::size_t kind = 0; kind < counts.kinds(); ++kind) {
                level.push_back(by_level[i + kind]);
            }
            levels.push_back(std::move(level));
        }
        Json all = Json::array();
        for (const std::uint64_t kind : count.kinds) {
            all.push_back(kind * counts.one_in());
        }
        names.push_back({{"name", count.name},
                         {"counts", std::move(all)},
                         {"by_level", std::move(levels)}});
    }
    return {{"level", counts.level()},
            {"one_in", counts.one_in()},
            {"names", std::move(names)}};
}

void add(const Json& json, SampledCounts& counts) {
    constexpr unsigned kMostLevels = 41;
    const auto level = json.at("level").get<unsigned>();
    if (level >= kMostLevels) {
        throw std::out_of_range("`level` is too high");
    }
    counts.raise_to(level);
    for (const Json& each : json.at("names")) {
        const auto name = each.at("name").get<std::string>();
        unsigned at = 0;
        for (const Json& kinds : each.at("by_level")) {
            if (at == kMostLevels || kinds.size() != counts.kinds()) {
                throw std::out_of_range("`by_level` has the wrong size");
            }
            for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
                counts.add(name, at, kind, kinds[kind].get<std::uint64_t>());
            }
            ++at;
        }
    }
}

// Writes the counts of the crawlers.
Json json_of(const Counts& counts) {
    Json out = Json::array();
    for (CrawlerIndex i = 0; i < counts.crawlers.size(); ++i) {
        const SurveyedCrawler& crawler = counts.crawlers[i];
        const robots::Crawler& known = (*counts.catalogue)[i];
        if (sum(crawler.bound) == 0) {
            continue;  // no group except "*" binds it
        }
        const AccessCounts access = counts.access_of(i);
        out.push_back({{"crawler", known.token},
                       {"category", to_string(known.category)},
                       {"operator", known.operator_name},
                       {"named", sum(crawler.named)},
                       {"named_access", json_of(by_access(crawler.named))},
                       {"crawl_delays", crawler.delays},
                       {"access", json_of(by_access(access))},
                       {"bound_access", json_of(by_access(crawler.bound))},
                       {"everyone_there",
                        json_of(by_access(crawler.not_bound_by_everyone))}});
    }
    return out;
}

void add(const Json& json, Counts& counts) {
    for (const Json& each : json) {
        const auto token = each.at("crawler").get<std::string>();
        const auto found = counts.catalogue->find(token);
        if (!found) {
            throw std::out_of_range("unknown crawler `" + token + '`');
        }
        SurveyedCrawler& crawler = counts.crawlers[*found];
        add(each.at("named_access"), by_access(crawler.named));
        add(each.at("bound_access"), by_access(crawler.bound));
        add(each.at("everyone_there"),
            by_access(crawler.not_bound_by_everyone));
        add(each.at("crawl_delays"), crawler.delays);
    }
}

// Returns the largest file size in a bucket; null for the last bucket.
Json most_bytes(std::size_t bucket) {
    if (bucket + 1 == Counts::kSizes) {
        return nullptr;
    }
    return (std::uint64_t{1} << bucket) - 1;
}

using Sizes = decltype(Counts::sizes);

Json json_of(const Sizes& sizes) {
    Json out = Json::array();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        out.push_back({{"most_bytes", most_bytes(i)}, {"files", sizes[i]}});
    }
    return out;
}

void add(const Json& json, Sizes& sizes) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        add(json.at(i).at("files"), sizes[i]);
    }
}

using Statuses = decltype(Counts::status);

Json json_of(const Statuses& statuses) {
    Json out = Json::object();
    for (const auto& [code, hosts] : statuses) {
        out[code == 0 ? "none" : std::to_string(code)] = hosts;
    }
    return out;
}

void add(const Json& json, Statuses& statuses) {
    for (const auto& [name, hosts] : json.items()) {
        add(hosts, statuses[name == "none" ? 0 : std::stoi(name)]);
    }
}

// Writes where broken pieces of archives are.
Json json_of(const ArchiveReport& report) {
    return report.samples;
}

void add(const Json& json, ArchiveReport& report) {
    for (const Json& sample : json) {
        report.keep_sample(sample.get<std::string>());
    }
}

// Calls visit(name, count) for each member of the result. The same function is
// used for writing and for adding.
template <class Visit, class AnyCounts>
void each_of_reading(const Visit& visit, AnyCounts& counts) {
    visit("inputs", counts.archives.inputs);
    visit("input_bytes", counts.archives.octets);
    visit("records", counts.archives.records);
    visit("passed_over", counts.archives.passed_over);
    visit("repeated", counts.repeated);
    visit("skipped", counts.archives.skips);
    visit("skipped_at", counts.archives);
}

template <class Visit, class AnyCounts>
void each_of_answers(const Visit& visit, AnyCounts& counts) {
    visit("hosts", counts.hosts);
    visit("status", counts.status);
    visit("redirects", named(counts.redirects, name_at<Redirect>));
    visit("kinds", named(counts.kinds, name_at<robots::ContentKind>));
}

template <class Visit, class AnyCounts>
void each_of_files(const Visit& visit, AnyCounts& counts) {
    visit("bytes", counts.octets);
    visit("cut", counts.cut);
    visit("sizes", counts.sizes);
    visit("without_everyone", counts.without_everyone);
    visit("everyone", by_access(counts.everyone));
    visit("crawlers", counts);
    visit("other_crawlers", counts.tokens);
    visit("directives", counts.directives);
    visit("rules", counts.rules);
    visit("cms", named(counts.cmses, cms_name));
}

template <class Visit, class AnyCounts>
void each_of_lint(const Visit& visit, AnyCounts& counts) {
    visit("files", counts.linted);
    visit("codes", named(counts.codes, code_name));
}

auto writing_to(Json& out) {
    return [&out](const char* name, const auto& counts) {
        out[name] = json_of(counts);
    };
}

auto adding_from(const Json& json) {
    return [&json](const char* name, auto&& counts) {
        add(json.at(name), counts);
    };
}

}  // namespace

Json to_json(const Counts& counts) {
    Json out{{"survey", kOurVersion}};
    each_of_reading(writing_to(out), counts);
    each_of_answers(writing_to(out), counts);
    Json& files = out["robots_txt"];
    each_of_files(writing_to(files), counts);
    each_of_lint(writing_to(files["lint"]), counts);
    return out;
}

void add_json(const std::string& name, const std::string& text,
              Counts& counts) {
    const Json json = Json::parse(text, nullptr, false);
    const std::string it = '`' + name + "`: it is ";
    if (!json.is_object() || !json.contains("survey")) {
        throw Unusable(it + "not a result of `robotsctl survey --json`");
    }
    if (json["survey"] != kOurVersion) {
        throw Unusable(it + "a result of robotsctl " + json["survey"].dump() +
                       ", and this is " + kOurVersion +
                       "; survey again with one of them");
    }
    try {
        each_of_reading(adding_from(json), counts);
        each_of_answers(adding_from(json), counts);
        const Json& files = json.at("robots_txt");
        each_of_files(adding_from(files), counts);
        each_of_lint(adding_from(files.at("lint")), counts);
    } catch (const std::exception& error) {
        throw Unusable(it + "damaged: " + error.what());
    }
}

}  // namespace robotsctl
