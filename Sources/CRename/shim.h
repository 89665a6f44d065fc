// Renaming that replaces nothing (Linux), which the C library declares for GNU programs alone.
#pragma once

extern int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);

/// The new name must be free; as in linux/fs.h.
static const unsigned int renameNoReplace = 1;
