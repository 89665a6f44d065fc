// The inner loop, once for each kind of processor.
#ifndef PEACH_RESAMPLER_KERNELS_H
#define PEACH_RESAMPLER_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

// Computes `frames` interleaved output frames. `positions` are those of the frames, counted from
// the first frames of `left` and `right`, which hold all frames under the filter. Process thread.
//
// Each frame is computed by itself and always in the same order, so the output does not depend on
// how it is divided into calls.
typedef void kernel(const uint64_t *positions, uint32_t frames, const float *left,
                    const float *right, float *output);

kernel kernel_plain;

#if defined(__x86_64__)
kernel kernel_sse2;
kernel kernel_avx2;
bool kernel_avx2_is_supported(void);
#elif defined(__aarch64__)
kernel kernel_neon;
#endif

#endif
