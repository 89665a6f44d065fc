#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "filter.h"

bool kernel_avx2_is_supported(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

__attribute__((target("avx2,fma"))) void kernel_avx2(const uint64_t *positions, uint32_t frames,
                                                     const float *left, const float *right,
                                                     float *output) {
  for (uint32_t i = 0; i < frames; i++) {
    filter_place place = filter_place_of(positions[i]);
    const __m256 share = _mm256_set1_ps(place.share);
    __m256 l = _mm256_setzero_ps();
    __m256 r = _mm256_setzero_ps();
    for (uint32_t tap = 0; tap < filter_taps; tap += filter_lanes) {
      const float *group = place.row + tap / filter_lanes * filter_group;
      __m256 weights = _mm256_load_ps(group + 3 * filter_lanes);
      weights = _mm256_fmadd_ps(weights, share, _mm256_load_ps(group + 2 * filter_lanes));
      weights = _mm256_fmadd_ps(weights, share, _mm256_load_ps(group + filter_lanes));
      weights = _mm256_fmadd_ps(weights, share, _mm256_load_ps(group));
      l = _mm256_fmadd_ps(weights, _mm256_loadu_ps(left + place.frame + tap), l);
      r = _mm256_fmadd_ps(weights, _mm256_loadu_ps(right + place.frame + tap), r);
    }
    // Left and right in turn, then both halves twice: the sums come out side by side.
    __m256 pairs = _mm256_add_ps(_mm256_unpacklo_ps(l, r), _mm256_unpackhi_ps(l, r));
    __m128 sums = _mm_add_ps(_mm256_castps256_ps128(pairs), _mm256_extractf128_ps(pairs, 1));
    _mm_storel_pi((__m64 *)(output + 2 * i), _mm_add_ps(sums, _mm_movehl_ps(sums, sums)));
  }
}
#endif
