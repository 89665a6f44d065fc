// libuuid: names for what has none, by RFC 9562.
#ifndef PEACH_CLibUUID_SHIM_H
#define PEACH_CLibUUID_SHIM_H

#include <uuid/uuid.h>

#endif
