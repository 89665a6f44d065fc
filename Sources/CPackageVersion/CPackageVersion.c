#include "CPackageVersion.h"

#include <stddef.h>

const char *_Nullable peach_package_version(void) {
#ifdef PEACH_VERSION
  return PEACH_VERSION;
#else
  return NULL;
#endif
}
