#include "module/fleet/fleet_view.hpp"

#include <algorithm>
#include <utility>

#include "module/fleet/reply_reader.hpp"

namespace robots::nginx {

namespace {

// If the last view is newer than this, no new view is requested.
constexpr Milliseconds kNew{1000};
// The maximum time, in milliseconds, for which a guest waits.
constexpr ngx_msec_t kLookPatience = 500;
// The maximum number of nodes for which the counts are requested at once. The
// counts of these nodes together have at most 200 KB.
constexpr std::size_t kAtOnce = 64;

}  // namespace

FleetView::FleetView(FleetServer& server, const std::string& prefix,
                     const FleetNode& self, Zone& zone)
    : server_(server), prefix_(prefix), self_(self), zone_(zone) {
    timer_.calls<&FleetView::tell_guests>(*this);
    timer_.keeps_worker();
}

FleetView::~FleetView() {
    timer_.stop();
}

bool FleetView::look(Guest& guest) {
    if (shown_at_ && zone_.now() - *shown_at_ < kNew) {
        return false;
    }
    guests_.push_back(&guest);
    if (!is_asking_ && !ask()) {
        leave(guest);
        return false;
    }
    if (guests_.size() == 1) {
        timer_.start(kLookPatience);
    }
    return true;
}

void FleetView::leave(Guest& guest) noexcept {
    guests_.erase(std::remove(guests_.begin(), guests_.end(), &guest),
                  guests_.end());
}

void FleetView::count_nodes() {
    is_counting_ = is_asking_ || ask();
}

bool FleetView::ask() {
    const auto take = [this](const redisReply* reply) {
        if (!guarded(ngx_cycle->log, [&] { list(reply); })) {
            end();
        }
    };
    is_asking_ =
        server_.run(FleetServer::command("EVAL", std::string(kNodesScript),
                                         nodes_arguments(prefix_, self_)),
                    take);
    return is_asking_;
}

void FleetView::list(const redisReply* reply) {
    const auto answer = reply != nullptr ? texts_of(*reply) : std::nullopt;
    auto nodes = answer ? read_nodes(*answer) : std::nullopt;
    if (!nodes) {
        end();
        return;
    }
    nodes_.hear(std::move(*nodes), zone_.now());
    if (std::exchange(is_counting_, false)) {
        zone_.fleet().known_nodes.store(nodes_.alive(),
                                        std::memory_order_relaxed);
    }
    next_ = 0;
    sums_.take();
    ask_for_counts();
}

// Requests the counts of the next nodes, if a guest waits for the view.
void FleetView::ask_for_counts() {
    const std::vector<FleetNode>& nodes = nodes_.all();
    if (guests_.empty()) {
        end();
        return;
    }
    const auto take = [this](const redisReply* reply) {
        if (!guarded(ngx_cycle->log, [&] { take_counts(reply); })) {
            end();
        }
    };
    while (next_ < nodes.size() && awaited_ < kAtOnce &&
           server_.run({"GET", ledger_key(prefix_, nodes[next_].name)}, take)) {
        ++next_;
        ++awaited_;
    }
    if (awaited_ == 0) {
        if (next_ == nodes.size()) {
            crawlers_ = sums_.take();
            shown_at_ = zone_.now();
        }
        end();
    }
}

void FleetView::take_counts(const redisReply* reply) {
    --awaited_;
    if (reply != nullptr) {
        sums_.add(text_of(*reply));
    }
    if (awaited_ == 0) {
        ask_for_counts();
    }
}

void FleetView::end() noexcept {
    is_asking_ = false;
    tell_guests();
}

void FleetView::tell_guests() noexcept {
    timer_.stop();
    for (Guest* guest : std::exchange(guests_, {})) {
        guest->shown();
    }
}

}  // namespace robots::nginx
