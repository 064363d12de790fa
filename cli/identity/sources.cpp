#include "cli/identity/sources.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/identity_files.hpp"

namespace robotsctl {

namespace {

class Collected {
  public:
    void add(SourceKind kind, const std::string& url,
             const std::string& token) {
        const auto [it, added] = places_.try_emplace(url, sources_.size());
        if (added) {
            sources_.push_back(
                {kind, url, robots::identity_file_name(url), {}});
        }
        sources_[it->second].tokens.push_back(token);
    }

    std::vector<IdentitySource> take() { return std::move(sources_); }

  private:
    std::vector<IdentitySource> sources_;
    std::map<std::string, std::size_t> places_;  // by URL
};

bool is_wanted(const std::string& token, const std::vector<std::string>& only) {
    return only.empty() ||
           std::any_of(only.begin(), only.end(), [&](const std::string& each) {
               return robots::equal_folded(each, token);
           });
}

}  // namespace

std::string_view to_string(SourceKind kind) {
    return kind == SourceKind::ranges ? "ranges" : "keys";
}

std::vector<IdentitySource> sources_of(
    const std::vector<robots::Crawler>& crawlers,
    const std::vector<std::string>& only) {
    Collected out;
    for (const robots::Crawler& crawler : crawlers) {
        if (!is_wanted(crawler.token, only)) {
            continue;
        }
        for (const std::string& url : crawler.ranges_urls) {
            out.add(SourceKind::ranges, url, crawler.token);
        }
        for (const std::string& agent : crawler.signature_agents) {
            out.add(SourceKind::keys, robots::keys_url(agent), crawler.token);
        }
    }
    return out.take();
}

std::string tokens_text(const IdentitySource& source) {
    const std::vector<std::string>& tokens = source.tokens;
    if (tokens.size() < 2) {
        return tokens.empty() ? std::string() : tokens.front();
    }
    return tokens.front() + " and " +
           (tokens.size() == 2 ? tokens.back()
                               : std::to_string(tokens.size() - 1) + " more");
}

}  // namespace robotsctl
