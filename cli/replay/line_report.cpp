#include "cli/replay/line_report.hpp"

#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/output/verdict_words.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

void print_line(const LogRecord& record, const robots::Verdict& verdict) {
    Json out{{"log", record.file},
             {"line", record.line},
             {"arrived", seconds(record.arrival())},
             {"crawler", verdict.crawler.token},
             {"category", to_string(verdict.crawler.category)},
             {"identity", to_string(verdict.identity)},
             {"group", nullptr},
             {"rule", nullptr},
             {"verdict", verdict_name(verdict)},
             {"violations", violation_names(verdict)},
             {"action", action_name(verdict)},
             {"status", nullptr},
             {"wait", seconds(verdict.wait)}};
    if (verdict.group != nullptr) {
        out["group"] = verdict.group->name;
    }
    if (verdict.rule != nullptr) {
        out["rule"] = verdict.rule->text();
    }
    if (verdict.action == robots::Action::reject) {
        out["status"] = verdict.status;
    }
    print(out);
}

}  // namespace robotsctl
