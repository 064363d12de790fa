#include "cli/survey/counts.hpp"

#include <algorithm>
#include <numeric>

#include "policy/base/ascii.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

// The maximum number of groups in binding(). Groups::select has the same limit.
constexpr std::size_t kMostGroups = 9;

constexpr std::array<std::string_view, kRedirects> kRedirectNames{
    "none", "https", "www", "same-host", "elsewhere", "nowhere"};

constexpr std::size_t at(robots::Access access) {
    return static_cast<std::size_t>(access);
}

std::string_view without_www(std::string_view host) {
    constexpr std::string_view kWww = "www.";
    return host.substr(0, kWww.size()) == kWww ? host.substr(kWww.size())
                                               : host;
}

Redirect redirect_of(const HostRecord& record) {
    if (record.status < 300 || record.status > 399 || record.status == 304) {
        return Redirect::none;
    }
    const std::string& target = record.target;
    if (target.size() > 1 && target[0] == '/' && target[1] != '/') {
        return Redirect::same_host;
    }
    const auto from = robots::parse_url(record.url);
    const auto to = robots::parse_url(
        target.substr(0, 2) == "//" ? "https:" + target : target);
    if (!from || !to) {
        return Redirect::nowhere;
    }
    const bool same_path = to->target == "/robots.txt";
    if (to->host == from->host) {
        return same_path && to->scheme == robots::Scheme::https &&
                       from->scheme == robots::Scheme::http
                   ? Redirect::https
                   : Redirect::same_host;
    }
    return same_path && without_www(to->host) == without_www(from->host)
               ? Redirect::www
               : Redirect::elsewhere;
}

std::size_t size_bucket(std::uint64_t size) {
    std::size_t bucket = 0;
    while (size > 0 && bucket + 1 < Counts::kSizes) {
        size >>= 1;
        ++bucket;
    }
    return bucket;
}

}  // namespace

Catalogue::Catalogue()
    : crawlers_(robots::built_in_crawlers(), robots::built_in_not_crawlers()),
      binding_(size()),
      bound_by_(size()) {
    for (CrawlerIndex i = 0; i < size(); ++i) {
        std::vector<CrawlerIndex>& binding = binding_[i];
        std::optional<CrawlerIndex> next = i;
        while (next && binding.size() < kMostGroups) {
            binding.push_back(*next);
            bound_by_[*next].push_back(i);
            const std::string& token = (*this)[*next].falls_back_to;
            next = token.empty() ? std::nullopt : find(token);
        }
    }
}

std::optional<CrawlerIndex> Catalogue::find(std::string_view token) const {
    const robots::Crawler* crawler = crawlers_.find(token);
    if (crawler == nullptr) {
        return std::nullopt;
    }
    return static_cast<CrawlerIndex>(crawler - crawlers_.entries().data());
}

std::uint64_t sum(const AccessCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string_view to_string(Redirect redirect) {
    return kRedirectNames[static_cast<std::size_t>(redirect)];
}

bool gave_file(const HostRecord& record) {
    return record.status == 0 || (record.status >= 200 && record.status <= 299);
}

Answered answered(const HostRecord& record) {
    return {record.status, redirect_of(record)};
}

Counts::Counts(const Catalogue& known)
    : catalogue(&known),
      crawlers(known.size()),
      tokens(kMostNames, robots::kAccesses),
      directives(kMostNames, 2),
      rules(kMostNames, 1) {}

void Counts::take(const Answered& answered) {
    ++hosts;
    ++status[answered.status];
    ++redirects[static_cast<std::size_t>(answered.redirect)];
}

void Counts::take_back(const Answered& answered) {
    --hosts;
    const auto it = status.find(answered.status);
    if (--it->second == 0) {
        status.erase(it);
    }
    --redirects[static_cast<std::size_t>(answered.redirect)];
}

void Counts::take(const HostRecord& record, const FileSummary& file) {
    take(answered(record));
    if (!gave_file(record)) {
        return;
    }
    ++kinds[static_cast<std::size_t>(file.kind)];
    if (file.kind == robots::ContentKind::robots_txt) {
        take_file(record, file);
    }
}

void Counts::take_file(const HostRecord& record, const FileSummary& file) {
    const unsigned level = level_of_host(record.host);
    ++sizes[size_bucket(record.size)];
    octets += record.size;
    cut += record.cut ? 1 : 0;
    without_everyone += file.everyone ? 0 : 1;
    ++everyone[at(file.everyone.value_or(robots::Access::open))];
    take_tokens(file, level);
    take_bound(file);
    for (const Directive& directive : file.directives) {
        directives.add(directive.name, level, 0);
        directives.add(directive.name, level, 1, directive.lines);
    }
    take_rules(file.document, level);
    if (file.cms) {
        ++cmses[*file.cms];
    }
}

void Counts::take_tokens(const FileSummary& file, unsigned level) {
    named_.clear();
    for (const NamedToken& token : file.tokens) {
        const auto known = catalogue->find(token.token);
        if (!known) {
            tokens.add(robots::fold(token.token), level, at(token.access));
            continue;
        }
        SurveyedCrawler& counts = crawlers[*known];
        ++counts.named[at(token.access)];
        counts.delays += token.crawl_delay ? 1 : 0;
        named_.emplace_back(*known, token.access);
    }
    std::sort(named_.begin(), named_.end());
}

// Counts each crawler that a group of the file binds. If several groups can
// bind a crawler, the first one in binding() counts.
void Counts::take_bound(const FileSummary& file) {
    const std::size_t others = at(file.everyone.value_or(robots::Access::open));
    const auto access_by = [this](CrawlerIndex i) {
        const auto it =
            std::lower_bound(named_.begin(), named_.end(),
                             std::make_pair(i, robots::Access::open));
        return it != named_.end() && it->first == i ? std::optional(it->second)
                                                    : std::nullopt;
    };
    for (const auto& [named, access] : named_) {
        for (const CrawlerIndex bound : catalogue->bound_by(named)) {
            const std::vector<CrawlerIndex>& binding =
                catalogue->binding(bound);
            const auto nearest = std::find_if(
                binding.begin(), binding.end(),
                [&access_by](CrawlerIndex i) { return access_by(i); });
            if (*nearest == named) {
                ++crawlers[bound].bound[at(access)];
                ++crawlers[bound].not_bound_by_everyone[others];
            }
        }
    }
}

// Counts each rule of a file once. Leaves out rules that lenient parsing adds.
void Counts::take_rules(const robots::RobotsTxt& document, unsigned level) {
    ++files_;
    for (const robots::RobotsGroup& group : document.groups) {
        std::uint32_t line = 0;
        for (const robots::RuleLine& rule : group.rules) {
            if (rule.place.line != line) {
                line = rule.place.line;
                rule_.assign(rule.allow ? "Allow: " : "Disallow: ");
                rule_ += rule.path;
                rules.add_once(rule_, level, files_);
            }
        }
    }
}

// Counts each lint code of a file once.
void Counts::take_findings(const robots::lint::Remarks& findings) {
    ++linted;
    std::array<bool, robots::lint::kCodes> seen{};
    for (const robots::lint::Remark& finding : findings) {
        const auto code = static_cast<std::size_t>(finding.code);
        codes[code] += seen[code] ? 0 : 1;
        seen[code] = true;
    }
}

AccessCounts Counts::access_of(CrawlerIndex i) const {
    const SurveyedCrawler& crawler = crawlers[i];
    AccessCounts out = crawler.bound;
    if ((*catalogue)[i].wildcard == robots::Obeys::no) {
        out[at(robots::Access::open)] += robots_txts() - sum(crawler.bound);
        return out;
    }
    for (std::size_t access = 0; access < out.size(); ++access) {
        out[access] += everyone[access] - crawler.not_bound_by_everyone[access];
    }
    return out;
}

}  // namespace robotsctl
