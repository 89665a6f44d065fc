// The hooks of Swift's runtime: stdlib/public/Concurrency/ConcurrencyHooks.def. What a hook stands for is passed to it
// last.
#include "CTaskHooks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

#define SWIFT __attribute__((swiftcall))

typedef struct {
  uintptr_t object, conformance;
} serial_executor;

extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern SWIFT serial_executor (*swift_task_getMainExecutor_hook)(void *original);
extern SWIFT bool (*swift_task_isMainExecutor_hook)(serial_executor executor, void *original);

static void (*enqueue_job)(void *job);
static serial_executor main_executor;

static SWIFT void enqueue_global(void *job, void *original) {
  (void)original;
  enqueue_job(job);
}

static SWIFT serial_executor get_main_executor(void *original) {
  (void)original;
  return main_executor;
}

static SWIFT bool is_main_executor(serial_executor executor, void *original) {
  (void)original;
  return executor.object == main_executor.object;
}

void hook_tasks(void (*enqueue)(void *job), uintptr_t main, uintptr_t conformance) {
  enqueue_job = enqueue;
  main_executor = (serial_executor){main, conformance};
  swift_task_enqueueGlobal_hook = enqueue_global;
  swift_task_getMainExecutor_hook = get_main_executor;
  swift_task_isMainExecutor_hook = is_main_executor;
}

// The state of the generator (SplitMix64), which Swift's threads share.
static uint64_t chance = 1;
static pthread_mutex_t chance_lock = PTHREAD_MUTEX_INITIALIZER;

void seed_chance(uint64_t seed) { chance = seed; }

static uint64_t next_chance(void) {
  uint64_t value = chance += 0x9E3779B97F4A7C15;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

typedef long (*system_call)(long, ...);

static void draw(void *bytes, size_t count) {
  pthread_mutex_lock(&chance_lock);
  for (size_t place = 0; place < count; place += sizeof(uint64_t)) {
    uint64_t value = next_chance();
    size_t rest = count - place;
    memcpy((char *)bytes + place, &value, rest < sizeof value ? rest : sizeof value);
  }
  pthread_mutex_unlock(&chance_lock);
}

// Swift's library and Foundation ask the kernel for all their chance by this function of the C library.
__attribute__((visibility("default"))) long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long values[6];
  for (int place = 0; place < 6; place++) values[place] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom) {
    draw((void *)values[0], (size_t)values[1]);
    return values[1];
  }
  static _Atomic(system_call) found;
  if (found == NULL) found = (system_call)dlsym(RTLD_NEXT, "syscall");
  return ((system_call)found)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

// Foundation makes an id by this function (RFC 9562, version 4).
__attribute__((visibility("default"))) void _foundation_uuid_generate_random(unsigned char *id) {
  draw(id, 16);
  id[6] = (id[6] & 0x0F) | 0x40;
  id[8] = (id[8] & 0x3F) | 0x80;
}
