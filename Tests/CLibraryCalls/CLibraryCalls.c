// The functions here take precedence over those of the libraries, because they are part of the program,
// and call them.
#define _GNU_SOURCE
#include "CLibraryCalls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

typedef int write_float(void *, int, void *, int, int, void *, int, int);
typedef int connect_ports(void *, const char *, const char *);

static write_float *fluidsynth;
static connect_ports *jack;

// Before main, because the process callback must not look symbols up.
__attribute__((constructor)) static void find_functions(void) {
  fluidsynth = (write_float *)dlsym(RTLD_NEXT, "fluid_synth_write_float");
  jack = (connect_ports *)dlsym(RTLD_NEXT, "jack_connect");
}

static _Thread_local long blocks;

int fluid_synth_write_float(void *synth, int length, void *left, int left_offset,
                            int left_increment, void *right, int right_offset,
                            int right_increment) {
  blocks += length / 64;
  return fluidsynth(synth, length, left, left_offset, left_increment, right, right_offset,
                    right_increment);
}

long rendered_blocks(void) { return blocks; }

enum { most_connections = 1024, most_characters = 1024 };
static struct {
  char source[most_characters];
  char destination[most_characters];
  long requests;
} connections[most_connections];
static int connection_count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// The place of a connection; that after the last one if it is not known.
static int find_connection(const char *source, const char *destination) {
  int place = 0;
  while (place < connection_count && (strcmp(connections[place].source, source) != 0 ||
                                      strcmp(connections[place].destination, destination) != 0)) {
    place++;
  }
  return place;
}

int jack_connect(void *client, const char *source, const char *destination) {
  pthread_mutex_lock(&mutex);
  int place = find_connection(source, destination);
  if (place == connection_count && place < most_connections) {
    strncpy(connections[place].source, source, most_characters - 1);
    strncpy(connections[place].destination, destination, most_characters - 1);
    connection_count++;
  }
  if (place < connection_count) connections[place].requests++;
  pthread_mutex_unlock(&mutex);
  return jack(client, source, destination);
}

long connection_requests(const char *source, const char *destination) {
  pthread_mutex_lock(&mutex);
  int place = find_connection(source, destination);
  long requests = place < connection_count ? connections[place].requests : 0;
  pthread_mutex_unlock(&mutex);
  return requests;
}
