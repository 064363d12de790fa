// Surveys a crowd of robots.txt files: reads all inputs once, and counts.

#ifndef ROBOTS_CLI_SURVEY_SURVEY_HPP
#define ROBOTS_CLI_SURVEY_SURVEY_HPP

#include <string>
#include <vector>

#include "cli/archive/trouble.hpp"
#include "cli/survey/counts.hpp"
#include "policy/lint/finding.hpp"

namespace robotsctl {

using robots::lint::Findings;

// What else wants to see each record that counts.
class Watcher {
  public:
    Watcher() = default;
    virtual ~Watcher() = default;
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    // `findings` is empty unless files are linted. A later record of one host
    // takes the place of an earlier one.
    virtual void take(const HostRecord& record, const FileSummary& file,
                      const Findings& findings) = 0;
};

struct SurveyOptions {
    std::vector<std::string> inputs;
    bool lint = false;
};

// Adds to `counts` and `trouble`. `watcher` may be nullptr. Draws a progress
// bar.
void run_survey(const SurveyOptions& options, Counts& counts, Trouble& trouble,
                Watcher* watcher);

}  // namespace robotsctl

#endif
