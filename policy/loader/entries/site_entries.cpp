#include "policy/loader/entries/site_entries.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "policy/loader/entries/rows.hpp"

namespace robots::loader {

namespace {

// Returns why `host` is invalid, and what to write instead. If `quoting` is
// Quoting::quoted, the message can quote `host` and the corrected host.
// Otherwise, it quotes no part of `host`.
std::string host_problem(const std::string& host, Quoting quoting) {
    const bool quotes = quoting == Quoting::quoted;
    const std::string invalid =
        quotes ? "invalid host " + robots::cited(host) : "invalid host";
    if (host.find("://") != std::string::npos) {
        return invalid +
               ": this is a URL; write only the host, and `scheme` and `port` "
               "if they matter";
    }
    if (host.find('/') != std::string::npos) {
        return invalid + ": a host has no path; write only the host";
    }
    if (host == "*" || host == "_") {
        return invalid +
               "; write `default` instead of a site to answer for all other "
               "hosts";
    }
    const bool bracketed = host.find(']') != std::string::npos;
    const auto colons = std::count(host.begin(), host.end(), ':');
    if (colons > 1 && !bracketed) {
        return invalid + "; write an IPv6 address in brackets, as in " +
               robots::cited(quotes ? '[' + host + ']' : "[2001:db8::1]");
    }
    const std::size_t colon = host.rfind(':');
    if (colon != std::string::npos && (!bracketed || colon > host.rfind(']'))) {
        return invalid + "; write the port separately, as " +
               robots::cited("port: " +
                             (quotes ? host.substr(colon + 1) : "8080"));
    }
    if (host.find('*') != std::string::npos) {
        return invalid +
               "; `*` can only replace whole labels at the start, as in "
               "`*.example.com`";
    }
    return invalid +
           "; write a name, an IPv4 address or an IPv6 address in brackets";
}

void check_filled(const Reader& reader, const Value& value,
                  const std::string& item) {
    if (value.node->kind == YamlNode::Kind::sequence && value.node->size == 0) {
        reader.error(value.place(), "empty-value",
                     robots::cited(value.key) +
                         " is an empty list; write at least one " + item);
    }
}

void read_hosts(const Reader& reader, const Value& value, SiteEntry& site) {
    for (const Text& text : reader.texts(value)) {
        if (auto host = canonical_site_host(
                text.value, text.place, reader.findings(), Quoting::quoted)) {
            site.hosts.push_back({std::move(*host), {}, text.place});
        }
    }
    check_filled(reader, value, "host");
}

std::vector<Text> read_paths(const Reader& reader, const Value& value) {
    check_filled(reader, value, "path");
    return reader.filled_texts(value, "`hosts_file` is empty; expected a path");
}

template <class T>
void add_once(std::vector<T>& to, T item) {
    if (std::find(to.begin(), to.end(), item) == to.end()) {
        to.push_back(item);
    }
}

void read_ports(const Reader& reader, const Value& value, SiteEntry& site) {
    const std::vector<Value> items = reader.one_or_more(value);
    if (items.size() > kMostPorts) {
        reader.error(items[kMostPorts].place(), "out-of-range",
                     "a site can have at most 100 ports; without `port`, it "
                     "answers on all");
        return;
    }
    for (const Value& item : items) {
        if (const auto port = reader.integer(item, 1, 65535)) {
            add_once(site.ports, static_cast<std::uint16_t>(*port));
        }
    }
}

const Key<SiteEntry> kSiteKeys[] = {
    {"host", read_hosts},
    {"hosts_file", read_as<&SiteEntry::hosts_files, read_paths>},
    {"port", read_ports},
    {"scheme",
     [](const Reader& reader, const Value& value, SiteEntry& site) {
         for (const Value& item : reader.one_or_more(value)) {
             if (const auto at = reader.choice(item, {"http", "https"})) {
                 add_once(site.schemes,
                          *at == 0 ? Scheme::http : Scheme::https);
             }
         }
     }},
};

}  // namespace

std::optional<std::string> canonical_site_host(std::string_view text,
                                               const Place& place,
                                               Findings& findings,
                                               Quoting quoting) {
    std::string_view name = text;
    const bool wildcard = is_wildcard(name);
    if (wildcard) {
        name.remove_prefix(kWildcard.size());
    }
    auto host = canonical_host(name);
    // "_" is not a host: nginx's server_name uses it for all other hosts.
    if (!host || *host == "_" || (wildcard && host->front() == '[')) {
        findings.error(place, "bad-host",
                       host_problem(std::string(text), quoting));
        return std::nullopt;
    }
    return wildcard ? std::string(kWildcard) + *host : *host;
}

std::vector<std::string_view> site_keys() {
    return names_of(kSiteKeys);
}

SiteEntry read_site_entry(const Reader& reader, const Value& value) {
    SiteEntry site;
    const std::size_t before = reader.findings().errors();
    const auto read_own = [&](const YamlNode& key, const YamlNode& item) {
        return read_key(reader, kSiteKeys, key, item, site) != nullptr;
    };
    read_body(reader, value, "a site", site.body, {read_own, site_keys()});
    site.place = site.body.place;
    if (reader.findings().errors() == before &&
        find_key(*value.node, "host") == nullptr &&
        find_key(*value.node, "hosts_file") == nullptr) {
        reader.error(value.place(), "missing-key",
                     "missing `host` or `hosts_file` in a site; use "
                     "`default` to answer for all other hosts");
    }
    return site;
}

SiteEntry read_default_entry(const Reader& reader, const Value& value) {
    SiteEntry site;
    const auto refuse_own = [&](const YamlNode& key, const YamlNode&) {
        const auto keys = site_keys();
        const bool is_sites =
            std::find(keys.begin(), keys.end(), key.text) != keys.end();
        if (is_sites) {
            reader.error(key.place, "unknown-key",
                         "unknown key " + robots::cited(key.text) +
                             " in `default`, which answers for all other "
                             "hosts; write a site under `sites`");
        }
        return is_sites;
    };
    read_body(reader, value, "`default`", site.body, {refuse_own, {}});
    site.place = site.body.place;
    return site;
}

namespace {

using Ports = std::vector<std::optional<std::uint16_t>>;
using Schemes = std::vector<std::optional<Scheme>>;

// Calls visit(host, claim) once for each combination of a host, a port and a
// scheme.
template <class Visit>
void for_each_claim(const SiteHosts& site, const Visit& visit) {
    Ports ports(site.ports.begin(), site.ports.end());
    if (ports.empty()) {
        ports.emplace_back();
    }
    Schemes schemes(site.schemes.begin(), site.schemes.end());
    if (schemes.empty()) {
        schemes.emplace_back();
    }
    Ports own(1);
    for (const HostEntry& host : site.hosts) {
        own.front() = host.port;
        for (const auto& port : host.port ? own : ports) {
            for (const auto& scheme : schemes) {
                visit(host, SiteClaim{host.name, port, scheme});
            }
        }
    }
}

// The maximum number of claims with a port or a scheme in a limited file. It
// limits the run time, because all claims of one host are compared with each
// other.
constexpr std::size_t kMostClaimsOfFile = 10000;

// Returns the claim for messages: "example.com:8443 (https)".
std::string spelled(const SiteClaim& claim) {
    std::string out(claim.host);
    if (claim.port) {
        out += ':' + std::to_string(*claim.port);
    }
    if (claim.scheme) {
        out += " (" + std::string(to_string(*claim.scheme)) + ')';
    }
    return out;
}

}  // namespace

std::string SiteNames::add(const SiteHosts& site) {
    First& first = sites_.emplace_back();
    if (site.hosts.empty()) {
        return {};  // an error is reported already
    }
    const HostEntry& host = site.hosts.front();
    first.port_in_name = host.port || site.ports.size() == 1;
    if (host.port || !site.ports.empty()) {
        first.port = host.port ? *host.port : site.ports.front();
    }
    if (!site.schemes.empty()) {
        first.scheme = static_cast<std::uint8_t>(
            static_cast<int>(site.schemes.front()) + 1);
    }
    if (first.port_in_name) {
        return host.name + ':' + std::to_string(first.port);
    }
    // The name "default" belongs to the default site. "default." is the same
    // host, and canonical hosts have no final dot.
    return host.name == "default" ? "default." : host.name;
}

// Returns the longer name of a site. This name is unique, because no other site
// has the same first claim.
std::string SiteNames::full_name(std::size_t site, std::string name) const {
    const First& first = sites_[site];
    if (first.port != 0 && !first.port_in_name) {
        name += ':' + std::to_string(first.port);
    }
    return first.scheme == 0
               ? name
               : std::string(to_string(static_cast<Scheme>(first.scheme - 1))) +
                     "://" + name;
}

void SiteNames::tell_apart(Policy& policy) const {
    const auto shares_none = [&] {
        std::vector<std::uint64_t> keys;
        keys.reserve(sites_.size());
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            keys.push_back(policy.sites()[i].key);
        }
        std::sort(keys.begin(), keys.end());
        return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
    };
    std::vector<bool> full(sites_.size());
    // Repeats, because a full name may equal the short name of another site.
    for (bool changed = !shares_none(); changed;) {
        changed = false;
        std::unordered_map<std::string_view, std::size_t> holders;
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            ++holders[policy.sites()[i].name];
        }
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            const std::string_view name = policy.sites()[i].name;
            if (holders[name] > 1 && !full[i]) {
                full[i] = true;
                const std::string other = full_name(i, std::string(name));
                changed = changed || other != name;
                policy.rename(i, other);
            }
        }
    }
}

bool ClaimedHosts::has_room(const SiteClaim& claim, const Place& site,
                            Findings& findings) {
    const Include* const include = files_.yaml(site.file).include;
    const bool is_limited = include != nullptr && include->is_limited();
    if (is_limited && (claim.port || claim.scheme) &&
        ++of_file_ == kMostClaimsOfFile + 1) {
        findings.error(site, "too-many-claims",
                       "the sites of this file up to this one claim more than "
                       "10,000 hosts with a port or a scheme; remove `port` "
                       "or `scheme` from some of them");
    }
    return of_file_ <= kMostClaimsOfFile;
}

void ClaimedHosts::take(const SiteHosts& hosts, const Site& site,
                        Findings& findings) {
    if (hosts.place.file != file_) {
        file_ = hosts.place.file;
        of_file_ = 0;
    }
    for_each_claim(hosts, [&](const HostEntry& host, const SiteClaim& claim) {
        if (!has_room(claim, hosts.place, findings)) {
            return;
        }
        std::vector<Place>& places =
            is_wildcard(claim.host) ? wildcards_ : exact_;
        const auto owner = policy_.claim(site, claim);
        if (!owner) {
            places.push_back(host.place);
            return;
        }
        Place here = host.place;
        Place first = places[owner->number];
        const std::uint32_t file =
            files_.at_fault(owner->site->place.file, hosts.place.file);
        if (file != hosts.place.file) {
            std::swap(here, first);
        }
        const Findings::Blame blame(findings, file);
        findings.error(here, "host-claimed-twice",
                       "duplicate host " + robots::cited(spelled(claim)) +
                           ", first at " + findings.where(first) +
                           "; only one site can answer for it");
    });
}

}  // namespace robots::loader
