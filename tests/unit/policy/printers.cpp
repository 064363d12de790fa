#include "tests/unit/policy/printers.hpp"

#include "policy/crawlers/identity.hpp"
#include "policy/verdict/judge.hpp"

namespace robots {

std::ostream& operator<<(std::ostream& out, Action action) {
    return out << to_string(action);
}

std::ostream& operator<<(std::ostream& out, Violation violation) {
    return out << to_string(violation);
}

std::ostream& operator<<(std::ostream& out, Identity identity) {
    return out << to_string(identity);
}

std::ostream& operator<<(std::ostream& out, Category category) {
    return out << to_string(category);
}

std::ostream& operator<<(std::ostream& out, Scheme scheme) {
    return out << to_string(scheme);
}

std::ostream& operator<<(std::ostream& out, Obeys obeys) {
    switch (obeys) {
        case Obeys::undocumented:
            return out << "undocumented";
        case Obeys::yes:
            return out << "yes";
        case Obeys::no:
            return out << "no";
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const Place& place) {
    return out << "file " << place.file << ':' << place.line << ':'
               << place.column;
}

std::ostream& operator<<(std::ostream& out, const RequestRate& rate) {
    return out << rate.text();
}

std::ostream& operator<<(std::ostream& out, const DayWindow& window) {
    return out << window.text();
}

std::ostream& operator<<(std::ostream& out, const Rate& rate) {
    return out << "every " << rate.interval.count() << " ms, slack "
               << rate.slack.count() << " ms, waits up to "
               << rate.max_wait.count() << " ms";
}

std::ostream& operator<<(std::ostream& out, const Charge& charge) {
    out << (charge.granted ? "granted" : "refused") << ", wait "
        << charge.wait.count() << " ms";
    if (charge.granted) {
        out << ", TAT " << charge.tat.count() << " ms";
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const Sighting& crawler) {
    if (!crawler) {
        return out << "no crawler";
    }
    return out << crawler.token << " (" << crawler.category << ", "
               << (crawler.crawler != nullptr ? "listed" : "by its shape")
               << ')';
}

std::ostream& operator<<(std::ostream& out, const Rule& rule) {
    return out << rule.text();
}

std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
    out << verdict.crawler;
    if (!verdict.judged) {
        return out << ": not judged";
    }
    out << ", " << verdict.identity << ": " << verdict.violation;
    const std::string all = to_string(verdict.violations);
    if (all.find(',') != std::string::npos) {
        out << " of " << all;
    }
    out << ", " << verdict.action;
    if (verdict.status != 0) {
        out << ' ' << verdict.status;
    }
    if (verdict.wait != Milliseconds{0}) {
        out << ", wait " << verdict.wait.count() << " ms";
    }
    if (verdict.group == nullptr) {
        return out << "; no group";
    }
    out << "; group `" << verdict.group->name << '`';
    if (verdict.rule != nullptr) {
        out << ", rule `" << *verdict.rule << '`';
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const Revision& revision) {
    return out << revision.text();
}

}  // namespace robots
