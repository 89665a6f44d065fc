#include "CResampler.h"

#include <new>
#include <zita-resampler/vresampler.h>

struct resampler {
  VResampler core;
};

resampler_t *resampler_create(double base_ratio, unsigned channels, unsigned half_length,
                              double cutoff) {
  resampler_t *resampler = new (std::nothrow) resampler_t;
  if (resampler != nullptr && resampler->core.setup(base_ratio, channels, half_length, cutoff)) {
    delete resampler;
    return nullptr;
  }
  return resampler;
}

void resampler_destroy(resampler_t *resampler) { delete resampler; }

void resampler_restart(resampler_t *resampler, double relative_ratio) {
  VResampler &core = resampler->core;
  core.reset();
  core.set_rrfilt(0);
  core.set_rratio(relative_ratio);
  // Half a filter of silence puts the first output sample onto the first input sample.
  core.inp_count = core.inpsize() / 2 - 1;
  core.inp_data = nullptr;
  core.out_count = 1;
  core.out_data = nullptr;
  core.process();
}

void resampler_set_ratio(resampler_t *resampler, double relative_ratio) {
  resampler->core.set_rratio(relative_ratio);
}

void resampler_process(resampler_t *resampler, float *input, uint32_t *input_frames,
                       float *output, uint32_t *output_frames) {
  VResampler &core = resampler->core;
  core.inp_data = input;
  core.inp_count = *input_frames;
  core.out_data = output;
  core.out_count = *output_frames;
  core.process();
  *input_frames = core.inp_count;
  *output_frames = core.out_count;
}
