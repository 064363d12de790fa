#include "policy/loader/build/host_rights.hpp"

#include <algorithm>

namespace robots::loader {

bool HostRights::is_bound(std::uint32_t file) const {
    const Include* include = files_.yaml(file).include;
    return include != nullptr && include->hosts;
}

bool HostRights::keeps(std::uint32_t file) const {
    const Include* include = files_.yaml(file).include;
    return include != nullptr && include->keeps;
}

const Site* HostRights::free_wildcard_over(std::string_view host,
                                           std::string_view below) const {
    for (std::size_t dot = host.find('.'); dot != std::string_view::npos;
         dot = host.find('.')) {
        host.remove_prefix(dot + 1);
        const std::string wildcard = std::string(kWildcard) + std::string(host);
        if (wildcard == below) {
            break;
        }
        const Site* site = policy_.claimant_of(wildcard);
        if (site != nullptr && !is_bound(site->place.file)) {
            return site;
        }
    }
    return nullptr;
}

const Site* HostRights::free_site_of(const std::string& host,
                                     std::string_view below) const {
    const Site* site = policy_.claimant_of(host);
    return site != nullptr && !is_bound(site->place.file)
               ? site
               : free_wildcard_over(host, below);
}

std::string HostRights::problem_of(const std::string& host, std::uint32_t file,
                                   const Site*& rival) const {
    const auto* owner = files_.given_hosts().owner_of(host);
    if (owner != nullptr && owner->file != findings_.files()[file]) {
        return "the main file gives this host to another file, at " +
               findings_.where(owner->place) + "; remove it here";
    }
    if (owner != nullptr) {
        const Site* kept =
            owner->host == host ? nullptr : free_site_of(host, owner->host);
        return kept == nullptr
                   ? ""
                   : "the site at " + findings_.where(kept->place) +
                         " has this host, and the wildcard that is given to "
                         "this file does not take it from there; remove the "
                         "host here";
    }
    if (is_wildcard(host)) {
        return "this wildcard is not given to this file; write each host by "
               "its name, or add the wildcard to `hosts` of the `include`";
    }
    if (const Site* site = free_wildcard_over(host, {})) {
        rival = site;
        return "the site at " + findings_.where(site->place) +
               " has a wildcard over this host; remove the host here, or add "
               "this host, not the wildcard, to `hosts` of the `include`";
    }
    const Site* other = policy_.claimant_of(host);
    rival = other;
    return other == nullptr || other->place.file == file
               ? ""
               : "another file has a site of this host, at " +
                     findings_.where(other->place) +
                     "; remove the host here, or remove it there and add it "
                     "to `hosts` of the `include`";
}

std::string HostRights::problem_of_sharing(const std::string& host,
                                           std::uint32_t file,
                                           const Site*& rival) const {
    rival = policy_.claimant_of(host);
    const bool shares =
        rival == nullptr || rival->place.file == file ||
        (!keeps(rival->place.file) && (is_bound(file) || !keeps(file)));
    return shares ? ""
                  : "another file has a site of this host, at " +
                        findings_.where(rival->place) +
                        "; only one file can have a host, with all ports and "
                        "schemes; remove it here or there";
}

bool HostRights::blames(const Site& rival, const HostEntry& host,
                        std::uint32_t file) const {
    const std::uint32_t other = rival.place.file;
    if (files_.at_fault(other, file) != other) {
        return false;
    }
    const Findings::Blame blame(findings_, other);
    findings_.error(rival.place, "host-not-given",
                    "another file has had " + cited(host.name) +
                        " before, at " + findings_.where(host.place) +
                        "; remove the host here");
    return true;
}

void HostRights::check(SiteHosts& site) const {
    const std::uint32_t file = site.place.file;
    if (!files_.is_limited(file)) {
        return;
    }
    const auto refused = [&](const HostEntry& host) {
        const Site* rival = nullptr;
        std::string problem =
            is_bound(file) ? problem_of(host.name, file, rival) : "";
        if (problem.empty()) {
            problem = problem_of_sharing(host.name, file, rival);
        }
        const bool refuses = !problem.empty() &&
                             (rival == nullptr || !blames(*rival, host, file));
        if (refuses) {
            findings_.error(host.place, "host-not-given", std::move(problem));
        }
        return refuses;
    };
    site.hosts.erase(
        std::remove_if(site.hosts.begin(), site.hosts.end(), refused),
        site.hosts.end());
}

bool HostRights::allows(const TestEntry& test) const {
    const Include* include = files_.yaml(test.place.file).include;
    if (include == nullptr || (!include->hosts && !include->keeps)) {
        return true;
    }
    const Site* site =
        policy_.find({test.url->host, test.url->port, test.url->scheme});
    if (site != nullptr && site->place.file == test.place.file) {
        return true;
    }
    const std::string problem =
        "no site of this file answers for the `url` of this test";
    const std::string advice = "; test only the sites of this file";
    if (include->hosts) {
        findings_.error(test.place, "host-not-given", problem + advice);
    } else {
        findings_.warning(test.place, "test-not-run",
                          problem + ", so it is not run" + advice);
    }
    return false;
}

}  // namespace robots::loader
