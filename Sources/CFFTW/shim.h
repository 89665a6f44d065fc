// FFTW: discrete Fourier transforms of any length, in double precision.
#ifndef PEACH_CFFTW_SHIM_H
#define PEACH_CFFTW_SHIM_H

#include <fftw3.h>

#endif
