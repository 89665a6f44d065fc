#include "CResampler.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "kernels.h"

// How many output frames are computed at once. At the lowest ratio they span twice as many input
// frames, which a position's eight bits of whole frames can hold.
enum { chunk_frames = 64, chunk_span = 2 * chunk_frames + 1 };

// Room for several chunks, so that the frames under the filter are rarely moved to its start.
enum { window_frames = 512 };

// Samples below this (-500 dB) count as silence: their products would be denormal, which processors
// compute a hundred times slower.
static const float silence = 1e-25f;

struct resampler {
  kernel *kernel;
  // Output frames for an input frame at the relative ratio 1.
  double base_ratio;
  // Input frames for an output frame, in units of 2^-56 frame.
  uint64_t step;
  // The next output frame's position, in the same units: below one frame, counted from `start`.
  uint64_t position;
  // The first frame of the window under the filter, and the one after the last that is filled.
  uint32_t start;
  uint32_t end;
  // At least so many of the last frames in the window are silent; it may be more than are in it.
  uint64_t silent;
  float left[window_frames];
  float right[window_frames];
};

static const struct {
  const char *name;
  kernel *kernel;
  // NULL if every processor that this is compiled for has it.
  bool (*is_supported)(void);
} versions[] = {
#if defined(__x86_64__)
    {"AVX2", kernel_avx2, kernel_avx2_is_supported},
    {"SSE2", kernel_sse2, NULL},
#elif defined(__aarch64__)
    {"NEON", kernel_neon, NULL},
#endif
    {"C", kernel_plain, NULL},
};
enum { known_versions = sizeof versions / sizeof versions[0] };

// The index of the n-th version that this machine has; `known_versions` if it has fewer.
static uint32_t find_version(uint32_t number) {
  for (uint32_t i = 0; i < known_versions; i++) {
    if (versions[i].is_supported && !versions[i].is_supported()) continue;
    if (number == 0) return i;
    number--;
  }
  return known_versions;
}

uint32_t resampler_version_count(void) {
  uint32_t count = 0;
  while (find_version(count) < known_versions) count++;
  return count;
}

const char *resampler_version_name(uint32_t version) {
  uint32_t index = find_version(version);
  return index < known_versions ? versions[index].name : NULL;
}

resampler_t *resampler_create(double base_ratio, uint32_t version) {
  uint32_t index = find_version(version);
  if (index == known_versions || !(base_ratio >= 1 && base_ratio <= 16)) return NULL;
  resampler_t *resampler = calloc(1, sizeof *resampler);
  if (!resampler) return NULL;
  filter_prepare();
  resampler->kernel = versions[index].kernel;
  resampler->base_ratio = base_ratio;
  resampler_restart(resampler, 1);
  return resampler;
}

void resampler_destroy(resampler_t *resampler) { free(resampler); }

void resampler_restart(resampler_t *resampler, double relative_ratio) {
  // Silence before the first input frame, so that it is where the filter has its middle.
  enum { silent_frames = filter_half - 1 };
  memset(resampler->left, 0, silent_frames * sizeof(float));
  memset(resampler->right, 0, silent_frames * sizeof(float));
  resampler->start = 0;
  resampler->end = silent_frames;
  resampler->silent = silent_frames;
  resampler->position = 0;
  resampler_set_ratio(resampler, relative_ratio);
}

// The step at a relative ratio. What is not a number counts as the lowest ratio.
static uint64_t step_of(const resampler_t *resampler, double relative_ratio) {
  double ratio = relative_ratio > resampler_lowest_ratio ? relative_ratio : resampler_lowest_ratio;
  ratio = ratio < resampler_highest_ratio ? ratio : resampler_highest_ratio;
  return (uint64_t)(int64_t)(0x1p56 / (resampler->base_ratio * ratio));
}

void resampler_set_ratio(resampler_t *resampler, double relative_ratio) {
  resampler->step = step_of(resampler, relative_ratio);
}

uint32_t resampler_input_frames(const resampler_t *resampler, uint32_t output_frames) {
  return (uint32_t)(0x1p-56 * (double)resampler->step * output_frames);
}

static float sample(float value) { return fabsf(value) < silence ? 0 : value; }

// A loop without an early exit can be vectorized.
static bool is_silent(const float *samples, uint32_t count) {
  if (count > 0 && samples[count - 1] != 0) return false;
  bool is_loud = false;
  for (uint32_t i = 0; i < count; i++) is_loud |= samples[i] != 0;
  return !is_loud;
}

// Appends interleaved frames to the window, which has room for them.
static void append(resampler_t *resampler, const float *input, uint32_t frames) {
  float *left = resampler->left + resampler->end;
  float *right = resampler->right + resampler->end;
  for (uint32_t i = 0; i < frames; i++) {
    left[i] = sample(input[2 * i]);
    right[i] = sample(input[2 * i + 1]);
  }
  bool is_all_silent = is_silent(left, frames) && is_silent(right, frames);
  resampler->silent = is_all_silent ? resampler->silent + frames : 0;
  resampler->end += frames;
}

// Moves the frames that are still needed to the window's start if the next chunk may not fit behind
// them.
static void make_room(resampler_t *resampler) {
  if (resampler->start + chunk_span + filter_taps <= window_frames) return;
  uint32_t kept = resampler->end - resampler->start;
  memmove(resampler->left, resampler->left + resampler->start, kept * sizeof(float));
  memmove(resampler->right, resampler->right + resampler->start, kept * sizeof(float));
  resampler->start = 0;
  resampler->end = kept;
}

// Computes up to `chunk_frames` frames, fewer only if the input is used up; returns how many.
// `ratios` is NULL at a constant ratio.
static uint32_t convert_chunk(resampler_t *resampler, const float **input, uint32_t *input_frames,
                              float *output, uint32_t frames, const double *ratios) {
  // One more: where the frame after the last will be.
  uint64_t positions[chunk_frames + 1];
  positions[0] = resampler->position;
  if (ratios) {
    for (uint32_t i = 0; i < frames; i++) {
      positions[i + 1] = positions[i] + step_of(resampler, ratios[i]);
    }
  } else {
    for (uint32_t i = 0; i < frames; i++) {
      positions[i + 1] = resampler->position + (i + 1) * resampler->step;
    }
  }
  make_room(resampler);
  const uint32_t ahead = resampler->start + filter_taps;
  uint32_t needed = ahead + (uint32_t)(positions[frames - 1] >> position_bits);
  if (needed > resampler->end) {
    uint32_t taken = needed - resampler->end;
    if (taken > *input_frames) taken = *input_frames;
    append(resampler, *input, taken);
    *input += 2 * taken;
    *input_frames -= taken;
  }
  while (frames > 0 &&
         ahead + (uint32_t)(positions[frames - 1] >> position_bits) > resampler->end) {
    frames--;
  }
  if (resampler->silent >= resampler->end - resampler->start) {
    memset(output, 0, 2 * frames * sizeof(float));
  } else {
    resampler->kernel(positions, frames, resampler->left + resampler->start,
                      resampler->right + resampler->start, output);
  }
  if (ratios && frames > 0) resampler->step = positions[frames] - positions[frames - 1];
  resampler->start += (uint32_t)(positions[frames] >> position_bits);
  resampler->position = positions[frames] & ((UINT64_C(1) << position_bits) - 1);
  return frames;
}

static void convert(resampler_t *resampler, const float *input, uint32_t *input_frames,
                    float *output, uint32_t *output_frames, const double *ratios) {
  while (*output_frames > 0) {
    uint32_t wanted = *output_frames < chunk_frames ? *output_frames : chunk_frames;
    uint32_t made = convert_chunk(resampler, &input, input_frames, output, wanted, ratios);
    output += 2 * made;
    *output_frames -= made;
    if (ratios) ratios += made;
    if (made < wanted) return;
  }
}

void resampler_process(resampler_t *resampler, const float *input, uint32_t *input_frames,
                       float *output, uint32_t *output_frames) {
  convert(resampler, input, input_frames, output, output_frames, NULL);
}

void resampler_glide(resampler_t *resampler, const float *input, uint32_t *input_frames,
                     float *output, uint32_t *output_frames, const double *relative_ratios) {
  convert(resampler, input, input_frames, output, output_frames, relative_ratios);
}
