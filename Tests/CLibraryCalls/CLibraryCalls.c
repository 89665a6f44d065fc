// The functions here take precedence over those of the libraries, because they are part of the program,
// and call them.
#define _GNU_SOURCE
#include "CLibraryCalls.h"

#include <dlfcn.h>

typedef int write_float(void *, int, void *, int, int, void *, int, int);

static write_float *fluidsynth;

// Before main, because the process callback must not look symbols up.
__attribute__((constructor)) static void find_functions(void) {
  fluidsynth = (write_float *)dlsym(RTLD_NEXT, "fluid_synth_write_float");
}

static _Thread_local long blocks;

int fluid_synth_write_float(void *synth, int length, void *left, int left_offset,
                            int left_increment, void *right, int right_offset,
                            int right_increment) {
  blocks += length / 64;
  return fluidsynth(synth, length, left, left_offset, left_increment, right, right_offset,
                    right_increment);
}

long rendered_blocks(void) { return blocks; }
