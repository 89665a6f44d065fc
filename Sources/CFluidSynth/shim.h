// FluidSynth, and the audit of what the process callback may call of it.
//
// A function declared again here with PEACH_REALTIME was read in FluidSynth's source and watched
// by RealtimeSanitizer: with `synth.threadsafe-api` off and the samples loaded it neither locks nor
// allocates. Everything else of the library is a compile error inside the callback.
#ifndef PEACH_CFLUIDSYNTH_SHIM_H
#define PEACH_CFLUIDSYNTH_SHIM_H

#include <fluidsynth.h>

#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

PEACH_REALTIME int fluid_synth_noteon(fluid_synth_t *synth, int chan, int key, int vel);
PEACH_REALTIME int fluid_synth_all_sounds_off(fluid_synth_t *synth, int chan);
PEACH_REALTIME int fluid_synth_set_gen(fluid_synth_t *synth, int chan, int param, float value);
PEACH_REALTIME int fluid_synth_write_float(fluid_synth_t *synth, int len, void *lout, int loff,
                                           int lincr, void *rout, int roff, int rincr);

#undef PEACH_REALTIME
#endif
