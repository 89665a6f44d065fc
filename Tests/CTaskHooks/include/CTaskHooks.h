#ifndef CTaskHooks_h
#define CTaskHooks_h

#include <stdint.h>

// Takes the place of the executors of Swift's tasks, before there is a task.
//
// `enqueue` is called with each job that does not belong to the main actor, on any thread. The main actor's executor is
// the object `main`, with its conformance to SerialExecutor.
void hook_tasks(void (*enqueue)(void *job), uintptr_t main, uintptr_t conformance);

// Begins anew the chance of Swift's library and of Foundation's ids, which is not the system's in a program that
// contains this.
void seed_chance(uint64_t seed);

// Whether FluidSynth renders more than single blocks; otherwise its notes are silent and cost little. At first it does.
void set_rendering(int is_on);

#endif
