#include "cli/survey/survey.hpp"

#include <algorithm>

#include "cli/archive/archives.hpp"
#include "cli/output/progress.hpp"
#include "cli/survey/one_a_host.hpp"
#include "policy/lint/verbatim.hpp"

namespace robotsctl {

namespace {

std::vector<robots::lint::Code> codes_of(const Findings& findings) {
    std::vector<robots::lint::Code> codes;
    for (const robots::lint::Finding& finding : findings) {
        if (std::find(codes.begin(), codes.end(), finding.code) ==
            codes.end()) {
            codes.push_back(finding.code);
        }
    }
    return codes;
}

class Survey {
  public:
    Survey(bool lint, Counts& counts, Watcher* watcher)
        : lint_(lint), counts_(counts), watcher_(watcher) {}

    void take(std::uint64_t archive, const HostRecord& record) {
        const bool has_file = gave_file(record);
        switch (hosts_.take(
            archive, record.host,
            has_file ? std::nullopt : std::optional(answered(record)))) {
            case OneAHost::Which::repeated:
                ++counts_.repeated;
                return;
            case OneAHost::Which::better:
                counts_.take_back(hosts_.replaced());
                ++counts_.repeated;
                break;
            case OneAHost::Which::first:
                break;
        }
        count(record, has_file);
    }

  private:
    void count(const HostRecord& record, bool has_file) {
        const FileSummary file =
            has_file ? reader_.read(record.body, record.coding.empty())
                     : FileSummary();
        counts_.take(record, file);
        Findings findings;
        if (lint_ && has_file && file.kind == robots::ContentKind::robots_txt) {
            findings = robots::lint::lint_robots_txt(
                record.body, counts_.catalogue->crawlers());
            counts_.take_codes(codes_of(findings));
        }
        if (watcher_ != nullptr) {
            watcher_->take(record, file, findings);
        }
    }

    bool lint_;
    Counts& counts_;
    Watcher* watcher_;
    OneAHost hosts_;
    FileReader reader_;
};

}  // namespace

void run_survey(const SurveyOptions& options, Counts& counts, Trouble& trouble,
                Watcher* watcher) {
    Archives archives(options.inputs, trouble);
    Survey survey(options.lint, counts, watcher);
    Progress progress;
    progress.start(archives.size(), "records");
    for (HostRecord record; archives.next(record);) {
        survey.take(archives.archive(), record);
        if (progress.due()) {
            progress.draw(archives.position(), archives.counts().records);
        }
    }
    progress.finish();
    counts.archives = archives.counts();
}

}  // namespace robotsctl
