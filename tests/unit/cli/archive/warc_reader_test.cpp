#include "cli/archive/warc_reader.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/cli/archive/warc_text.hpp"

namespace robotsctl {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kText = "User-agent: *\nDisallow: /a\n";

struct Found {
    std::vector<std::string> hosts;
    std::vector<std::string> bodies;
    std::vector<HostRecord> records;
    std::uint64_t skips = 0;
    std::uint64_t passed_over = 0;
    std::vector<std::string> samples;
};

// `part`: octets that a read gives at most.
Found read(const std::string& archive, std::size_t part = SIZE_MAX) {
    std::size_t at = 0;
    OctetSource source("x.warc", [&](char* to, std::size_t most) {
        const std::size_t size = std::min({most, part, archive.size() - at});
        std::memcpy(to, archive.data() + at, size);
        at += size;
        return static_cast<ssize_t>(size);
    });
    ArchiveReport report;
    WarcReader reader(source, report);
    Found found;
    for (HostRecord record; reader.next(record);) {
        found.hosts.push_back(record.host);
        found.bodies.emplace_back(record.body);
        found.records.push_back(record);
    }
    found.skips = report.skips;
    found.passed_over = report.passed_over;
    found.samples.assign(report.samples.begin(), report.samples.end());
    return found;
}

std::string chunked(const std::string& body, std::size_t size) {
    std::string out;
    for (std::size_t at = 0; at < body.size(); at += size) {
        const std::string chunk = body.substr(at, size);
        char head[16];
        std::snprintf(head, sizeof head, "%zx\r\n", chunk.size());
        out += head + chunk + "\r\n";
    }
    return out + "0\r\n\r\n";
}

}  // namespace

TEST(WarcReader, TakesResponsesToRequestsForRobotsTxtAlone) {
    const std::string archive =
        warc_record("warcinfo", "", "software: x\r\n") +
        warc_record("request", "https://a.example/robots.txt", "GET") +
        warc_response("a.example", kText) +
        warc_record("response", "https://a.example/page",
                    "HTTP/1.1 200 OK\r\n\r\npage") +
        warc_record("revisit", "https://b.example/robots.txt",
                    "HTTP/1.1 200 OK\r\n\r\n");
    const Found found = read(archive);
    EXPECT_THAT(found.hosts, ElementsAre("a.example"));
    EXPECT_THAT(found.bodies, ElementsAre(kText));
    EXPECT_EQ(found.records[0].status, 200);
    EXPECT_EQ(found.records[0].fetched, "2026-11-21T08:30:00Z");
    EXPECT_EQ(found.passed_over, 4U);
    EXPECT_EQ(found.skips, 0U);
}

TEST(WarcReader, ReadsEachRecordFromAMemberOfItsOwn) {
    const std::string one = gzipped(warc_response("a.example", kText));
    const std::string archive =
        one + gzipped(warc_response("b.example", kText));
    const Found found = read(archive);
    EXPECT_THAT(found.hosts, ElementsAre("a.example", "b.example"));
    EXPECT_EQ(found.records[1].where,
              "x.warc, octet " + std::to_string(one.size()));
    EXPECT_EQ(found.skips, 0U);
}

TEST(WarcReader, ReadsOneMemberOfAllRecordsAndMembersThatCutRecords) {
    const std::string text =
        warc_response("a.example", kText) + warc_response("b.example", kText);
    EXPECT_THAT(read(gzipped(text)).hosts,
                ElementsAre("a.example", "b.example"));
    const std::size_t second = text.rfind("WARC/1.0");
    for (std::size_t cut = 5; cut < text.size(); cut += 7) {
        if (cut > second && cut < second + 5) {
            continue;  // the name of the format is not cut
        }
        const Found found =
            read(gzipped(text.substr(0, cut)) + gzipped(text.substr(cut)));
        EXPECT_THAT(found.hosts, ElementsAre("a.example", "b.example")) << cut;
    }
}

TEST(WarcReader, DoesNotCareInWhatPartsItReads) {
    const std::string archive =
        gzipped(warc_response("a.example", kText)) +
        gzipped(warc_response("b.example", std::string(70'000, '#')));
    for (const std::size_t part : {std::size_t{1}, std::size_t{1000}}) {
        EXPECT_THAT(read(archive, part).hosts,
                    ElementsAre("a.example", "b.example"));
    }
}

TEST(WarcReader, SkipsABrokenMemberAndSaysWhere) {
    const std::string one = gzipped(warc_response("a.example", kText));
    std::string broken = gzipped(warc_response("b.example", kText));
    const std::string three = gzipped(warc_response("c.example", kText));
    for (std::size_t at = 12; at + 8 < broken.size(); at += 5) {
        std::string damaged = broken;
        damaged[at] = static_cast<char>(~damaged[at]);
        const Found found = read(one + damaged + three);
        EXPECT_THAT(found.hosts, ElementsAre("a.example", "c.example")) << at;
        EXPECT_EQ(found.skips, 1U) << at;
        EXPECT_THAT(found.samples[0],
                    HasSubstr("x.warc, octet " + std::to_string(one.size())));
    }
}

TEST(WarcReader, SkipsATruncatedMemberInTheMiddleAndAtTheEnd) {
    const std::string one = gzipped(warc_response("a.example", kText));
    const std::string two = gzipped(warc_response("b.example", kText));
    for (std::size_t size = 18; size < one.size(); ++size) {
        const Found middle = read(one.substr(0, size) + two);
        EXPECT_THAT(middle.hosts, ElementsAre("b.example")) << size;
        EXPECT_GE(middle.skips, 1U) << size;
        const Found end = read(two + one.substr(0, size));
        EXPECT_THAT(end.hosts, ElementsAre("b.example")) << size;
        EXPECT_EQ(end.skips, 1U) << size;
    }
}

TEST(WarcReader, SkipsWhatIsNoMember) {
    const Found found = read(gzipped(warc_response("a.example", kText)) +
                             "rubbish \x1f\x8b\x08 and more of it" +
                             gzipped(warc_response("b.example", kText)));
    EXPECT_THAT(found.hosts, ElementsAre("a.example", "b.example"));
    EXPECT_EQ(found.skips, 1U);
}

TEST(WarcReader, FindsTheNextRecordWhereALengthIsWrong) {
    const std::string good = warc_response("b.example", kText);
    for (const char* length : {"5", "100000", "18446744073709551615", "x"}) {
        std::string bad = warc_response("a.example", kText);
        const std::size_t at = bad.find("Content-Length: ") + 16;
        bad.replace(at, bad.find('\r', at) - at, length);
        const Found plain = read(bad + good + good);
        EXPECT_THAT(plain.hosts, ElementsAre("b.example", "b.example"))
            << length;
        EXPECT_EQ(plain.skips, 1U) << length;
        const Found packed = read(gzipped(bad) + gzipped(good));
        EXPECT_THAT(packed.hosts, ElementsAre("b.example")) << length;
        EXPECT_EQ(packed.skips, 1U) << length;
    }
}

TEST(WarcReader, RefusesAHeaderBeyondItsBound) {
    const std::string fields =
        "X: " + std::string(WarcReader::kMaxHeader, 'x') + "\r\n";
    const std::string archive =
        warc_record("response", "https://a.example/robots.txt",
                    "HTTP/1.1 200 OK\r\n\r\n", fields) +
        warc_response("b.example", kText);
    const Found found = read(archive);
    EXPECT_THAT(found.hosts, ElementsAre("b.example"));
    EXPECT_THAT(found.samples[0], HasSubstr("longer than 64 KiB"));
}

TEST(WarcReader, KeepsAsMuchOfABodyAsCrawlersRead) {
    const std::string body(3'000'000, '#');
    const Found found = read(warc_response("a.example", body) +
                             warc_response("b.example", kText));
    EXPECT_THAT(found.hosts, ElementsAre("a.example", "b.example"));
    EXPECT_EQ(found.bodies[0].size(), robots::kMaxRobotsTxt);
    EXPECT_EQ(found.records[0].size, body.size());
    EXPECT_TRUE(found.records[0].cut);
    EXPECT_FALSE(found.records[1].cut);
}

TEST(WarcReader, UndoesChunksAndGzip) {
    const std::string packed = gzipped(kText);
    const std::string head = "HTTP/1.1 200 OK\r\n";
    const std::string chunks = head + "Transfer-Encoding: chunked\r\n";
    const std::string coded = "Content-Encoding: gzip\r\n";
    const Found found =
        read(warc_response("a.example", chunked(kText, 5), chunks) +
             warc_response("b.example", packed, head + coded) +
             warc_response("c.example", chunked(packed, 9), chunks + coded) +
             // Archives undo both, and often keep the fields.
             warc_response("d.example", kText, chunks + coded));
    EXPECT_THAT(found.bodies, ElementsAre(kText, kText, kText, kText));
    for (const HostRecord& record : found.records) {
        EXPECT_EQ(record.size, std::strlen(kText)) << record.host;
        EXPECT_FALSE(record.cut) << record.host;
    }
}

TEST(WarcReader, DoesNotDecompressMoreThanCrawlersRead) {
    const std::string bomb = gzipped(std::string(50'000'000, '#'));
    const Found found = read(warc_response(
        "a.example", bomb, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"));
    ASSERT_EQ(found.records.size(), 1U);
    EXPECT_EQ(found.bodies[0].size(), robots::kMaxRobotsTxt);
    EXPECT_TRUE(found.records[0].cut);
}

TEST(WarcReader, NamesACodingThatItDoesNotUndo) {
    const Found found = read(warc_response(
        "a.example", "xyz", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n"));
    EXPECT_EQ(found.records[0].coding, "br");
}

TEST(WarcReader, TakesAHostInItsOneSpelling) {
    const Found found =
        read(warc_record("response", "<HTTP://A.Example:8080/robots.txt>",
                         "HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n") +
             warc_record("response", "https://b.example:443/robots.txt?a",
                         "HTTP/2 200\r\n\r\n"));
    EXPECT_THAT(found.hosts, ElementsAre("a.example:8080", "b.example"));
    EXPECT_EQ(found.records[0].status, 301);
    EXPECT_EQ(found.records[0].target, "/x");
    EXPECT_EQ(found.records[1].status, 200);
}

TEST(WarcReader, SkipsARecordWithoutAResponse) {
    const Found found =
        read(warc_record("response", "https://a.example/robots.txt", "what?") +
             warc_response("b.example", kText));
    EXPECT_THAT(found.hosts, ElementsAre("b.example"));
    EXPECT_EQ(found.skips, 1U);
}

TEST(WarcReader, ReadsNothingOfNothing) {
    EXPECT_THAT(read("").hosts, IsEmpty());
    EXPECT_THAT(read("\r\n\r\n").hosts, IsEmpty());
    EXPECT_EQ(read("WARC/1.0").skips, 1U);
}

}  // namespace robotsctl
