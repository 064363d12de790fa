#include "policy/fleet/charge_call.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "policy/base/hexadecimal.hpp"
#include "policy/shared_memory/due_time.hpp"
#include "policy/verdict/charge.hpp"

namespace robots {

// ARGV[1] is the secret's id, ARGV[2] the PassUse, and ARGV[3] is 1 if the
// PREFIX:f key is read. Behind these, ARGV has eight values for each budget:
// interval, slack, max_wait, furthest_due(), 1 if the budget binds, the index
// in KEYS of its PREFIX:w key (0: none), waiting_time, and 1 if the budget is a
// crawler's part of the budget directly before it in ARGV. All times are
// milliseconds.
const std::string_view kChargeScript = R"lua(
local secret = redis.call('GET', KEYS[1])
if not secret or string.sub(secret, 1, 16) ~= ARGV[1] then
  return redis.error_reply('ROBOTSSECRET the secret has changed')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {0, now, 0}
if ARGV[3] == '1' then
  answer[3] = tonumber(redis.call('GET', KEYS[3]) or '0') or 0
end
local function milliseconds(number) return string.format('%.0f', number) end
-- Who waits: a list of names and times, the last two, one of which may be `me`.
local function waiters(key)
  local text = redis.call('GET', key) or ''
  local who, till, other, other_till =
    string.match(text, '^(%x+) (%d+) (%x+) (%d+)$')
  return who or '0', tonumber(till) or 0, other or '0', tonumber(other_till) or 0
end
local function others_wait(key, me)
  local who, till, other, other_till = waiters(key)
  return (who ~= me and till > now) or (other ~= me and other_till > now)
end
local function note_wait(key, me, span)
  local who, till, other, other_till = waiters(key)
  if who ~= me and till > now then other, other_till = who, till end
  redis.call('SET', key, me .. ' ' .. milliseconds(now + span) .. ' ' ..
             other .. ' ' .. milliseconds(other_till), 'PX', milliseconds(span))
end
local early, refused = false, false
local longest, longest_wait = 0, 0
local due_next, waits = {}, {}
local last = 3 + (#ARGV - 3) / 8
for i = 4, last do
  local at = i * 8 - 28
  local interval, slack = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local max_wait, furthest = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local waiting = KEYS[tonumber(ARGV[at + 5])]
  local is_part = ARGV[at + 7] == '1'
  local me = waiting and string.sub(KEYS[is_part and i or i + 1], -16)
  local asked = not is_part or others_wait(waiting, me)
  local due = asked and tonumber(redis.call('GET', KEYS[i]) or '0') or 0
  if due - now > furthest or due < now then due = now end
  local wait = math.max(0, due - now - slack)
  if due > now and (interval > 0 or wait > 0) then early = true end
  local binds = ARGV[at + 4] == '1'
  if waiting and wait > 0 and binds and not refused then
    table.insert(waits, {waiting, me, wait + tonumber(ARGV[at + 6])})
  end
  local granted = wait <= max_wait
  if granted and asked then
    if interval > 0 then
      due = due + interval
      due_next[i] = due
    end
    longest = math.max(longest, interval)
    longest_wait = math.max(longest_wait, wait)
  elseif not granted and binds then
    refused = true
  end
  table.insert(answer, not asked and 2 or granted and 1 or 0)
  table.insert(answer, wait)
  table.insert(answer, due - now)
end
if ARGV[2] == 'take' and early then
  local good_from = tonumber(redis.call('GET', KEYS[2]) or '')
  if good_from and good_from <= now then
    redis.call('DEL', KEYS[2])
    answer[1] = 1
    return answer
  end
end
for _, each in ipairs(waits) do note_wait(unpack(each)) end
if refused then return answer end
for i = 4, last do
  if due_next[i] then
    redis.call('SET', KEYS[i], milliseconds(due_next[i]),
               'PX', milliseconds(due_next[i] - now))
  end
end
if ARGV[2] == 'leave' and longest > 0 then
  redis.call('SET', KEYS[2], milliseconds(now + longest_wait),
             'PX', milliseconds(longest_wait + math.max(longest, 10000)))
end
return answer
)lua";

static_assert(kShortestPass == Milliseconds{10000}, "the script says so, too");

// ARGV[1] is the secret's id. If ARGV[2] is "pass", the script gives charges
// back only if the pass exists. Behind these, ARGV has two values in
// milliseconds for each budget: the interval, and the budget's due time after
// the charge.
const std::string_view kRefundScript = R"lua(
local secret = redis.call('GET', KEYS[1])
if not secret or string.sub(secret, 1, 16) ~= ARGV[1] then
  return redis.error_reply('ROBOTSSECRET the secret has changed')
end
if ARGV[2] == 'pass' and redis.call('DEL', KEYS[2]) == 0 then
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #KEYS do
  local at = (i - 3) * 2 + 3
  local interval, spent = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local due = tonumber(redis.call('GET', KEYS[i]) or '0') or 0
  if spent > now and due > now then
    due = due - interval
    if due > now then
      redis.call('SET', KEYS[i], string.format('%.0f', due),
                 'PX', string.format('%.0f', due - now))
    else
      redis.call('DEL', KEYS[i])
    end
  end
end
return 1
)lua";

namespace {

constexpr std::size_t kNumbersBefore = 3;
constexpr std::size_t kNumbersEach = 3;

std::string_view text_of(PassUse use) {
    static constexpr std::array<std::string_view, 3> kTexts{"none", "take",
                                                            "leave"};
    return kTexts[static_cast<std::size_t>(use)];
}

std::string text_of(Milliseconds time) {
    return std::to_string(time.count());
}

// Parses the answer about one budget. Returns nullopt if kChargeScript cannot
// compute these numbers from a state that this rate can have. So a faulty
// server cannot delay a request for longer than a budget with this rate can.
std::optional<ToldCharge> read_charge(const std::int64_t* numbers,
                                      const AskedBudget& budget,
                                      Milliseconds now) {
    const Rate& rate = budget.rate;
    if (budget.is_part && numbers[0] == 2) {
        return ToldCharge{true, false, Milliseconds{0}, now, false};
    }
    const bool granted = numbers[0] == 1;
    const std::int64_t charged = granted ? rate.interval.count() : 0;
    if (numbers[0] < 0 || numbers[0] > 1 || numbers[2] < charged ||
        numbers[2] - charged > furthest_due(rate).count()) {
        return std::nullopt;
    }
    const Milliseconds early{numbers[2] - charged};
    const Charge expected = robots::charge(now + early, now, rate);
    if (expected.granted != granted || expected.wait.count() != numbers[1]) {
        return std::nullopt;
    }
    return ToldCharge{granted, granted, expected.wait,
                      now + Milliseconds(numbers[2])};
}

}  // namespace

std::string name_of(std::uint64_t high, std::uint64_t low) {
    const Hexadecimal first = hexadecimal(high);
    const Hexadecimal second = hexadecimal(low);
    return std::string(first.data(), first.size())
        .append(second.data(), second.size());
}

ChargeCall charge_call(const Plan& plan, const FleetSecret& secret) {
    ChargeCall call;
    for (const Demand& demand : plan.demands) {
        AskedBudget asked{name_of(key_of(plan, demand, secret.high()),
                                  key_of(plan, demand, secret.low())),
                          demand.rate, demand.action > Action::log};
        if (demand.budget != nullptr) {
            constexpr auto kWaiting = Keys::OfBudget::waiting;
            asked.waiting =
                name_of(key_of(plan, demand, secret.high(), kWaiting),
                        key_of(plan, demand, secret.low(), kWaiting));
            asked.waiting_time = waiting_time(demand);
            asked.is_part = demand.of == Demand::Of::part;
        }
        call.budgets.push_back(std::move(asked));
    }
    call.pass_use = plan.method == Method::get    ? PassUse::take
                    : plan.method == Method::head ? PassUse::leave
                                                  : PassUse::none;
    call.pass =
        name_of(pass_key(plan, secret.high()), pass_key(plan, secret.low()));
    return call;
}

ChargeCall payment_call(const Bill& high, const Bill& low, Milliseconds took) {
    ChargeCall call;
    for (std::size_t i = 0; i < high.size(); ++i) {
        call.budgets.push_back(
            {name_of(high[i].key, low[i].key), high[i].payment(took), false});
    }
    return call;
}

std::vector<std::string> arguments_of(const ChargeCall& call,
                                      const ServerKeys& keys) {
    constexpr std::size_t kKeysBefore = 3;
    std::vector<std::string> arguments{"", keys.secret()};
    const bool has_pass = call.pass_use != PassUse::none;
    arguments.push_back(has_pass ? keys.key('p', call.pass) : keys.secret());
    arguments.push_back(call.fetch.empty() ? keys.secret()
                                           : keys.key('f', call.fetch));
    std::vector<std::string> values{keys.secret_id,
                                    std::string(text_of(call.pass_use)),
                                    call.fetch.empty() ? "0" : "1"};
    std::vector<std::string> waiting;
    for (const AskedBudget& budget : call.budgets) {
        arguments.push_back(keys.key('b', budget.name));
        if (!budget.waiting.empty() && !budget.is_part) {
            waiting.push_back(keys.key('w', budget.waiting));
        }
        const Rate& rate = budget.rate;
        for (const Milliseconds time :
             {rate.interval, rate.slack, rate.max_wait, furthest_due(rate)}) {
            values.push_back(text_of(time));
        }
        values.emplace_back(budget.binds ? "1" : "0");
        values.push_back(std::to_string(
            budget.waiting.empty()
                ? 0
                : kKeysBefore + call.budgets.size() + waiting.size()));
        values.push_back(text_of(budget.waiting_time));
        values.emplace_back(budget.is_part ? "1" : "0");
    }
    std::move(waiting.begin(), waiting.end(), std::back_inserter(arguments));
    arguments.front() = std::to_string(arguments.size() - 1);
    std::move(values.begin(), values.end(), std::back_inserter(arguments));
    return arguments;
}

std::optional<ChargeAnswer> read_answer(
    const std::vector<std::int64_t>& numbers, const ChargeCall& call,
    Milliseconds now) {
    constexpr std::int64_t kMaxTag = (std::int64_t{1} << 24) - 1;
    if (numbers.size() != kNumbersBefore + kNumbersEach * call.budgets.size() ||
        numbers[0] < 0 || numbers[0] > 1 || numbers[1] <= 0 || numbers[2] < 0 ||
        numbers[2] > kMaxTag) {
        return std::nullopt;
    }
    ChargeAnswer answer;
    answer.used_pass = numbers[0] == 1;
    answer.server_now = Milliseconds(numbers[1]);
    answer.told_at = now;
    if (numbers[2] != 0) {
        answer.fetched = static_cast<RevisionTag>(numbers[2]);
    }
    bool charges = !answer.used_pass;
    for (std::size_t i = 0; i < call.budgets.size(); ++i) {
        const auto charge = read_charge(
            &numbers[kNumbersBefore + kNumbersEach * i], call.budgets[i], now);
        if (!charge) {
            return std::nullopt;
        }
        charges = charges && (charge->granted || !call.budgets[i].binds);
        answer.charges.push_back(*charge);
    }
    for (std::size_t i = 0; i < call.budgets.size(); ++i) {
        ToldCharge& charge = answer.charges[i];
        charge.charged = charges && charge.granted && charge.asked &&
                         !call.budgets[i].rate.is_paid_later();
    }
    return answer;
}

Charged charged_by(const Plan& plan, const ChargeAnswer& answer) {
    Charged charged;
    charged.used_pass = answer.used_pass;
    for (const ToldCharge& told : answer.charges) {
        const Demand& demand = plan.demands[charged.size()];
        charged.add(
            {told.granted, told.wait, told.asked ? told.due : Milliseconds{0}});
        if (!told.granted && demand.action > Action::log) {
            charged.refused = true;
            break;
        }
    }
    return charged;
}

std::vector<Refund> refunds_of(const ChargeCall& call,
                               const ChargeAnswer& answer) {
    std::vector<Refund> refunds;
    for (std::size_t i = 0; i < answer.charges.size(); ++i) {
        const ToldCharge& told = answer.charges[i];
        if (told.charged) {
            refunds.push_back(
                {call.budgets[i].name, call.budgets[i].rate.interval,
                 answer.server_now + (told.due - answer.told_at)});
        }
    }
    return refunds;
}

std::vector<std::string> arguments_of(const std::vector<Refund>& refunds,
                                      const std::string& pass,
                                      const ServerKeys& keys) {
    std::vector<std::string> arguments{std::to_string(refunds.size() + 2),
                                       keys.secret()};
    arguments.push_back(pass.empty() ? keys.secret() : keys.key('p', pass));
    for (const Refund& refund : refunds) {
        arguments.push_back(keys.key('b', refund.name));
    }
    arguments.push_back(keys.secret_id);
    arguments.emplace_back(pass.empty() ? "-" : "pass");
    for (const Refund& refund : refunds) {
        arguments.push_back(text_of(refund.interval));
        arguments.push_back(text_of(refund.tat));
    }
    return arguments;
}

}  // namespace robots
