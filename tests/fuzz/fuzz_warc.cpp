// A WARC file of any octets, read whole and in small parts.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "cli/archive/warc_reader.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using namespace robotsctl;

struct Read {
    std::string all;  // what was found, in order
    std::uint64_t records = 0;
};

Read read(std::string_view archive, std::size_t part) {
    std::size_t at = 0;
    OctetSource source("fuzz", [&](char* to, std::size_t most) {
        const std::size_t size = std::min({most, part, archive.size() - at});
        std::memcpy(to, archive.data() + at, size);
        at += size;
        return static_cast<ssize_t>(size);
    });
    ArchiveReport report;
    WarcReader reader(source, report);
    Read out;
    for (HostRecord record; reader.next(record);) {
        ++out.records;
        expect(!record.host.empty(), "a record has a host");
        expect(record.body.size() <= robots::kMaxRobotsTxt,
               "a body is bounded");
        expect(record.body.size() <= record.size, "a body has its size");
        expect(record.cut || record.body.size() == record.size,
               "a body is whole or cut");
        out.all += record.where + '\n' + record.host + '\n' +
                   std::to_string(record.size) + '\n';
        out.all += record.body;
    }
    // Each record and each piece that is skipped begins somewhere else.
    expect(out.records + report.passed_over <= archive.size(),
           "no record is read twice");
    expect(report.skips <= archive.size() + 1, "nothing is skipped twice");
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view archive(reinterpret_cast<const char*>(data), size);
    const Read whole = read(archive, SIZE_MAX);
    const Read parts = read(archive, 7);
    expect(whole.all == parts.all, "in what parts it is read makes no change");
    return 0;
}
