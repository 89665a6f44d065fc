#include "kernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#include "filter.h"

void kernel_neon(const uint64_t *positions, uint32_t frames, const float *left, const float *right,
                 float *output) {
  for (uint32_t i = 0; i < frames; i++) {
    filter_place place = filter_place_of(positions[i]);
    const float32x4_t share = vdupq_n_f32(place.share);
    float32x4_t l = vdupq_n_f32(0);
    float32x4_t r = vdupq_n_f32(0);
    for (uint32_t tap = 0; tap < filter_taps; tap += 4) {
      const float *group =
          place.row + tap / filter_lanes * filter_group + tap % filter_lanes;
      float32x4_t weights = vld1q_f32(group + 3 * filter_lanes);
      weights = vfmaq_f32(vld1q_f32(group + 2 * filter_lanes), weights, share);
      weights = vfmaq_f32(vld1q_f32(group + filter_lanes), weights, share);
      weights = vfmaq_f32(vld1q_f32(group), weights, share);
      l = vfmaq_f32(l, weights, vld1q_f32(left + place.frame + tap));
      r = vfmaq_f32(r, weights, vld1q_f32(right + place.frame + tap));
    }
    output[2 * i] = vaddvq_f32(l);
    output[2 * i + 1] = vaddvq_f32(r);
  }
}
#endif
