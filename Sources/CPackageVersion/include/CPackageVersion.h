// The version that a package was given when it was built; the build passes it on from the environment
// variable PEACH_VERSION (see Package.swift), which no Swift source can read.
#ifndef PEACH_PACKAGE_VERSION_H
#define PEACH_PACKAGE_VERSION_H

/// The package's version; null in a build that is not a package's.
const char *_Nullable peach_package_version(void);

#endif
