#include "CDiskLog.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A logged file; the system's file follows it in the same memory.
typedef struct {
  sqlite3_file base;
  char *path;
  int has_new_entry;
} logged_file;

static sqlite3_vfs *system_layer;
static sqlite3_vfs layer;
static sqlite3_io_methods methods;
// Read on every thread that opens a database, watched or not, and therefore never freed.
static _Atomic(const char *) watched;
static _Atomic(cdisklog_observer) observer;
static void *_Atomic observer_context;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((logged_file *)file + 1); }

static int notify(
    sqlite3_file *file, cdisklog_kind kind, int64_t offset, const void *bytes, int64_t count) {
  const char *path = ((logged_file *)file)->path;
  cdisklog_observer current = observer;
  return path && current ? current(observer_context, kind, path, offset, bytes, count) : SQLITE_OK;
}

static int file_close(sqlite3_file *file) {
  int result = inner(file)->pMethods->xClose(inner(file));
  free(((logged_file *)file)->path);
  ((logged_file *)file)->path = NULL;
  return result;
}
static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
}
static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int result = notify(file, CDISKLOG_WRITE, offset, bytes, count);
  if (!result) return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
  // A write that fails may have begun.
  if (count > 512) inner(file)->pMethods->xWrite(inner(file), bytes, count / 2, offset);
  return result;
}
static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int result = notify(file, CDISKLOG_TRUNCATE, size, NULL, 0);
  return result ? result : inner(file)->pMethods->xTruncate(inner(file), size);
}
static int file_sync(sqlite3_file *file, int flags) {
  logged_file *logged = (logged_file *)file;
  int result = notify(file, CDISKLOG_SYNC, logged->has_new_entry, NULL, 0);
  if (result) return result;
  logged->has_new_entry = 0;
  return inner(file)->pMethods->xSync(inner(file), flags);
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return inner(file)->pMethods->xFileSize(inner(file), size);
}
static int file_lock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}
static int file_unlock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}
static int file_check_lock(sqlite3_file *file, int *result) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), result);
}
static int file_control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}
static int file_sector_size(sqlite3_file *file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}
static int file_characteristics(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}
static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **address) {
  return inner(file)->pMethods->xShmMap(inner(file), page, size, extend, address);
}
static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}
static void file_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }
static int file_unmap(sqlite3_file *file, int delete) {
  return inner(file)->pMethods->xShmUnmap(inner(file), delete);
}

static int is_watched(const char *path) {
  const char *prefix = watched;
  return path && prefix && strncmp(path, prefix, strlen(prefix)) == 0;
}

static int open_file(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  logged_file *logged = (logged_file *)file;
  memset(logged, 0, sizeof *logged);
  int is_new = is_watched(path) && (flags & SQLITE_OPEN_CREATE) && access(path, F_OK) != 0;
  cdisklog_observer current = observer;
  if (is_new && current) {
    int result = current(observer_context, CDISKLOG_CREATE, path, 0, NULL, 0);
    if (result) return result;
  }
  int result = system_layer->xOpen(system_layer, path, inner(file), flags, out_flags);
  if (!inner(file)->pMethods) return result;
  if (is_watched(path)) logged->path = strdup(path);
  int is_journal = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL);
  logged->has_new_entry = is_new && is_journal;
  file->pMethods = &methods;
  return result;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync_directory) {
  (void)vfs;
  cdisklog_observer current = observer;
  if (is_watched(path) && current && access(path, F_OK) == 0) {
    int result = current(observer_context, CDISKLOG_DELETE, path, sync_directory, NULL, 0);
    if (result) return result;
  }
  return system_layer->xDelete(system_layer, path, sync_directory);
}

static void (*_Atomic sleeper)(int microseconds);

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  void (*current)(int) = sleeper;
  if (!current) return system_layer->xSleep(system_layer, microseconds);
  current(microseconds);
  return microseconds;
}

void cdisklog_sleep(void (*new_sleeper)(int microseconds)) { sleeper = new_sleeper; }

static int install(void) {
  system_layer = sqlite3_vfs_find(NULL);
  if (!system_layer) return SQLITE_ERROR;
  layer = *system_layer;
  layer.zName = "disklog";
  layer.szOsFile = (int)sizeof(logged_file) + system_layer->szOsFile;
  layer.xOpen = open_file;
  layer.xDelete = delete_file;
  layer.xSleep = sleep_for;
  // Version 2: without memory mapping, which would bypass the layer.
  methods = (sqlite3_io_methods){
      2,                file_close,   file_read,        file_write,    file_truncate,
      file_sync,        file_size,    file_lock,        file_unlock,   file_check_lock,
      file_control,     file_sector_size, file_characteristics, file_map, file_shm_lock,
      file_barrier,     file_unmap,   NULL,             NULL,
  };
  return sqlite3_vfs_register(&layer, 1);
}

int cdisklog_watch(const char *prefix, cdisklog_observer new_observer, void *context) {
  if (!system_layer) {
    int result = install();
    if (result) return result;
  }
  observer = NULL;
  observer_context = context;
  observer = new_observer;
  watched = prefix ? strdup(prefix) : NULL;
  return SQLITE_OK;
}
