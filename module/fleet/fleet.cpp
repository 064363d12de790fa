#include "module/fleet/fleet.hpp"

#include <utility>

#include "module/fleet/reply_reader.hpp"
#include "module/ngx/timer.hpp"

namespace robots::nginx {

namespace {

constexpr std::string_view kVerified = "verified";
constexpr std::string_view kImpostor = "impostor";

std::optional<Identity> identity_in(const redisReply& reply) {
    const std::string_view text = text_of(reply);
    return text == kVerified   ? std::optional(Identity::verified)
           : text == kImpostor ? std::optional(Identity::impostor)
                               : std::nullopt;
}

}  // namespace

Fleet::Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
             Zone& zone)
    : conf_(conf),
      server_(conf, zone),
      membership_(server_, conf.prefix, policy, std::move(revision), zone) {
    server_.start();
}

void Fleet::close() noexcept {
    server_.close();
}

std::string Fleet::fetch_name(const FleetServer& server, const Visitor& visitor,
                              std::string_view address) {
    const FleetSecret& secret = server.secret();
    return name_of(secret.high().fetch(visitor, address),
                   secret.low().fetch(visitor, address));
}

void Fleet::fetched(const Visitor& visitor, std::string_view address,
                    RevisionTag revision, Milliseconds kept) {
    if (server_.is_ready() && kept > Milliseconds{0}) {
        server_.keep('f', fetch_name(server_, visitor, address),
                     std::to_string(revision), kept);
    }
}

// A question about an identity. This object exists until the server has
// answered or failed.
struct Fleet::Asked {
    Asked(FleetServer& asked, Guest& who) : server(asked), guest(&who) {
        timer.calls<&Asked::give_up>(*this);
    }

    void give_up() noexcept {
        FleetServer& silent = server;
        end(*this, std::nullopt);
        silent.failed();
    }

    FleetServer& server;
    Guest* guest;  // nullptr: has left, or has the answer
    Timer timer;
};

std::string Fleet::identity_key(const IdentityQuestion& question) const {
    const FleetSecret& secret = server_.secret();
    return name_of(secret.high().identity(question.assertion, question.address),
                   secret.low().identity(question.assertion, question.address));
}

// Does not throw, because the caller has already started a Lookup, and an
// exception would leave this Lookup in the list of running lookups.
bool Fleet::ask(const IdentityQuestion& question, Guest& guest) noexcept {
    return guarded<bool>(ngx_cycle->log, false, [&] {
        if (!server_.is_ready()) {
            return false;
        }
        const auto asked = std::make_shared<Asked>(server_, guest);
        const auto take = [asked](const redisReply* reply) {
            end(*asked, reply != nullptr ? identity_in(*reply) : std::nullopt);
        };
        if (!server_.run(
                {"GET", server_.keys().key('d', identity_key(question))},
                take)) {
            return false;
        }
        asked->timer.start(conf_.timeout);
        guest.asked_ = asked.get();
        return true;
    });
}

void Fleet::end(Asked& asked, std::optional<Identity> identity) noexcept {
    asked.timer.stop();
    if (Guest* const guest = std::exchange(asked.guest, nullptr)) {
        guest->asked_ = nullptr;
        guest->told(identity);
    }
}

void Fleet::leave(Guest& guest) noexcept {
    if (Asked* const asked = std::exchange(guest.asked_, nullptr)) {
        asked->guest = nullptr;
        asked->timer.stop();
    }
}

void Fleet::tell(const IdentityQuestion& question, Identity identity,
                 Milliseconds kept) noexcept {
    guarded(ngx_cycle->log, [&] {
        if (server_.is_ready() && identity != Identity::unverifiable) {
            server_.keep(
                'd', identity_key(question),
                std::string(identity == Identity::verified ? kVerified
                                                           : kImpostor),
                kept);
        }
    });
}

}  // namespace robots::nginx
