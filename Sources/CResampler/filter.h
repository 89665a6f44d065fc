// The low-pass filter between the frames, as cubic polynomials of the position.
#ifndef PEACH_RESAMPLER_FILTER_H
#define PEACH_RESAMPLER_FILTER_H

#include <stdint.h>

// The filter's length in input frames, and how many of them come before the position.
enum { filter_taps = 48, filter_half = filter_taps / 2 };

// The distance between two frames is divided into rows. Within a row the weight of each tap is a
// cubic polynomial of the position. Eight taps are a group: their constants, then their linear,
// their quadratic and their cubic coefficients.
enum { filter_rows = 32, filter_lanes = 8, filter_degree = 3 };
enum { filter_group = filter_lanes * (filter_degree + 1) };
enum { filter_row = filter_taps / filter_lanes * filter_group };

// Filled by `filter_prepare`, constant from then on: 24 KiB, small enough for the first cache.
extern float filter_table[filter_rows * filter_row];

// Computes the table if that has not been done. Any thread but the process thread.
void filter_prepare(void);

// A position in units of 2^-56 frame: eight bits of whole frames, then the fraction. Steps
// that are rounded to it lead away from the exact position by less than 1e-7 frames in an hour.
enum { position_bits = 56, row_bits = 5 };

// A position as the inner loops need it.
typedef struct {
  // The first input frame under the filter.
  uint32_t frame;
  // The row's coefficients.
  const float *row;
  // The position within the row, -0.5…0.5.
  float share;
} filter_place;

static inline filter_place filter_place_of(uint64_t position) {
  enum { share_bits = position_bits - row_bits, float_bits = 24 };
  uint32_t row = (uint32_t)(position >> share_bits) & (filter_rows - 1);
  int32_t share = (int32_t)(position >> (share_bits - float_bits)) & ((1 << float_bits) - 1);
  return (filter_place){
      .frame = (uint32_t)(position >> position_bits),
      .row = filter_table + row * filter_row,
      .share = (float)(share - (1 << (float_bits - 1))) * (1.0f / (1 << float_bits)),
  };
}

#endif
