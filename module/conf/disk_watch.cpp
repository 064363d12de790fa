#include "module/conf/disk_watch.hpp"

#include <optional>

#include "module/ngx/timer.hpp"
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
        timer_.calls<&DiskWatch::step>(*this);
        timer_.start(kFirst);
    }

  private:
    void step() noexcept {
        // After a reload the new workers say how it is.
        if (ngx_exiting || ngx_quit || ngx_terminate) {
            return;
        }
        loader::OnDisk result{};
        const bool done =
            guarded<bool>(ngx_cycle->log, true, [&] { return look(result); });
        timer_.start(done ? pause() : kBetweenSteps);
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
    Timer timer_;
};

}  // namespace

void watch_disk(MainConf& main) {
    static DiskWatch of_worker;
    if (ngx_worker == 0) {
        of_worker.start(main);
    }
}

}  // namespace robots::nginx
