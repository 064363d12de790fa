#include "zone.hpp"

#include <algorithm>

namespace robots::nginx {

namespace {

using Word = std::atomic<std::uint64_t>;

static_assert(Word::is_always_lock_free);
static_assert(sizeof(Word) == sizeof(std::uint64_t));

constexpr std::size_t kWords = 8;
constexpr int kTatBits = 40;
constexpr std::uint64_t kTatMask = (std::uint64_t{1} << kTatBits) - 1;

// "robots" and the version of the layout.
constexpr std::uint64_t kMagic = 0x726f'626f'7473'0001;

// An arrival time further ahead than any rate reaches stems from before a
// 32-bit clock wrapped, and is no arrival time any more.
constexpr std::uint64_t kHorizon = std::uint64_t{1} << 31;

struct alignas(64) Bucket {
    Word words[kWords];
};

std::uint64_t tat_of(std::uint64_t word) {
    return word & kTatMask;
}

// Never zero, since a word of zero is empty.
std::uint64_t tag_of(std::uint64_t key) {
    return std::max<std::uint64_t>(key & 0xff'ffff, 1) << kTatBits;
}

// How long the word binds yet: zero for one that is empty or whose time passed.
std::uint64_t ahead(std::uint64_t word, std::uint64_t now) {
    std::uint64_t tat = tat_of(word);
    return tat > now && tat - now < kHorizon ? tat - now : 0;
}

// The word of a tag in its bucket, as it was read; where there is none, the one
// that makes room.
struct Place {
    Word* word;
    std::uint64_t seen;
    bool known;
};

Place locate(Bucket& bucket, std::uint64_t tag, std::uint64_t now) {
    Place room{nullptr, 0, false};
    for (Word& word : bucket.words) {
        std::uint64_t seen = word.load(std::memory_order_relaxed);
        if ((seen & ~kTatMask) == tag) {
            return {&word, seen, true};
        }
        if (room.word == nullptr || ahead(seen, now) < ahead(room.seen, now)) {
            room = {&word, seen, false};
        }
    }
    return room;
}

// What one request is charged that comes `now`.
Charge charge_at(const Place& place, std::uint64_t now, const Rate& rate) {
    bool binds = place.known && ahead(place.seen, now) != 0;
    std::uint64_t tat = binds ? tat_of(place.seen) : 0;
    return robots::charge(Milliseconds(tat), Milliseconds(now), rate);
}

}  // namespace

// Lies at the start of the zone's free memory; buckets follow.
struct Zone::Table {
    std::uint64_t magic;
    std::uint64_t epoch;  // of all arrival times, on nginx's clock
    std::uint64_t buckets;
    alignas(64) Counters counters;

    Bucket* first() { return reinterpret_cast<Bucket*>(this + 1); }

    // By the upper half of the key; the tag is of the lower half.
    Bucket& bucket(std::uint64_t key) {
        return first()[((key >> 32) * buckets) >> 32];
    }

    // In nginx's own type, which is narrower on 32-bit machines and wraps.
    std::uint64_t since(Milliseconds now) const {
        return static_cast<ngx_msec_t>(now.count()) -
               static_cast<ngx_msec_t>(epoch);
    }

    static Table* create(ngx_slab_pool_t* pool);
};

Zone::Table* Zone::Table::create(ngx_slab_pool_t* pool) {
    std::size_t size = pool->pfree * ngx_pagesize;
    void* memory = ngx_slab_calloc(pool, size);
    if (memory == nullptr) {
        return nullptr;
    }
    auto* table = static_cast<Table*>(memory);
    table->magic = kMagic;
    // One less than now, so that no arrival time is zero.
    table->epoch = std::uint64_t{ngx_current_msec} - 1;
    table->buckets = (size - sizeof(Table)) / sizeof(Bucket);
    return table;
}

void Zone::declare(ngx_conf_t* cf, std::size_t size) {
    ngx_str_t name = str("robots");
    ngx_shm_zone_t* shm_zone =
        ngx_shared_memory_add(cf, &name, size, &ngx_http_robots_module);
    if (shm_zone == nullptr) {
        throw std::bad_alloc();
    }
    shm_zone->init = init;
    shm_zone->data = this;
}

// A zone that lives on over a reload is taken as it is: the new configuration
// may yet be rolled back.
ngx_int_t Zone::init(ngx_shm_zone_t* shm_zone, void* previous) noexcept {
    auto* zone = static_cast<Zone*>(shm_zone->data);
    auto* pool = reinterpret_cast<ngx_slab_pool_t*>(shm_zone->shm.addr);

    if (previous != nullptr) {
        zone->table_ = static_cast<Zone*>(previous)->table_;
    } else if (shm_zone->shm.exists) {
        zone->table_ = static_cast<Table*>(pool->data);
    } else {
        zone->table_ = Table::create(pool);
        pool->data = zone->table_;
    }
    pool->log_nomem = 0;

    if (zone->table_ == nullptr || zone->table_->magic != kMagic) {
        ngx_log_error(NGX_LOG_EMERG, shm_zone->shm.log, 0,
                      "zone \"%V\" can't be used: it is too small or of "
                      "another version of this module",
                      &shm_zone->shm.name);
        return NGX_ERROR;
    }
    return NGX_OK;
}

Charge Zone::charge(std::uint64_t key, Milliseconds now,
                    const Rate& rate) noexcept {
    std::uint64_t since = table_->since(now);
    std::uint64_t tag = tag_of(key);
    Bucket& bucket = table_->bucket(key);

    for (;;) {
        Place place = locate(bucket, tag, since);
        Charge charge = charge_at(place, since, rate);
        if (!charge.granted) {
            return charge;
        }
        std::uint64_t next =
            tag | (static_cast<std::uint64_t>(charge.tat.count()) & kTatMask);
        if (place.word->compare_exchange_weak(place.seen, next,
                                              std::memory_order_relaxed)) {
            if (!place.known && ahead(place.seen, since) != 0) {
                count(table_->counters.evicted);
            }
            return charge;
        }
    }
}

Charge Zone::quote(std::uint64_t key, Milliseconds now,
                   const Rate& rate) noexcept {
    std::uint64_t since = table_->since(now);
    Place place = locate(table_->bucket(key), tag_of(key), since);
    return charge_at(place, since, rate);
}

Counters& Zone::counters() {
    return table_->counters;
}

std::size_t Zone::capacity() const {
    return table_->buckets * kWords;
}

}  // namespace robots::nginx
