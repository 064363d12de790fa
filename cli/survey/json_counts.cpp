#include "cli/survey/json_counts.hpp"

#include <optional>
#include <vector>

#include "cli/survey/cms.hpp"

namespace robotsctl {

namespace {

// Of one release, and of one catalogue of crawlers, since others would count
// other things under the same names.
constexpr const char* kVersion = ROBOTS_VERSION;

Json access_json(const AccessCounts& counts) {
    Json out;
    for (const robots::Access access : robots::all_accesses()) {
        out[std::string(to_string(access))] =
            counts[static_cast<std::size_t>(access)];
    }
    return out;
}

AccessCounts access_from_json(const Json& json) {
    AccessCounts out{};
    for (const robots::Access access : robots::all_accesses()) {
        out[static_cast<std::size_t>(access)] =
            json.at(std::string(to_string(access))).get<std::uint64_t>();
    }
    return out;
}

// {name: count} of all names, in their order.
template <class Names, class Array>
Json named_json(const Names& names, const Array& counts) {
    Json out = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        out[std::string(names(i))] = counts[i];
    }
    return out;
}

template <class Names, class Array>
void from_named(const Json& json, const Names& names, Array& counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] =
            json.at(std::string(names(i))).template get<std::uint64_t>();
    }
}

std::string_view kind_name(std::size_t i) {
    return to_string(static_cast<robots::ContentKind>(i));
}
std::string_view redirect_name(std::size_t i) {
    return to_string(static_cast<Redirect>(i));
}
std::string_view cms_name(std::size_t i) {
    return cms_names()[i];
}
std::string_view code_name(std::size_t i) {
    return robots::lint::name_of(static_cast<robots::lint::Code>(i));
}

Json sampled_json(const SampledCounts& counts) {
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

void add_sampled(const Json& json, SampledCounts& counts) {
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

Json crawlers_json(const Counts& counts) {
    Json out = Json::array();
    for (CrawlerIndex i = 0; i < counts.crawlers.size(); ++i) {
        const CrawlerCounts& crawler = counts.crawlers[i];
        const robots::Crawler& known = (*counts.catalogue)[i];
        if (sum(crawler.bound) == 0) {
            continue;  // as everybody
        }
        out.push_back(
            {{"crawler", known.token},
             {"category", to_string(known.category)},
             {"operator", known.operator_name},
             {"named", sum(crawler.named)},
             {"named_access", access_json(crawler.named)},
             {"crawl_delays", crawler.delays},
             {"access", access_json(counts.access_of(i))},
             {"bound_access", access_json(crawler.bound)},
             {"everyone_there", access_json(crawler.not_bound_by_everyone)}});
    }
    return out;
}

void add_crawlers(const Json& json, Counts& counts) {
    for (const Json& each : json) {
        const auto token = each.at("crawler").get<std::string>();
        const auto found = counts.catalogue->find(token);
        if (!found) {
            throw std::out_of_range("unknown crawler `" + token + '`');
        }
        CrawlerCounts& crawler = counts.crawlers[*found];
        crawler.named = access_from_json(each.at("named_access"));
        crawler.bound = access_from_json(each.at("bound_access"));
        crawler.not_bound_by_everyone =
            access_from_json(each.at("everyone_there"));
        crawler.delays = each.at("crawl_delays").get<std::uint64_t>();
    }
}

// The largest size of a bucket; none of the last.
Json most_octets(std::size_t bucket) {
    if (bucket + 1 == Counts::kSizes) {
        return nullptr;
    }
    return (std::uint64_t{1} << bucket) - 1;
}

Json sizes_json(const Counts& counts) {
    Json out = Json::array();
    for (std::size_t i = 0; i < Counts::kSizes; ++i) {
        out.push_back(
            {{"most_octets", most_octets(i)}, {"files", counts.sizes[i]}});
    }
    return out;
}

Json status_json(const Counts& counts) {
    Json out = Json::object();
    for (const auto& [code, hosts] : counts.status) {
        out[code == 0 ? "none" : std::to_string(code)] = hosts;
    }
    return out;
}

void add_status(const Json& json, Counts& counts) {
    for (const auto& [name, hosts] : json.items()) {
        const int code = name == "none" ? 0 : std::stoi(name);
        counts.status[code] += hosts.get<std::uint64_t>();
    }
}

Counts counts_from(const Json& json, const Catalogue& catalogue) {
    Counts out(catalogue);
    const auto number = [&json](const char* name) {
        return json.at(name).get<std::uint64_t>();
    };
    out.archives = {number("inputs"), number("input_octets"), number("records"),
                    number("passed_over")};
    out.repeated = number("repeated");
    out.hosts = number("hosts");
    add_status(json.at("status"), out);
    from_named(json.at("redirects"), redirect_name, out.redirects);
    from_named(json.at("kinds"), kind_name, out.kinds);
    const Json& files = json.at("robots_txt");
    for (std::size_t i = 0; i < Counts::kSizes; ++i) {
        out.sizes[i] = files.at("sizes").at(i).at("files").get<std::uint64_t>();
    }
    out.octets = files.at("octets").get<std::uint64_t>();
    out.cut = files.at("cut").get<std::uint64_t>();
    out.without_everyone = files.at("without_everyone").get<std::uint64_t>();
    out.everyone = access_from_json(files.at("everyone"));
    add_crawlers(files.at("crawlers"), out);
    add_sampled(files.at("other_crawlers"), out.tokens);
    add_sampled(files.at("directives"), out.directives);
    add_sampled(files.at("rules"), out.rules);
    from_named(files.at("cms"), cms_name, out.cmses);
    const Json& lint = files.at("lint");
    out.linted = lint.at("files").get<std::uint64_t>();
    from_named(lint.at("codes"), code_name, out.codes);
    return out;
}

}  // namespace

Json to_json(const Counts& counts, const Trouble& trouble) {
    const ArchiveCounts& archives = counts.archives;
    Json files{{"octets", counts.octets},
               {"cut", counts.cut},
               {"sizes", sizes_json(counts)},
               {"without_everyone", counts.without_everyone},
               {"everyone", access_json(counts.everyone)},
               {"crawlers", crawlers_json(counts)},
               {"other_crawlers", sampled_json(counts.tokens)},
               {"directives", sampled_json(counts.directives)},
               {"rules", sampled_json(counts.rules)},
               {"cms", named_json(cms_name, counts.cmses)},
               {"lint",
                {{"files", counts.linted},
                 {"codes", named_json(code_name, counts.codes)}}}};
    return {{"survey", kVersion},
            {"inputs", archives.inputs},
            {"input_octets", archives.octets},
            {"records", archives.records},
            {"passed_over", archives.passed_over},
            {"repeated", counts.repeated},
            {"skipped", trouble.skips()},
            {"skipped_at", trouble.samples()},
            {"hosts", counts.hosts},
            {"status", status_json(counts)},
            {"redirects", named_json(redirect_name, counts.redirects)},
            {"kinds", named_json(kind_name, counts.kinds)},
            {"robots_txt", std::move(files)}};
}

std::string add_json(const std::string& text, Counts& counts,
                     Trouble& trouble) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("survey")) {
        return "it is not a result of `robotsctl survey --json`";
    }
    if (json["survey"] != kVersion) {
        return "it is a result of robotsctl " + json["survey"].dump() +
               ", and this is " + kVersion + "; survey again with one of them";
    }
    try {
        counts.add(counts_from(json, *counts.catalogue));
        trouble.add(json.at("skipped").get<std::uint64_t>(),
                    json.at("skipped_at").get<std::vector<std::string>>());
    } catch (const std::exception& error) {
        return std::string("it is damaged: ") + error.what();
    }
    return {};
}

}  // namespace robotsctl
