#include "filter.h"

#include <math.h>
#include <pthread.h>

// The cut-off (-6 dB) relative to half the input rate. With the window below, the filter takes
// 0.3 dB from 18 kHz and 6 dB from 20 kHz at a rate of 44.1 kHz, 0.7 dB from 20 kHz at 48 kHz.
static const double cutoff = 0.906;

// The Kaiser window's parameter. The filter takes 139 dB from everything above 1.1 times half the
// input rate, where the images of all tones up to 0.9 times half the rate are.
static const double kaiser_beta = 14.5;

static const double pi = 3.14159265358979323846;

// Smaller weights are left out (-240 dB), so that no product of an audible sample is denormal.
static const double smallest_weight = 1e-12;

_Alignas(64) float filter_table[filter_rows * filter_row];

// The modified Bessel function of the first kind and order zero, by its power series.
static double bessel_i0(double x) {
  double sum = 1;
  double term = 1;
  for (int k = 1; term > sum * 1e-17; k++) {
    term *= x * x / (4.0 * k * k);
    sum += term;
  }
  return sum;
}

// The weight of an input frame that is `distance` frames away from the position: a sinc under a
// Kaiser window (J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window
// function", 1974).
static double weight(double distance) {
  double share = distance / (double)filter_half;
  if (fabs(share) >= 1) return 0;
  double angle = pi * cutoff * distance;
  double sinc = fabs(angle) < 1e-9 ? 1 : sin(angle) / angle;
  double window = bessel_i0(kaiser_beta * sqrt(1 - share * share)) / bessel_i0(kaiser_beta);
  return cutoff * sinc * window;
}

// The cubic through the weights of one tap at the four Chebyshev points of a row, by Newton's
// divided differences; it is almost the best cubic there is. Its error for a tone of w radians a
// frame is (w/64)^4/192 (the remainder of Chebyshev interpolation over 1/32 frame): -150 dB at half
// the input rate, and 24 dB less with each octave below.
static void fit(int row, int tap, double coefficients[filter_degree + 1]) {
  enum { points = filter_degree + 1 };
  double x[points];
  double difference[points];
  for (int i = 0; i < points; i++) {
    x[i] = cos(pi * (2 * i + 1) / (2 * points)) / 2;
    double position = (row + 0.5 + x[i]) / (double)filter_rows;
    difference[i] = weight(tap - (filter_half - 1) - position);
  }
  for (int order = 1; order < points; order++) {
    for (int i = points - 1; i >= order; i--) {
      difference[i] = (difference[i] - difference[i - 1]) / (x[i] - x[i - order]);
    }
  }
  // From Newton's form to powers of x, from the inside out.
  for (int i = 0; i < points; i++) coefficients[i] = 0;
  for (int i = points - 1; i >= 0; i--) {
    for (int k = points - 1; k > 0; k--) {
      coefficients[k] = coefficients[k - 1] - x[i] * coefficients[k];
    }
    coefficients[0] = difference[i] - x[i] * coefficients[0];
  }
}

static void compute_table(void) {
  for (int row = 0; row < filter_rows; row++) {
    for (int tap = 0; tap < filter_taps; tap++) {
      double coefficients[filter_degree + 1];
      fit(row, tap, coefficients);
      float *group = filter_table + row * filter_row + tap / filter_lanes * filter_group;
      for (int k = 0; k <= filter_degree; k++) {
        double value = fabs(coefficients[k]) < smallest_weight ? 0 : coefficients[k];
        group[k * filter_lanes + tap % filter_lanes] = (float)value;
      }
    }
  }
}

void filter_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, compute_table);
}
