#include "tests/interleavings/explorer.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "tests/interleavings/steps.hpp"

namespace robots::interleavings {

namespace {

// ---- the memory

// Of each word, the oldest value that a process may still see, by its number.
using View = std::vector<std::uint8_t>;

void join(View& view, const View& other) {
    for (std::size_t i = 0; i < other.size(); ++i) {
        view[i] = std::max(view[i], other[i]);
    }
}

struct Stored {
    std::uint64_t value;
    View released;  // empty: a load that acquires learns nothing by it
};

struct Actor {
    Answers answers;
    View view;
    Step next;
    bool dead = false;

    bool acts() const { return !dead && next.kind != Kind::end; }
};

struct State {
    std::vector<std::vector<Stored>> words;  // oldest first
    std::vector<Actor> actors;
    std::size_t deaths = 0;
};

// Drops the values that nobody can see any more, so that states which differ by
// nothing else are the same one.
void forget(State& state) {
    for (std::size_t word = 0; word < state.words.size(); ++word) {
        auto& values = state.words[word];
        auto oldest = static_cast<std::uint8_t>(values.size() - 1);
        for (const Actor& actor : state.actors) {
            if (actor.acts()) {
                oldest = std::min(oldest, actor.view[word]);
            }
        }
        if (oldest == 0) {
            continue;
        }
        values.erase(values.begin(), values.begin() + oldest);
        const auto age = [=](View& view) {
            if (!view.empty()) {
                view[word] = static_cast<std::uint8_t>(
                    view[word] - std::min(view[word], oldest));
            }
        };
        for (Actor& actor : state.actors) {
            age(actor.view);
        }
        for (auto& others : state.words) {
            for (Stored& stored : others) {
                age(stored.released);
            }
        }
    }
}

class Digest {
  public:
    void add(std::uint64_t number) { octets_.push_back(number); }
    void add(const View& view) {
        add(view.size());
        for (const std::uint8_t number : view) {
            add(number);
        }
    }
    std::pair<std::uint64_t, std::uint64_t> value() const {
        const XXH128_hash_t hash = XXH3_128bits(
            octets_.data(), octets_.size() * sizeof(std::uint64_t));
        return {hash.low64, hash.high64};
    }

  private:
    std::vector<std::uint64_t> octets_;
};

// 128 bits that stand for a state. What an actor that has ended knew does not
// count any more.
std::pair<std::uint64_t, std::uint64_t> digest(const State& state) {
    Digest digest;
    for (const auto& values : state.words) {
        digest.add(values.size());
        for (const Stored& stored : values) {
            digest.add(stored.value);
            digest.add(stored.released);
        }
    }
    for (const Actor& actor : state.actors) {
        digest.add(actor.dead ? 1 : 0);
        if (actor.acts()) {
            digest.add(actor.answers.size());
            for (const Answer& answer : actor.answers) {
                digest.add(answer.value * 2 + (answer.exchanged ? 1 : 0));
            }
            digest.add(actor.view);
        } else if (!actor.dead) {
            digest.add(actor.next.value);
        }
    }
    return digest.value();
}

// ---- the exploration

class Exploration {
  public:
    Exploration(Memory memory, const std::vector<Process>& processes,
                Bounds bounds, const std::function<void(const End&)>& check)
        : words_(static_cast<std::uint64_t*>(memory.address)),
          size_(memory.octets / sizeof(Word)),
          start_(words_, words_ + size_),
          processes_(processes),
          bounds_(bounds),
          check_(check) {
        share(static_cast<const Word*>(memory.address), size_);
    }

    Explored run() {
        // Steps at a word that no run ever changes are taken at once, in no
        // other order; which words change is found out on the way.
        do {
            learned_ = false;
            explored_ = {};
            seen_.clear();
            ends_.clear();
            explore_all();
        } while (learned_);
        std::copy(start_.begin(), start_.end(), words_);
        return explored_;
    }

  private:
    void explore_all() {
        State first;
        for (const std::uint64_t value : start_) {
            first.words.push_back({{value, {}}});
        }
        first.actors.resize(processes_.size());
        for (std::size_t i = 0; i < processes_.size(); ++i) {
            first.actors[i].view.assign(size_, 0);
            go_on(first, i);
        }
        pending_ = {std::move(first)};
        while (!pending_.empty() && !learned_) {
            State state = std::move(pending_.back());
            pending_.pop_back();
            forget(state);
            if (!seen_.insert(digest(state)).second) {
                continue;
            }
            if (++explored_.states > bounds_.states) {
                return;
            }
            expand(state);
        }
        explored_.complete = pending_.empty();
    }

    // Finds an actor's next step, past those that nobody else can notice.
    void go_on(State& state, std::size_t who) const {
        Actor& actor = state.actors[who];
        for (;;) {
            actor.next = next_step(processes_[who], actor.answers);
            if (actor.next.kind != Kind::load ||
                changing_.count(actor.next.where) != 0) {
                return;
            }
            actor.answers.push_back({start_[actor.next.where], false});
        }
    }

    void expand(const State& state) {
        bool ended = true;
        for (std::size_t who = 0; who < state.actors.size(); ++who) {
            if (!state.actors[who].acts()) {
                continue;
            }
            ended = false;
            take_step(state, who);
            if (state.deaths < bounds_.deaths) {
                State next = state;
                next.actors[who].dead = true;
                ++next.deaths;
                pending_.push_back(std::move(next));
            }
        }
        if (ended) {
            finish(state);
        }
    }

    void take_step(const State& state, std::size_t who) {
        const Step& step = state.actors[who].next;
        switch (step.kind) {
            case Kind::load:
                return see_each(state, who, std::nullopt);
            case Kind::store:
                return change(state, who, step.value, {}, false);
            case Kind::exchange:
                return change(state, who, step.value);
            case Kind::add:
                return change(state, who, newest(state, step) + step.value);
            case Kind::mask:
                return change(state, who, newest(state, step) & step.value);
            case Kind::compare_exchange:
                see_each(state, who, step.expected);
                if (newest(state, step) == step.expected) {
                    change(state, who, step.value);
                }
                return;
            case Kind::has_died: {
                // The system that says so has seen all of its stores.
                static const Actor kStranger;
                const Actor& other = step.where < state.actors.size()
                                         ? state.actors[step.where]
                                         : kStranger;
                State next = state;
                if (other.dead) {
                    join(next.actors[who].view, other.view);
                }
                answer(next, who, {other.dead, false});
                return;
            }
            case Kind::end:
                return;
        }
    }

    static std::uint64_t newest(const State& state, const Step& step) {
        return state.words[step.where].back().value;
    }

    // A load of each value that the actor may see, but not of `but`.
    void see_each(const State& state, std::size_t who,
                  std::optional<std::uint64_t> but) {
        const Actor& actor = state.actors[who];
        const auto& values = state.words[actor.next.where];
        for (std::size_t i = actor.view[actor.next.where]; i < values.size();
             ++i) {
            if (values[i].value == but) {
                continue;
            }
            State next = state;
            next.actors[who].view[actor.next.where] =
                static_cast<std::uint8_t>(i);
            if (actor.next.acquires) {
                join(next.actors[who].view, values[i].released);
            }
            answer(next, who, {values[i].value, false});
        }
    }

    // A store; `reads` where it is a read-modify-write, which is answered with
    // the value before.
    void change(const State& state, std::size_t who, std::uint64_t value) {
        change(state, who, value, {newest(state, state.actors[who].next), true},
               true);
    }
    void change(const State& state, std::size_t who, std::uint64_t value,
                Answer given, bool reads) {
        State next = state;
        Actor& actor = next.actors[who];
        const Step step = actor.next;
        learned_ |= changing_.insert(step.where).second;
        auto& values = next.words[step.where];
        const View before = reads ? values.back().released : View();
        if (step.acquires) {
            join(actor.view, before);
        }
        if (values.size() > UINT8_MAX - 1) {
            std::abort();  // a process that stores without end
        }
        actor.view[step.where] = static_cast<std::uint8_t>(values.size());
        View released = step.releases ? actor.view : before;
        if (step.releases) {
            join(released, before);
        }
        values.push_back({value, std::move(released)});
        answer(next, who, given);
    }

    void answer(State& next, std::size_t who, Answer given) {
        next.actors[who].answers.push_back(given);
        go_on(next, who);
        pending_.push_back(std::move(next));
    }

    void finish(const State& state) {
        End end;
        for (const Actor& actor : state.actors) {
            end.outcomes.push_back(
                actor.dead ? std::nullopt : std::optional(actor.next.value));
        }
        for (std::size_t word = 0; word < size_; ++word) {
            words_[word] = state.words[word].back().value;
        }
        if (ends_.insert({end.outcomes, {words_, words_ + size_}}).second) {
            ++explored_.ends;
            check_(end);
        }
    }

    std::uint64_t* words_;
    std::size_t size_;
    std::vector<std::uint64_t> start_;
    const std::vector<Process>& processes_;
    Bounds bounds_;
    const std::function<void(const End&)>& check_;

    std::set<std::size_t> changing_;  // words that some run stores to
    bool learned_ = false;            // that another one does
    std::vector<State> pending_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
    std::set<std::pair<std::vector<std::optional<std::uint64_t>>,
                       std::vector<std::uint64_t>>>
        ends_;
    Explored explored_;
};

}  // namespace

Explored explore(Memory memory, const std::vector<Process>& processes,
                 Bounds bounds, const std::function<void(const End&)>& check) {
    return Exploration(memory, processes, bounds, check).run();
}

}  // namespace robots::interleavings
