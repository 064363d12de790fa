#include "module/fleet/fleet_identities.hpp"

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

std::string name_in(const FleetServer& server,
                    const IdentityQuestion& question) {
    const FleetSecret& secret = server.secret();
    return name_of(secret.high().identity(question.assertion, question.address),
                   secret.low().identity(question.assertion, question.address));
}

}  // namespace

// Lives until the server has answered or failed.
struct FleetIdentities::Asked {
    Asked(FleetServer& asked, Guest& who) : server(&asked), guest(&who) {
        timer.calls<&Asked::give_up>(*this);
    }

    void give_up() noexcept {
        FleetServer* const silent = server;
        end(*this, std::nullopt);
        silent->timed_out();
    }

    FleetServer* server;
    Guest* guest;  // nullptr: it has left, or was told
    Timer timer;
};

// Whoever asks has begun a lookup already, which no exception may leave behind.
bool FleetIdentities::ask(const IdentityQuestion& question,
                          Guest& guest) noexcept {
    return guarded<bool>(ngx_cycle->log, false, [&] {
        FleetServer& server = fleet_.server();
        if (!server.is_ready()) {
            return false;
        }
        auto asked = std::make_unique<Asked>(server, guest);
        if (!server.run(
                {"GET", server.keys().key('d', name_in(server, question))},
                replied, asked.get())) {
            return false;
        }
        asked->timer.start(fleet_.conf().timeout);
        question_of(guest) = asked.release();
        return true;
    });
}

void FleetIdentities::replied(void* data, const redisReply* reply) noexcept {
    const std::unique_ptr<Asked> asked(static_cast<Asked*>(data));
    end(*asked, reply != nullptr ? identity_in(*reply) : std::nullopt);
}

void FleetIdentities::end(Asked& asked,
                          std::optional<Identity> identity) noexcept {
    asked.timer.stop();
    if (Guest* const guest = std::exchange(asked.guest, nullptr)) {
        question_of(*guest) = nullptr;
        guest->told(identity);
    }
}

void FleetIdentities::leave(Guest& guest) noexcept {
    if (auto* asked = static_cast<Asked*>(question_of(guest))) {
        question_of(guest) = nullptr;
        asked->guest = nullptr;
        asked->timer.stop();
    }
}

void FleetIdentities::tell(const IdentityQuestion& question, Identity identity,
                           Milliseconds kept) noexcept {
    guarded<int>(ngx_cycle->log, 0, [&] {
        FleetServer& server = fleet_.server();
        if (server.is_ready() && identity != Identity::unverifiable) {
            server.keep('d', name_in(server, question),
                        std::string(identity == Identity::verified ? kVerified
                                                                   : kImpostor),
                        kept);
        }
        return 0;
    });
}

}  // namespace robots::nginx
