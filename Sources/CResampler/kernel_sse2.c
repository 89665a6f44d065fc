#include "kernels.h"

#if defined(__x86_64__)
#include <emmintrin.h>

#include "filter.h"

void kernel_sse2(const uint64_t *positions, uint32_t frames, const float *left, const float *right,
                 float *output) {
  for (uint32_t i = 0; i < frames; i++) {
    filter_place place = filter_place_of(positions[i]);
    const __m128 share = _mm_set1_ps(place.share);
    __m128 l = _mm_setzero_ps();
    __m128 r = _mm_setzero_ps();
    for (uint32_t tap = 0; tap < filter_taps; tap += 4) {
      const float *group =
          place.row + tap / filter_lanes * filter_group + tap % filter_lanes;
      __m128 weights = _mm_load_ps(group + 3 * filter_lanes);
      weights = _mm_add_ps(_mm_mul_ps(weights, share), _mm_load_ps(group + 2 * filter_lanes));
      weights = _mm_add_ps(_mm_mul_ps(weights, share), _mm_load_ps(group + filter_lanes));
      weights = _mm_add_ps(_mm_mul_ps(weights, share), _mm_load_ps(group));
      l = _mm_add_ps(l, _mm_mul_ps(weights, _mm_loadu_ps(left + place.frame + tap)));
      r = _mm_add_ps(r, _mm_mul_ps(weights, _mm_loadu_ps(right + place.frame + tap)));
    }
    // Left and right in turn, then both halves: the sums come out side by side.
    __m128 pairs = _mm_add_ps(_mm_unpacklo_ps(l, r), _mm_unpackhi_ps(l, r));
    _mm_storel_pi((__m64 *)(output + 2 * i), _mm_add_ps(pairs, _mm_movehl_ps(pairs, pairs)));
  }
}
#endif
