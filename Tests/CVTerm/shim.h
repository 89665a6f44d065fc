// libvterm: a terminal without a window, which tells tests what a screen shows after some bytes.
#ifndef PEACH_CVTERM_SHIM_H
#define PEACH_CVTERM_SHIM_H

#include <vterm.h>

#endif
