// liblo: the messages of Open Sound Control, made and taken apart.
#ifndef PEACH_CLIBLO_SHIM_H
#define PEACH_CLIBLO_SHIM_H

#include <lo/lo.h>
#include <lo/lo_lowlevel.h>

#endif
