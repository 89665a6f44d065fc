/// A layer of SQLite's (a VFS) over the system's own that tells of everything that changes a file, before
/// it happens, and can be told to fail it.

#ifndef CDISKLOG_H
#define CDISKLOG_H

#include <stdint.h>

typedef enum {
  /// A file that was not there is about to be created.
  CDISKLOG_CREATE,
  CDISKLOG_WRITE,
  /// `offset` is the new size.
  CDISKLOG_TRUNCATE,
  /// `offset` is 1 where the system's layer also syncs the directory, as it does for a journal that it
  /// has created.
  CDISKLOG_SYNC,
  /// `offset` is 1 where the directory is to be synced.
  CDISKLOG_DELETE,
} cdisklog_kind;

/// Returns 0 to go on, or the code of SQLite with which the operation is to fail.
/// Called on whatever thread SQLite runs on; for one connection never twice at once.
typedef int (*cdisklog_observer)(
    void *context, cdisklog_kind kind, const char *path, int64_t offset, const void *bytes,
    int64_t count);

/// Makes the layer SQLite's default for every file whose path begins with `prefix`; others pass through
/// untouched. One prefix at a time; `NULL` ends it. Returns a code of SQLite.
int cdisklog_watch(const char *prefix, cdisklog_observer observer, void *context);

#endif
