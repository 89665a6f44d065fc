// The heap's own count of what is in use (glibc, malloc.h), for tests that look for leaks.
#ifndef PEACH_CHEAP_SHIM_H
#define PEACH_CHEAP_SHIM_H

#include <malloc.h>

#endif
