#include "module/conf/disk_watch.hpp"

#include <optional>

#include "policy/loader/yaml/disk_check.hpp"

namespace robots::nginx {

namespace {

constexpr ngx_msec_t kFirst = 1000;
constexpr ngx_msec_t kBetweenSteps = 20;
constexpr ngx_msec_t kBetweenChecks = 10000;

// Listing large folders blocks the worker for some milliseconds.
constexpr std::size_t kManyInputs = 100;
constexpr ngx_msec_t kBetweenLargeChecks = 60000;

class DiskWatch {
  public:
    void start(MainConf& main) {
        main_ = &main;
        check_.emplace(main.inputs);
        event_.handler = [](ngx_event_t* event) noexcept {
            static_cast<DiskWatch*>(
                static_cast<ngx_connection_t*>(event->data)->data)
                ->step();
        };
        // nginx's debug log names timers by their connection.
        nobody_.fd = static_cast<ngx_socket_t>(-1);
        nobody_.data = this;
        event_.data = &nobody_;
        event_.log = ngx_cycle->log;
        event_.cancelable = 1;
        ngx_add_timer(&event_, kFirst);
    }

  private:
    void step() noexcept {
        // After a reload the new workers say how it is.
        if (ngx_exiting || ngx_quit || ngx_terminate) {
            return;
        }
        loader::OnDisk result{};
        const bool done =
            guarded<bool>(event_.log, true, [&] { return look(result); });
        ngx_add_timer(&event_, done ? pause() : kBetweenSteps);
    }

    bool look(loader::OnDisk& result) {
        if (!check_->step(result)) {
            return false;
        }
        main_->zone.policy_state().on_disk.store(result,
                                                 std::memory_order_relaxed);
        return true;
    }

    ngx_msec_t pause() const {
        return main_->inputs.all().size() > kManyInputs ? kBetweenLargeChecks
                                                        : kBetweenChecks;
    }

    MainConf* main_ = nullptr;
    std::optional<loader::DiskCheck> check_;
    ngx_event_t event_{};
    ngx_connection_t nobody_{};
};

}  // namespace

void watch_disk(MainConf& main) {
    static DiskWatch of_worker;
    if (ngx_worker == 0 && (ngx_process == NGX_PROCESS_WORKER ||
                            ngx_process == NGX_PROCESS_SINGLE)) {
        of_worker.start(main);
    }
}

}  // namespace robots::nginx
