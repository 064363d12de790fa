#include "tests/faults/paced_clients.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "tests/harness/http.hpp"

namespace integration {

// A connection that is made when it is needed, and anew when it fails.
class PacedClients::Line {
  public:
    explicit Line(int port) : port_(port) {}

    // The answer's status; 0: none came.
    int ask(int site) {
        try {
            if (!connection_) {
                connection_.emplace(port_);
            }
            return connection_
                ->send(message("GET /page HTTP/1.1",
                               "site" + std::to_string(site) + ".example",
                               {"User-Agent: LoadBot/1.0"}))
                .read()
                .status;
        } catch (const std::exception&) {
            connection_.reset();
            return 0;
        }
    }

  private:
    int port_;
    std::optional<Connection> connection_;
};

PacedClients::PacedClients(std::vector<int> ports, const Pacing& pacing)
    : ports_(std::move(ports)),
      pacing_(pacing),
      sent_(static_cast<std::size_t>(pacing.sites)) {
    for (int i = 0; i < pacing.askers; ++i) {
        turns_.push({started_ + pacing.after_refusal * i / pacing.askers,
                     i % pacing.sites, i});
    }
    for (int i = 0; i < pacing.clients; ++i) {
        threads_.emplace_back([this] { run(); });
    }
}

void PacedClients::stop() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stopping_ = true;
    }
    stopped_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) {
            thread.join();
        }
    }
    if (took_ == Milliseconds{0}) {
        took_ =
            std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
    }
}

void PacedClients::run() {
    std::vector<Line> lines;
    for (const int port : ports_) {
        lines.emplace_back(port);
    }
    Turn turn{};
    while (await_turn(turn)) {
        const Clock::time_point sent = Clock::now();
        const int status =
            lines[static_cast<std::size_t>(turn.node) % lines.size()].ask(
                turn.site);
        note(turn, sent, status);
    }
}

// Waits until the next request is due. Returns false if the clients stop. Each
// client always has a turn to take.
bool PacedClients::await_turn(Turn& turn) {
    std::unique_lock<std::mutex> lock(mutex_);
    turn = turns_.top();
    turns_.pop();
    return !stopped_.wait_until(lock, turn.time, [this] { return stopping_; });
}

void PacedClients::note(const Turn& turn, Clock::time_point sent, int status) {
    const auto took =
        std::chrono::duration_cast<Milliseconds>(Clock::now() - sent).count();
    std::int64_t before = longest_;
    while (took > before && !longest_.compare_exchange_weak(before, took)) {
    }
    ++(status == 200 ? passed_ : status == 429 ? refused_ : failed_);
    const Clock::time_point next =
        sent + (status == 200 ? pacing_.after_pass : pacing_.after_refusal);
    const std::lock_guard<std::mutex> lock(mutex_);
    sent_[static_cast<std::size_t>(turn.site)].push_back(sent);
    turns_.push({next, turn.site, turn.node + 1});
}

int PacedClients::allowed() const {
    return pacing_.sites * static_cast<int>(took_ / pacing_.delay + 1);
}

int PacedClients::allowed_as_asked() const {
    int allowed = 0;
    for (std::vector<Clock::time_point> sent : sent_) {
        std::sort(sent.begin(), sent.end());
        Clock::time_point due{};
        for (const Clock::time_point time : sent) {
            if (time >= due) {
                due = time + pacing_.delay;
                ++allowed;
            }
        }
    }
    return allowed;
}

}  // namespace integration
