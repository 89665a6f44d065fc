// A varispeed resampler for stereo, whose ratio may change with every frame.
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

// The limits of a relative ratio; one beyond them is limited.
static const double resampler_lowest_ratio = 0.5;
static const double resampler_highest_ratio = 16;

typedef struct resampler resampler_t;

// The versions of the inner loop that this machine can run, the fastest one first; the last one is
// plain C. They agree to the last bits. Any thread but the process thread.
uint32_t resampler_version_count(void);
const char *resampler_version_name(uint32_t version);

// A resampler with one of the versions, 0 for the fastest one. Allocates and locks: not for the
// process callback. `base_ratio` (1…16) is the output rate over the input rate at the relative
// ratio 1. NULL if there is no memory, no such version, or a base ratio beyond its limits.
resampler_t *resampler_create(double base_ratio, uint32_t version);
void resampler_destroy(resampler_t *resampler);

// Forgets all input; the relative ratio is `relative_ratio` from the first frame on.
// The first output frame falls on the first input frame.
PEACH_REALTIME void resampler_restart(resampler_t *resampler, double relative_ratio);

// The relative ratio from the next output frame on, as a step.
PEACH_REALTIME void resampler_set_ratio(resampler_t *resampler, double relative_ratio);

// How many input frames so many output frames take at the present ratio, rounded down.
PEACH_REALTIME uint32_t resampler_input_frames(const resampler_t *resampler, uint32_t output_frames);

// Converts interleaved frames until input or output is used up; it takes no more input than the
// output needs. On return `*input_frames` and `*output_frames` hold what is left of each.
PEACH_REALTIME void resampler_process(resampler_t *resampler, const float *input,
                                      uint32_t *input_frames, float *output,
                                      uint32_t *output_frames);

// The same with a ratio of its own for each output frame: from that frame to the next one.
// `relative_ratios` has as many as `*output_frames` says. The last one that is used stays.
PEACH_REALTIME void resampler_glide(resampler_t *resampler, const float *input,
                                    uint32_t *input_frames, float *output, uint32_t *output_frames,
                                    const double *relative_ratios);

// What a relative ratio is to be multiplied with to sound `cents` higher: 2^(-cents/1200).
PEACH_REALTIME static inline double resampler_ratio(double cents) { return exp2(-cents / 1200); }

// What the process callback needs of the mathematics library, which neither allocates nor locks.
PEACH_REALTIME static inline double realtime_cos(double angle) { return cos(angle); }
PEACH_REALTIME static inline double realtime_sin(double angle) { return sin(angle); }
PEACH_REALTIME static inline double realtime_atan2(double y, double x) { return atan2(y, x); }
PEACH_REALTIME static inline double realtime_log10(double value) { return log10(value); }

#undef PEACH_REALTIME

#ifdef __cplusplus
}
#endif
#endif
