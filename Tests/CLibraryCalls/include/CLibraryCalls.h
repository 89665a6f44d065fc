// Counts some calls of libraries in a test program.
#ifndef PEACH_CLIBRARYCALLS_H
#define PEACH_CLIBRARYCALLS_H

// How many blocks of 64 frames the calling thread has let FluidSynth render so far.
long rendered_blocks(void);

#endif
