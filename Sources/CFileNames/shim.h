// What Linux adds to files and their names, which the C library declares for GNU programs alone.
#pragma once

#include <fcntl.h>

/// Opens a file without a name in a folder: `O_TMPFILE`, as in linux/fcntl.h.
static const int openNameless = 020000000 | O_DIRECTORY;

extern int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);

/// The new name must be free; as in linux/fs.h.
static const unsigned int renameNoReplace = 1;
