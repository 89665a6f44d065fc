// The entry points of clang's RealtimeSanitizer runtime (compiler-rt, sanitizer/rtsan_interface.h). A
// program has the runtime only if it was linked with it, as tools/test does once more with the objects of the
// debug build; the symbols are weak, so the same objects link and run without it. Between enter and exit the
// runtime reports every malloc, lock and blocking call of the thread.
#ifndef PEACH_CREALTIMESANITIZER_SHIM_H
#define PEACH_CREALTIMESANITIZER_SHIM_H

#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

extern void __rtsan_ensure_initialized(void) __attribute__((weak));
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

static inline void prepare_realtime_sanitizer(void) {
  if (__rtsan_ensure_initialized) __rtsan_ensure_initialized();
}

PEACH_REALTIME static inline void enter_realtime(void) {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

PEACH_REALTIME static inline void exit_realtime(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

#undef PEACH_REALTIME
#endif
