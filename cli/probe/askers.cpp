#include "cli/probe/askers.hpp"

#include "policy/base/ascii.hpp"

namespace robotsctl {

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
        // "Yeti/" and "Java/1." are followed by more of a version.
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

}  // namespace robotsctl
