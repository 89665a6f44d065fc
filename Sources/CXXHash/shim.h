// xxHash: XXH3 tells contents of files apart at the speed of memory.
#ifndef PEACH_CXXHASH_SHIM_H
#define PEACH_CXXHASH_SHIM_H

#include <xxhash.h>

#endif
