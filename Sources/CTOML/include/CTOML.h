// Reads TOML with toml++: all values with their places, or the first fault. No text ends the program.
#ifndef PEACH_CTOML_H
#define PEACH_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The most bytes of a text, and the most assignments and tables: each costs time. A line that is neither empty nor a
// comment counts as at least one of these, and as one for each equals sign in it.
enum { toml_most_bytes = 1 << 20, toml_most_statements = 2000 };

// Each dot of a key nests a table. All dots of a line count, several in a row as one.
enum { toml_most_dots_per_line = 256 };

typedef enum { toml_string, toml_integer, toml_float, toml_boolean, toml_array, toml_table } toml_kind;

// A value and its place. Offsets count bytes from the start of the text.
typedef struct {
  toml_kind kind;
  // The line of the key, from 1, and its start; in an array those of the value. A table that is mentioned more than
  // once is where it is mentioned first.
  uint32_t line, start;
  // The value; 0 for a table that headers or dotted keys make, and for an array of such tables.
  uint32_t value_start, value_end;
  // How many values an array or a table has.
  uint32_t count;
  // UTF-8 without NUL; null in an array and for the table of the whole text.
  const char *_Nullable key;
  union {
    const char *_Nonnull string;
    int64_t integer;
    double number;
    bool boolean;
  };
} toml_node;

typedef struct {
  // The table of the whole text. Each table and each array is followed by its values in the order of the text, each
  // with all of its own. Null if there is a fault.
  const toml_node *_Nullable nodes;
  // Why the text is not TOML, in English on one line; null if it is.
  const char *_Nullable fault;
  uint32_t fault_line;
} toml_document;

// Reads a text, which may begin with a byte order mark. Dates, times and NUL in a string count as faults.
toml_document *_Nonnull toml_read(const char *_Nullable bytes, size_t size);

// Frees a document and all texts in it.
void toml_free(toml_document *_Nonnull document);

#ifdef __cplusplus
}
#endif
#endif
