// A C face of zita-resampler's VResampler, a varispeed resampler whose ratio may change at any time.
#ifndef PEACH_CRESAMPLER_H
#define PEACH_CRESAMPLER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the process callback may call.
#ifdef __swift__
#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define PEACH_REALTIME
#endif

typedef struct resampler resampler_t;

// Allocates and locks; not for the process callback. NULL where memory or the filter is not to be
// had. `base_ratio` is output rate / input rate around which the relative ratio moves,
// `half_length` the filter's half length in input samples (8…96), `cutoff` its relative cut-off.
resampler_t *resampler_create(double base_ratio, unsigned channels, unsigned half_length,
                              double cutoff);
void resampler_destroy(resampler_t *resampler);

// Forgets all input; the relative ratio is `relative_ratio` from the first sample on.
// The filter is filled so that the first output sample falls on the first input sample.
PEACH_REALTIME void resampler_restart(resampler_t *resampler, double relative_ratio);

// The relative ratio (0.95…16) from the next output sample on, as a step.
PEACH_REALTIME void resampler_set_ratio(resampler_t *resampler, double relative_ratio);

// Converts interleaved frames until input or output is used up. On return `*input_frames` and
// `*output_frames` hold what is left of each.
PEACH_REALTIME void resampler_process(resampler_t *resampler, float *input, uint32_t *input_frames,
                                      float *output, uint32_t *output_frames);

// What a relative ratio is to be multiplied with to sound `cents` higher: 2^(-cents/1200).
PEACH_REALTIME static inline double resampler_ratio(double cents) { return exp2(-cents / 1200); }

#undef PEACH_REALTIME

#ifdef __cplusplus
}
#endif
#endif
