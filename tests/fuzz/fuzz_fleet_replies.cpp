// What a fleet's server answers, in pieces of any size: no reply takes more
// memory than allowed, and what is read of one is within what was asked.

extern "C" {
#include <hiredis/hiredis.h>
}

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "module/fleet/reply_reader.hpp"
#include "policy/fleet/charge_call.hpp"
#include "policy/fleet/crawler_counts.hpp"
#include "policy/fleet/fleet_secret.hpp"
#include "policy/fleet/heartbeat.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robots::Milliseconds;
using robots::Rate;
using robots::nginx::ReplyReader;

constexpr Milliseconds kNow{1000000};
constexpr Rate kRate{Milliseconds{1000}, Milliseconds{3000}, Milliseconds{500}};

robots::ChargeCall call_of(std::size_t budgets) {
    robots::ChargeCall call;
    for (std::size_t i = 0; i < budgets; ++i) {
        call.budgets.push_back({"aa", kRate, i % 2 == 0});
    }
    return call;
}

void read_charges(const redisReply& reply) {
    const auto numbers = robots::nginx::numbers_of(reply);
    if (!numbers) {
        return;
    }
    for (std::size_t budgets = 0; budgets < 4; ++budgets) {
        const auto answer =
            robots::read_answer(*numbers, call_of(budgets), kNow);
        if (!answer) {
            continue;
        }
        expect(answer->charges.size() == budgets, "each budget has an answer");
        for (const auto& charge : answer->charges) {
            expect(charge.due >= kNow &&
                       charge.due - kNow <= std::chrono::hours(24) &&
                       charge.wait >= Milliseconds{0} &&
                       (!charge.granted || charge.wait <= kRate.max_wait),
                   "no time is beyond what the rate allows");
            expect(charge.granted || !charge.charged,
                   "what is refused is not charged");
        }
    }
}

void read_nodes(const redisReply& reply) {
    const auto texts = robots::nginx::texts_of(reply);
    if (!texts) {
        return;
    }
    auto answer = *texts;
    answer.insert(answer.begin(), "1700000000000");
    for (const auto& list : {*texts, answer}) {
        const auto nodes = robots::read_nodes(list);
        expect(!nodes || nodes->size() <= robots::kMaxNodes,
               "a list has at most kMaxNodes nodes");
    }
}

void read_counts(const redisReply& reply) {
    robots::CrawlerSums sums;
    sums.add(robots::nginx::text_of(reply));
    expect(sums.take().size() <= robots::kMaxCrawlerCounts,
           "a node writes of no more crawlers than allowed");
}

void read_reply(const redisReply& reply) {
    expect(reply.type != REDIS_REPLY_ARRAY ||
               reply.elements <= ReplyReader::kMaxElements,
           "a list has no more elements than allowed");
    read_charges(reply);
    read_nodes(reply);
    read_counts(reply);
    const auto secret =
        robots::FleetSecret::read(robots::nginx::text_of(reply));
    expect(!secret || secret->id().size() == robots::FleetSecret::kIdSize,
           "a secret has an id");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t piece =
        input.empty() ? 1 : 1 + static_cast<unsigned char>(input[0]) % 64;
    input.remove_prefix(std::min<std::size_t>(1, size));
    ReplyReader reader;
    while (!input.empty() && !reader.is_broken()) {
        const std::size_t now = std::min(piece, input.size());
        if (!reader.feed(input.substr(0, now))) {
            break;
        }
        while (const auto reply = reader.next()) {
            read_reply(*reply);
        }
        input.remove_prefix(now);
    }
    return 0;
}
