#include "cli/probe/probing.hpp"

#include <algorithm>
#include <utility>

#include "cli/http/http_handle.hpp"
#include "policy/base/ascii.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kJobsAtOnce = 4;

// Whether the policy limits how fast this asker may send requests.
bool has_pace(const robots::Site& site, const Asker& asker,
              const robots::Crawlers& crawlers) {
    const robots::Group* group =
        asker.crawler ? site.robots->groups.select(asker.crawler, crawlers)
                      : nullptr;
    return group != nullptr &&
           (has_lines(*group, robots::Violation::crawl_delay) ||
            has_lines(*group, robots::Violation::request_rate));
}

void add_difference(Page& page, const Asker& asker, Difference difference) {
    const auto it = std::find_if(
        page.findings.begin(), page.findings.end(),
        [&](const Observation& each) { return each.difference == difference; });
    if (it == page.findings.end()) {
        page.findings.push_back({std::move(difference), {asker.name}});
    } else {
        it->askers.push_back(asker.name);
    }
}

// Compares the answers that origin.askers[number] got with the expected ones.
// answers[i] is for the origin's page i.
void compare_all(const robots::Policy& policy, Origin& origin,
                 std::size_t number, const std::vector<Served>& answers) {
    const Asker& asker = origin.askers[number];
    for (std::size_t i = 0; i < answers.size(); ++i) {
        Page& page = origin.pages[i];
        const Served& served = answers[i];
        if (served.ended == Ended::no_time) {
            origin.asked[number] = i;
            origin.cut_off.push_back(asker.name);
            origin.out_of_time = served.problem;
            return;
        }
        if (served.ended == Ended::nothing && served.problem.empty()) {
            return;  // this page was not asked for
        }
        auto found = i == 0 ? compare(origin.robots_txt, origin.url, served)
                            : compare(expected_page(policy, *origin.site,
                                                    asker.crawler, page.target),
                                      origin.url, served);
        for (Difference& each : found) {
            add_difference(page, asker, std::move(each));
        }
    }
}

// Returns, for each asker of origins[at], how many pages to request.
std::vector<std::size_t> counts_of(const robots::Policy& policy,
                                   const std::vector<Origin>& origins,
                                   std::size_t at) {
    const Origin& origin = origins[at];
    const bool is_first = std::none_of(
        origins.begin(), origins.begin() + static_cast<std::ptrdiff_t>(at),
        [&origin](const Origin& each) {
            return each.site == origin.site && each.pages.size() > 1;
        });
    std::vector<std::size_t> out;
    for (const Asker& asker : origin.askers) {
        const std::size_t most = is_first ? 2 : 1;
        out.push_back(has_pace(*origin.site, asker, policy.crawlers())
                          ? std::min(most, origin.pages.size())
                          : origin.pages.size());
    }
    return out;
}

// One asker of one origin. `asker` is an index into Origin::askers.
struct Job {
    Origin* origin;
    std::size_t asker;
};

std::vector<Served> do_job(const Job& job) {
    std::vector<std::string> urls;
    for (std::size_t i = 0; i < job.origin->asked[job.asker]; ++i) {
        urls.push_back(job.origin->pages[i].url);
    }
    return ask(urls, job.origin->askers[job.asker].user_agent,
               job.origin->settings);
}

// Runs the jobs, and then compares the answers in the order of the jobs.
void do_jobs(const robots::Policy& policy, const std::vector<Job>& jobs) {
    std::vector<std::vector<Served>> answers(jobs.size());
    run_at_once(
        jobs.size(), kJobsAtOnce,
        [&jobs](std::size_t index) { return do_job(jobs[index]); },
        [&answers](std::size_t index, std::vector<Served> all) {
            answers[index] = std::move(all);
        },
        [] {});
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto& [origin, asker] = jobs[i];
        const Served& first = answers[i].front();
        if (asker == 0 &&
            (first.ended == Ended::nothing || first.ended == Ended::no_time)) {
            origin->problem = first.problem;
        } else {
            compare_all(policy, *origin, asker, answers[i]);
        }
    }
}

}  // namespace

Asker browser() {
    return {"browser",
            {},
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like "
            "Gecko) Chrome/140.0.0.0 Safari/537.36"};
}

Asker crawler_asker(const std::string& token,
                    const robots::Crawlers& crawlers) {
    Asker out{token, crawlers.named(token), {}};
    const robots::Crawler* entry = out.crawler.crawler;
    if (entry != nullptr) {
        out.name = entry->token;
    }
    std::vector<std::string> names{out.name + "/1.0"};
    if (entry != nullptr) {
        // "Yeti/" and "Java/1." match headers that continue with the rest of a
        // version.
        for (const std::string& match : entry->match) {
            names.insert(names.end(), {match + "/1.0", match + "1.0", match});
        }
    }
    const std::string docs = entry == nullptr || entry->docs.empty()
                                 ? std::string()
                                 : "; +" + entry->docs;
    for (const std::string& name : names) {
        std::string long_form = "Mozilla/5.0 (compatible; ";
        long_form.append(name).append(docs).append(")");
        for (const std::string& header : {long_form, name}) {
            if (robots::equal_folded(crawlers.identify(header).token,
                                     out.name)) {
                out.user_agent = header;
                return out;
            }
        }
    }
    out.user_agent = names.back();
    return out;
}

std::vector<std::string> crawlers_of(const robots::Site& site,
                                     const robots::Crawlers& crawlers) {
    std::vector<std::string> out;
    for (const auto& group : site.robots->groups.all()) {
        const robots::Crawler* entry = crawlers.find(group->name);
        if (group->name != "*" && (entry == nullptr || entry->in_user_agent)) {
            out.push_back(group->name);
        }
    }
    return out;
}

void ask_all(const robots::Policy& policy, std::vector<Origin>& origins) {
    std::vector<Job> browsers;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        origins[i].asked = counts_of(policy, origins, i);
        browsers.push_back({&origins[i], 0});
    }
    do_jobs(policy, browsers);
    std::vector<Job> crawlers;
    for (Origin& origin : origins) {
        for (std::size_t i = 1; i < origin.askers.size(); ++i) {
            if (origin.problem.empty()) {
                crawlers.push_back({&origin, i});
            }
        }
    }
    do_jobs(policy, crawlers);
}

}  // namespace robotsctl
