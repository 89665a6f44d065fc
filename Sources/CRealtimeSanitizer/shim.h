// The entry points of clang's RealtimeSanitizer runtime (compiler-rt, sanitizer/rtsan_interface.h).
// Only a build with -DRTSAN calls and links them: between enter and exit every malloc, lock and
// blocking call of the thread is reported.
#ifndef PEACH_CREALTIMESANITIZER_SHIM_H
#define PEACH_CREALTIMESANITIZER_SHIM_H

#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

void __rtsan_ensure_initialized(void);
PEACH_REALTIME void __rtsan_realtime_enter(void);
PEACH_REALTIME void __rtsan_realtime_exit(void);

#undef PEACH_REALTIME
#endif
