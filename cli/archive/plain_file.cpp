#include "cli/archive/plain_file.hpp"

#include "cli/archive/host_of_path.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

bool PlainFile::next(HostRecord& record) {
    if (read_) {
        return false;
    }
    read_ = true;
    record = HostRecord();
    record.where = source_.name();
    record.host = host_of_path(source_.name());
    // The size of a file that is too long is at least this.
    const std::string_view text = source_.look(OctetSource::kWindow);
    record.body = text.substr(0, robots::kMaxRobotsTxt);
    record.size = text.size();
    record.cut = text.size() > record.body.size();
    return true;
}

}  // namespace robotsctl
