// libjack, and the audit of what the process callback may call of it: the functions declared again
// here with PEACH_REALTIME are documented by JACK as safe in the process thread. Everything else of
// the library is a compile error inside the callback.
#ifndef PEACH_CJACK_SHIM_H
#define PEACH_CJACK_SHIM_H

#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/statistics.h>
#include <jack/thread.h>
#include <jack/uuid.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PEACH_REALTIME \
  __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

PEACH_REALTIME void *jack_port_get_buffer(jack_port_t *port, jack_nframes_t frames);
PEACH_REALTIME jack_nframes_t jack_last_frame_time(const jack_client_t *client);
PEACH_REALTIME uint32_t jack_midi_get_event_count(void *port_buffer);
PEACH_REALTIME int jack_midi_event_get(jack_midi_event_t *event, void *port_buffer,
                                       uint32_t event_index);
PEACH_REALTIME void jack_midi_clear_buffer(void *port_buffer);
PEACH_REALTIME jack_midi_data_t *jack_midi_event_reserve(void *port_buffer, jack_nframes_t time,
                                                         size_t data_size);

// For the latency callback, which jackd 1 calls on its process thread.
PEACH_REALTIME void jack_port_get_latency_range(jack_port_t *port,
                                                jack_latency_callback_mode_t mode,
                                                jack_latency_range_t *range);
PEACH_REALTIME void jack_port_set_latency_range(jack_port_t *port,
                                                jack_latency_callback_mode_t mode,
                                                jack_latency_range_t *range);

// Wakes the thread that reads the event ring. sem_post is async-signal-safe (POSIX) and never
// blocks; the wrapper stands here because the C library's own declaration cannot be marked.
PEACH_REALTIME static inline void wake_up(sem_t *semaphore) { sem_post(semaphore); }

// Opens a client on a server by name, or on the default one where `server` is NULL. Here because
// jack_client_open takes variable arguments, which Swift cannot pass.
static inline jack_client_t *jack_open(const char *name, const char *server, bool exact_name,
                                       jack_status_t *status) {
  int options = JackNoStartServer | (exact_name ? JackUseExactName : 0);
  return server != NULL
             ? jack_client_open(name, (jack_options_t)(options | JackServerName), status, server)
             : jack_client_open(name, (jack_options_t)options, status);
}

// The library's own version; NULL from that of jackd 1, which has no function to tell it. Weak, as a
// program that needs it could not even be started there.
extern const char *jack_get_version_string(void) __attribute__((weak));
static inline const char *jack_library_version(void) {
  return jack_get_version_string != NULL ? jack_get_version_string() : NULL;
}

// Makes the calling thread treat denormal numbers as zero (Intel SDM vol. 1, 10.2.3; Arm ARM, FPCR.FZ):
// the tails of fades and filters would otherwise cost a hundred times as much.
static inline void flush_denormals(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
  unsigned long control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (1UL << 24)));
#endif
}

// Touches the calling thread's stack as far down as the process callback can use it, so that it causes
// no page fault there. libjack gives its threads at least 256 KiB.
#define PEACH_STACK_TOUCHED (128 * 1024)
static inline void touch_stack(void) {
  volatile char stack[PEACH_STACK_TOUCHED];
  for (size_t index = 0; index < sizeof stack; index += 1024) stack[index] = 0;
}

// Keeps signal handlers off the calling thread.
static inline void block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
}

// The system's number of the calling thread (gettid(2)), and whether a thread of the process has a number
// (tgkill(2) without a signal). System calls, as the C library declares neither to Swift.
PEACH_REALTIME static inline pid_t number_of_this_thread(void) { return (pid_t)syscall(SYS_gettid); }
static inline bool is_thread_running(pid_t number) {
  return syscall(SYS_tgkill, getpid(), number, 0) == 0;
}

#undef PEACH_REALTIME
#endif
