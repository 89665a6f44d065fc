// Takes the place of FluidSynth's function, which costs most of what a note costs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#include "CTaskHooks.h"

static _Atomic int is_rendering = 1;

void set_rendering(int is_on) { is_rendering = is_on; }

typedef int (*writer)(void *, int, void *, int, int, void *, int, int);

__attribute__((visibility("default"))) int fluid_synth_write_float(void *synth, int count, void *left, int left_begin,
                                                                   int left_step, void *right, int right_begin,
                                                                   int right_step) {
  static _Atomic(writer) found;
  if (found == NULL) found = (writer)dlsym(RTLD_NEXT, "fluid_synth_write_float");
  // A block alone may be there to drop what is silenced.
  if (is_rendering || count <= 64) {
    return ((writer)found)(synth, count, left, left_begin, left_step, right, right_begin, right_step);
  }
  for (int frame = 0; frame < count; frame++) {
    ((float *)left)[left_begin + frame * left_step] = 0;
    ((float *)right)[right_begin + frame * right_step] = 0;
  }
  return 0;
}
