#include "cli/identity/update.hpp"

#include <array>
#include <utility>

#include "cli/identity/fetch.hpp"

namespace robotsctl {

namespace {

using Result = Updated::Result;

constexpr std::array<std::string_view, 5> kResultNames{
    "added", "changed", "confirmed", "unchanged", "failed"};

// One source, and its copy from before.
class Update {
  public:
    Update(const IdentitySource& source, const IdentityFolder& folder,
           Records& records, const UpdateSettings& settings)
        : source_(source),
          folder_(folder),
          records_(records),
          settings_(settings),
          kept_(folder.read(source.file)) {
        judged_ = judge_kept(source.kind, kept_.text);
        if (!kept_.problem.empty()) {
            judged_.problem = kept_.problem;
        }
    }

    // Conditional only if the copy is the one that the validators are of.
    FetchRequest request() const {
        const Record* record = records_.find(source_.file);
        const bool is_same = is_usable() && record != nullptr &&
                             record->digest == digest_of(kept_.text);
        return {source_.url, is_same ? record->validators : Validators{}};
    }

    Updated take(const FetchAnswer& answer) {
        Updated out;
        out.has_copy = is_usable();
        out.written = kept_.written;
        out.judged = judged_;
        if (!answer.problem.empty()) {
            out.problem = answer.problem;
        } else if (answer.not_modified) {
            confirm(out);
        } else {
            take_body(answer, out);
        }
        if (!out.problem.empty()) {
            out.result = Result::failed;
        }
        keep_record(answer, out);
        return out;
    }

  private:
    bool is_usable() const { return kept_.exists && judged_.problem.empty(); }

    void confirm(Updated& out) const {
        if (settings_.now - kept_.written < kConfirmAfter) {
            out.result = Result::unchanged;
            return;
        }
        out.result = Result::confirmed;
        out.problem = settings_.dry_run ? "" : folder_.touch(source_.file);
    }

    void take_body(const FetchAnswer& answer, Updated& out) const {
        if (is_usable() && answer.body == kept_.text) {
            confirm(out);
            return;
        }
        const std::string_view kept =
            is_usable() ? std::string_view(kept_.text) : std::string_view();
        const JudgedCopy judged = judge_new(source_.kind, kept, answer.body,
                                            settings_.accept_smaller);
        out.problem = judged.problem;
        if (out.problem.empty() && !settings_.dry_run) {
            out.problem = folder_.write(source_.file, answer.body);
        }
        if (out.problem.empty()) {
            out.judged = judged;
            out.result = is_usable() ? Result::changed : Result::added;
        }
    }

    void keep_record(const FetchAnswer& answer, const Updated& out) {
        Record& record = records_[source_.file];
        record.failure = out.problem;
        if (!out.is_fresh()) {
            return;
        }
        record.checked = settings_.now;
        if (!answer.not_modified) {
            record.validators = answer.validators;
            record.digest = digest_of(answer.body);
        }
    }

    const IdentitySource& source_;
    const IdentityFolder& folder_;
    Records& records_;
    const UpdateSettings& settings_;
    KeptFile kept_;
    JudgedCopy judged_;
};

}  // namespace

std::string_view to_string(Updated::Result result) {
    return kResultNames[static_cast<std::size_t>(result)];
}

void update_all(
    const std::vector<IdentitySource>& sources, const IdentityFolder& folder,
    Records& records, const UpdateSettings& settings,
    const std::function<void(const IdentitySource&, const Updated&)>& tell,
    const std::function<void(std::size_t done)>& idle) {
    std::vector<Update> updates;
    std::vector<FetchRequest> requests;
    updates.reserve(sources.size());
    for (const IdentitySource& source : sources) {
        updates.emplace_back(source, folder, records, settings);
        requests.push_back(updates.back().request());
    }
    std::size_t done = 0;
    fetch_all(
        requests, settings.fetch,
        [&](std::size_t index, const FetchAnswer& answer) {
            ++done;
            tell(sources[index], updates[index].take(answer));
        },
        [&] { idle(done); });
}

}  // namespace robotsctl
