#include "policy/crawlers/octet_classes.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "policy/base/ascii.hpp"

namespace robots {

OctetClasses classify_block_portably(const char* octets, char* cores) {
    OctetClasses found;
    for (std::size_t i = 0; i < OctetClasses::kBlock; ++i) {
        const char c = fold(octets[i]);
        const std::uint64_t bit = std::uint64_t{1} << i;
        const bool alphanumeric =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool core = alphanumeric || c == '-' || c == '_';
        found.alphanumeric |= alphanumeric ? bit : 0;
        found.core |= core ? bit : 0;
        found.dot |= c == '.' ? bit : 0;
        found.t_or_r |= c == 't' || c == 'r' ? bit : 0;
        cores[i] = core ? c : '\0';
    }
    return found;
}

#ifdef __SSE2__

namespace {

__m128i is(__m128i octets, char c) {
    return _mm_cmpeq_epi8(octets, _mm_set1_epi8(c));
}

__m128i is_between(__m128i octets, char first, char last) {
    const __m128i above = _mm_sub_epi8(octets, _mm_set1_epi8(first));
    const __m128i most = _mm_set1_epi8(static_cast<char>(last - first));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, most), above);
}

std::uint64_t bits(__m128i octets) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(octets));
}

constexpr std::size_t kVector = sizeof(__m128i);

// The Nth vector of a block.
template <std::size_t N>
void classify_vector(const char* octets, char* cores, OctetClasses& found) {
    constexpr std::size_t kAt = N * kVector;
    const __m128i case_bit = _mm_set1_epi8('a' - 'A');
    const __m128i raw =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(octets + kAt));
    const __m128i letter = is_between(_mm_or_si128(raw, case_bit), 'a', 'z');
    const __m128i folded = _mm_or_si128(raw, _mm_and_si128(letter, case_bit));
    const __m128i alphanumeric =
        _mm_or_si128(letter, is_between(raw, '0', '9'));
    const __m128i core =
        _mm_or_si128(alphanumeric, _mm_or_si128(is(raw, '-'), is(raw, '_')));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(cores + kAt),
                     _mm_and_si128(folded, core));
    found.alphanumeric |= bits(alphanumeric) << kAt;
    found.core |= bits(core) << kAt;
    found.dot |= bits(is(raw, '.')) << kAt;
    found.t_or_r |= bits(_mm_or_si128(is(folded, 't'), is(folded, 'r'))) << kAt;
}

}  // namespace

OctetClasses classify_block(const char* octets, char* cores) {
    static_assert(OctetClasses::kBlock == 4 * kVector);
    OctetClasses found;
    classify_vector<0>(octets, cores, found);
    classify_vector<1>(octets, cores, found);
    classify_vector<2>(octets, cores, found);
    classify_vector<3>(octets, cores, found);
    return found;
}

#else

OctetClasses classify_block(const char* octets, char* cores) {
    return classify_block_portably(octets, cores);
}

#endif

}  // namespace robots
