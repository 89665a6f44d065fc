// libsndfile: samples and what is said of them, as sound files.
#ifndef PEACH_CSndFile_SHIM_H
#define PEACH_CSndFile_SHIM_H

#include <sndfile.h>

#endif
