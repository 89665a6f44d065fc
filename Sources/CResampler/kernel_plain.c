#include "filter.h"
#include "kernels.h"

void kernel_plain(const uint64_t *positions, uint32_t frames, const float *left,
                  const float *right, float *output) {
  for (uint32_t i = 0; i < frames; i++) {
    filter_place place = filter_place_of(positions[i]);
    // A sum for each lane, as the other versions have it; a compiler can work on them at once.
    float sums[2][filter_lanes] = {0};
    for (uint32_t tap = 0; tap < filter_taps; tap += filter_lanes) {
      const float *group = place.row + tap / filter_lanes * filter_group;
      const float *l = left + place.frame + tap;
      const float *r = right + place.frame + tap;
      for (uint32_t lane = 0; lane < filter_lanes; lane++) {
        float weight = group[3 * filter_lanes + lane];
        weight = weight * place.share + group[2 * filter_lanes + lane];
        weight = weight * place.share + group[filter_lanes + lane];
        weight = weight * place.share + group[lane];
        sums[0][lane] += weight * l[lane];
        sums[1][lane] += weight * r[lane];
      }
    }
    for (uint32_t channel = 0; channel < 2; channel++) {
      const float *s = sums[channel];
      float low = (s[0] + s[4]) + (s[2] + s[6]);
      float high = (s[1] + s[5]) + (s[3] + s[7]);
      output[2 * i + channel] = low + high;
    }
  }
}
