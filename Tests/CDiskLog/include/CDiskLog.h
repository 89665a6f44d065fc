/// An SQLite VFS over the system's own that reports every change to a file before it happens. The
/// observer can make the change fail.

#ifndef CDISKLOG_H
#define CDISKLOG_H

#include <stdint.h>

typedef enum {
  /// A new file is about to be created.
  CDISKLOG_CREATE,
  CDISKLOG_WRITE,
  /// `offset` is the new size.
  CDISKLOG_TRUNCATE,
  /// `offset` is 1 if the system's layer also syncs the directory, as it does for a new journal.
  CDISKLOG_SYNC,
  /// `offset` is 1 if the directory is to be synced.
  CDISKLOG_DELETE,
} cdisklog_kind;

/// Returns 0 to continue, or the SQLite code with which the operation fails. Called on SQLite's
/// thread; never twice at once for one connection.
typedef int (*cdisklog_observer)(
    void *context, cdisklog_kind kind, const char *path, int64_t offset, const void *bytes,
    int64_t count);

/// Makes the layer SQLite's default and reports on every file whose path begins with `prefix`;
/// other files are unaffected. One prefix at a time; `NULL` ends it. Returns an SQLite code.
int cdisklog_watch(const char *prefix, cdisklog_observer observer, void *context);

/// Calls `sleeper` in place of a pause, as in a wait for another process's lock; `NULL` for the system's. The layer has to
/// be the default by then.
void cdisklog_sleep(void (*sleeper)(int microseconds));

#endif
