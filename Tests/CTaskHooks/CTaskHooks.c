// The hooks of Swift's runtime: stdlib/public/Concurrency/ConcurrencyHooks.def. What a hook stands for is passed to it
// last.
#include "CTaskHooks.h"

#include <stdbool.h>

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
