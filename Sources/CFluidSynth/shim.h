// FluidSynth, and the audit of what the process callback may call of it.
//
// A function declared again here with PEACH_REALTIME was read in FluidSynth's source and watched
// by RealtimeSanitizer: with `synth.threadsafe-api` off and the samples loaded it neither locks nor
// allocates. Everything else of the library is a compile error inside the callback.
#ifndef PEACH_CFLUIDSYNTH_SHIM_H
#define PEACH_CFLUIDSYNTH_SHIM_H

#include <dlfcn.h>
#include <fluidsynth.h>

static inline void peach_ignore_message(const char *domain, int level, const char *message,
                                        void *data) {}

// Keeps GLib from printing: FluidSynth's libraries use it. Looked up by name, because FluidSynth can
// be built without GLib.
static inline void peach_silence_glib(void) {
  void *(*set)(void (*)(const char *, int, const char *, void *), void *) =
      (void *(*)(void (*)(const char *, int, const char *, void *), void *))dlsym(
          0, "g_log_set_default_handler");
  if (set) set(peach_ignore_message, 0);
}

#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

PEACH_REALTIME int fluid_synth_noteon(fluid_synth_t *synth, int chan, int key, int vel);
PEACH_REALTIME int fluid_synth_all_sounds_off(fluid_synth_t *synth, int chan);
PEACH_REALTIME int fluid_synth_set_gen(fluid_synth_t *synth, int chan, int param, float value);
PEACH_REALTIME int fluid_synth_write_float(fluid_synth_t *synth, int len, void *lout, int loff,
                                           int lincr, void *rout, int roff, int rincr);

#undef PEACH_REALTIME
#endif
