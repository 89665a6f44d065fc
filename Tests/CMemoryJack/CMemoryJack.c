// Comments on the servers' behaviour refer to jackd 1.9.21 (jackd2) unless they name another.
#define _GNU_SOURCE
#include "CMemoryJack.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/statistics.h>
#include <jack/thread.h>
#include <jack/uuid.h>
#include <pthread.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// ---- The library's functions

// The library's own function of that name; NULL if it has none.
#define LIBRARY(function)                                                                 \
  ({                                                                                      \
    static __typeof__(&function) found_##function;                                        \
    if (found_##function == NULL) {                                                       \
      found_##function = (__typeof__(&function))dlsym(RTLD_NEXT, #function);              \
    }                                                                                     \
    found_##function;                                                                     \
  })

// ---- What there is

enum {
  most_clients = 256,
  most_ports = 2048,
  most_edges = 2048,
  most_frames = 8192,
  slot_size = 1 << 16,
  client_name_size = 64,
  port_name_size = 320,
  most_midi_events = 1024,
  midi_data_size = 32768,
  // How long the process thread waits for a notification to be over, and a step for the process thread.
  seconds_of_patience = 20,
};

typedef enum {
  note_port,
  note_connection,
  note_rename,
  note_graph,
  note_xrun,
  note_period,
  note_rate,
  note_freewheel,
  note_latency,
  note_shutdown,
} note_kind;

struct note {
  note_kind kind;
  uint32_t first, second;
  bool is_on;
  char *old_name, *new_name;
  struct note *next;
};

struct _jack_port {
  bool is_used;
  memory_server *server;
  // NULL if the server has forgotten whose it is.
  jack_client_t *client;
  uint32_t place;
  char name[port_name_size];
  char aliases[2][port_name_size];
  unsigned long flags;
  bool is_midi;
  jack_latency_range_t latencies[2];
  void *buffer;
};

struct _jack_client {
  bool is_used, is_active, is_machine, is_zombie, is_initialized, is_closing, has_thread;
  // It has been told of the end, and is told nothing more.
  bool knows_end;
  // The server does not call it: it came while the server freewheeled.
  bool is_forgotten;
  memory_server *server;
  char name[client_name_size + 1];
  jack_uuid_t uuid;
  pthread_t thread;
  struct note *notes, **last_note;
  // There are notes, or the client is closed.
  pthread_cond_t called;
  bool is_notified;

  // Each with the argument that it is called with.
#define CALLBACK(type, name) type name; void *name##_argument;
  CALLBACK(JackProcessCallback, process)
  CALLBACK(JackThreadInitCallback, thread_init)
  CALLBACK(JackShutdownCallback, shutdown)
  CALLBACK(JackInfoShutdownCallback, info_shutdown)
  CALLBACK(JackXRunCallback, xrun)
  CALLBACK(JackBufferSizeCallback, buffer_size)
  CALLBACK(JackSampleRateCallback, sample_rate)
  CALLBACK(JackFreewheelCallback, freewheel)
  CALLBACK(JackPortConnectCallback, port_connect)
  CALLBACK(JackPortRegistrationCallback, port_registration)
  CALLBACK(JackPortRenameCallback, port_rename)
  CALLBACK(JackGraphOrderCallback, graph_order)
  CALLBACK(JackLatencyCallback, latency)
#undef CALLBACK
};

struct edge {
  jack_port_t *source, *destination;
  // It closes a loop, and is behind by a period.
  bool is_feedback;
};

struct graph {
  int count;
  struct edge edges[most_edges];
};

struct memory_server {
  char name[128];
  memory_kind kind;
  uint32_t rate, period;
  bool is_synchronous, is_alive, is_ending, is_hanging, is_freewheeling;
  // Its process thread has ended.
  bool is_over;
  int uses;
  // How many threads wait until it goes on, should it hang.
  int blocked;
  uint32_t base, next_place;
  jack_uuid_t next_client;
  jack_client_t *machine;
  // What was asked for, and what the periods use.
  struct graph wanted, present, saved;
  bool saved_ports[most_ports], saved_clients[most_clients];
  bool is_changed, has_new_latencies, is_updating;
  // The first frame of the next period, and of the last one.
  uint32_t frame, last_frame;
  int steps;
  // Another thread runs a period in its place.
  bool is_lent;
  jack_client_t *running;
  pthread_t thread;
  struct {
    int after;
    memory_outcome outcome;
  } plans[MEMORY_CALLS];
  memory_server *next;
};

static pthread_mutex_t world = PTHREAD_MUTEX_INITIALIZER;
// Whatever somebody may wait for has changed; how many wait.
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int waiting;
// The same for the process threads, of which each period would wake one otherwise.
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
// The periods that were asked for are over, or none runs any more.
static pthread_cond_t stepped = PTHREAD_COND_INITIALIZER;

static struct _jack_client clients[most_clients];
static struct _jack_port ports[most_ports];
// The first ones that were never used; after them none was.
static jack_client_t *clients_end = clients;
static jack_port_t *ports_end = ports;
static char *buffers;
// Those that run; the latest first.
static memory_server *servers;
static int server_count;
static long faults;
static _Thread_local memory_server *own_server;

static struct absence {
  char name[128];
  struct absence *next;
} *absences;

static struct property {
  jack_uuid_t subject;
  char *key, *value, *type;
  struct property *next;
} *properties;

static struct request {
  char *source, *destination;
  long count;
  struct request *next;
} *requests;

// The clients and the ports of a server, one after the other.
#define EACH_CLIENT(client, of)                                                               \
  for (jack_client_t *client = clients; client < clients_end; client++)                       \
    if (client->is_used && client->server == (of))
#define EACH_PORT(port, of)                                              \
  for (jack_port_t *port = ports; port < ports_end; port++)              \
    if (port->is_used && port->server == (of))

static void lock(void) { pthread_mutex_lock(&world); }
static void unlock(void) { pthread_mutex_unlock(&world); }
static void notify_others(void) {
  if (waiting > 0) pthread_cond_broadcast(&change);
}
static void notify_all(void) {
  notify_others();
  pthread_cond_broadcast(&work);
}
static void wait_for_change(void) {
  waiting++;
  pthread_cond_wait(&change, &world);
  waiting--;
}
// Returns whether there was a change before that time.
static bool wait_for_change_until(const struct timespec *end) {
  waiting++;
  int result = pthread_cond_timedwait(&change, &world, end);
  waiting--;
  return result == 0;
}

static struct timespec limit(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec += seconds_of_patience;
  return now;
}

// Whether a handle is one of these servers'.
static bool is_client_here(const jack_client_t *client) {
  return client >= clients && client < clients + most_clients;
}
static bool is_port_here(const jack_port_t *port) { return port >= ports && port < ports + most_ports; }
static bool is_buffer_here(const void *buffer) {
  const char *start = buffer;
  return buffers != NULL && start >= buffers && start < buffers + (size_t)most_ports * slot_size;
}

// Whether the client is there. With the lock.
static bool is_open(const jack_client_t *client) {
  if (client->is_used) return true;
  faults++;
  return false;
}

// ---- Notifications

static void add_note(jack_client_t *client, struct note note) {
  struct note *copy = malloc(sizeof *copy);
  *copy = note;
  copy->old_name = note.old_name == NULL ? NULL : strdup(note.old_name);
  copy->new_name = note.new_name == NULL ? NULL : strdup(note.new_name);
  copy->next = NULL;
  *client->last_note = copy;
  client->last_note = &copy->next;
  pthread_cond_signal(&client->called);
  notify_all();
}

// Notifies all active clients of a server.
static void post(memory_server *server, struct note note) {
  EACH_CLIENT(client, server) {
    if (client->is_active && !client->is_machine && !client->knows_end) add_note(client, note);
  }
}

static void set_latencies(jack_client_t *client, jack_latency_callback_mode_t mode);

static void free_note(struct note *note) {
  free(note->old_name);
  free(note->new_name);
  free(note);
}

// Takes the first note of a client and calls it. With the lock, which is open meanwhile.
static void deliver(jack_client_t *client) {
  struct note *note = client->notes;
  client->notes = note->next;
  if (client->notes == NULL) client->last_note = &client->notes;
  client->is_notified = true;
  jack_latency_callback_mode_t mode = note->is_on ? JackPlaybackLatency : JackCaptureLatency;
  if (note->kind == note_latency) set_latencies(client, mode);
  memory_kind kind = client->server->kind;
  unlock();
  int is_on = note->is_on;
#define CALL(name, ...) \
  if (client->name != NULL) client->name(__VA_ARGS__ client->name##_argument)
  switch (note->kind) {
    case note_port: CALL(port_registration, note->first, is_on, ); break;
    case note_connection: CALL(port_connect, note->first, note->second, is_on, ); break;
    case note_rename: CALL(port_rename, note->first, note->old_name, note->new_name, ); break;
    case note_graph: CALL(graph_order, ); break;
    case note_xrun: CALL(xrun, ); break;
    case note_period: CALL(buffer_size, note->first, ); break;
    case note_rate: CALL(sample_rate, note->first, ); break;
    case note_freewheel: CALL(freewheel, is_on, ); break;
    case note_latency: CALL(latency, mode, ); break;
    case note_shutdown:
      // PipeWire's library accepts the second function and never calls it.
      if (client->info_shutdown != NULL && kind != MEMORY_PIPEWIRE) {
        CALL(info_shutdown, JackFailure | JackServerError, "the server has gone", );
      } else {
        CALL(shutdown, );
      }
      break;
  }
#undef CALL
  lock();
  client->is_notified = false;
  free_note(note);
  notify_all();
}

// The thread on which a client is notified. It ends with the client, and after the end of the server.
static void *notify(void *argument) {
  jack_client_t *client = argument;
  lock();
  while (!client->is_closing) {
    if (client->notes == NULL) {
      pthread_cond_wait(&client->called, &world);
      continue;
    }
    bool is_last = client->notes->kind == note_shutdown;
    deliver(client);
    client->knows_end = is_last;
    if (is_last) break;
  }
  unlock();
  return NULL;
}

static bool has_notes(const memory_server *server) {
  EACH_CLIENT(client, server) {
    bool waits = client->notes != NULL && !client->knows_end;
    if ((waits || client->is_notified) && !client->is_closing) return true;
  }
  return false;
}

// Returns when all notifications so far are over. On the process thread, with the lock.
static void finish_notes(memory_server *server) {
  if (server->kind == MEMORY_JACKD1) {
    EACH_CLIENT(client, server) {
      while (client->is_used && client->notes != NULL && !client->is_closing) deliver(client);
    }
    return;
  }
  struct timespec end = limit();
  while (has_notes(server)) {
    if (!wait_for_change_until(&end)) break;
  }
}

// ---- The graph

static struct edge *find_edge(struct graph *graph, const jack_port_t *source, const jack_port_t *destination) {
  for (int index = 0; index < graph->count; index++) {
    struct edge *edge = &graph->edges[index];
    if (edge->source == source && edge->destination == destination) return edge;
  }
  return NULL;
}

// Whether sound of one client reaches another one within a period.
static bool is_before(const struct graph *graph, const jack_client_t *first, const jack_client_t *second) {
  if (first == second) return true;
  for (int index = 0; index < graph->count; index++) {
    const struct edge *edge = &graph->edges[index];
    if (edge->is_feedback || edge->source->client != first) continue;
    if (is_before(graph, edge->destination->client, second)) return true;
  }
  return false;
}

static void remove_edge(struct graph *graph, struct edge *edge) {
  size_t after = (size_t)(graph->edges + graph->count - edge - 1);
  memmove(edge, edge + 1, after * sizeof *edge);
  graph->count--;
}

// The graph has changed, and is used from the next period on.
static void graph_changes(memory_server *server) {
  server->is_changed = true;
  if (server->kind == MEMORY_PIPEWIRE || !server->is_alive) server->present = server->wanted;
}

static void disconnect_edge(memory_server *server, struct edge *edge, bool is_told) {
  struct note note = {note_connection, edge->source->place, edge->destination->place, false};
  remove_edge(&server->wanted, edge);
  graph_changes(server);
  if (is_told) post(server, note);
}

static void disconnect_port(memory_server *server, const jack_port_t *port, bool is_told) {
  for (int index = server->wanted.count - 1; index >= 0; index--) {
    struct edge *edge = &server->wanted.edges[index];
    if (edge->source == port || edge->destination == port) disconnect_edge(server, edge, is_told);
  }
}

// Drops what refers to a port that has gone: another one may get its memory.
static void forget_port(memory_server *server, const jack_port_t *port) {
  struct graph *graphs[] = {&server->wanted, &server->present, &server->saved};
  for (int number = 0; number < 3; number++) {
    for (int index = graphs[number]->count - 1; index >= 0; index--) {
      struct edge *edge = &graphs[number]->edges[index];
      if (edge->source == port || edge->destination == port) remove_edge(graphs[number], edge);
    }
  }
}

static jack_port_t *find_port(const memory_server *server, const char *name) {
  EACH_PORT(port, server) {
    if (strcmp(port->name, name) == 0 || strcmp(port->aliases[0], name) == 0 || strcmp(port->aliases[1], name) == 0) {
      return port;
    }
  }
  return NULL;
}

static bool is_place_taken(const memory_server *server, uint32_t place) {
  EACH_PORT(port, server) {
    if (port->place == place) return true;
  }
  return false;
}

static jack_port_t *add_port(jack_client_t *client, const char *name, bool is_midi, unsigned long flags) {
  memory_server *server = client->server;
  char whole[port_name_size * 2];
  snprintf(whole, sizeof whole, "%s:%s", client->name, name);
  if (strlen(whole) >= port_name_size || find_port(server, whole) != NULL) return NULL;
  jack_port_t *port = ports;
  while (port < ports + most_ports && port->is_used) port++;
  if (port == ports + most_ports) return NULL;
  if (port >= ports_end) ports_end = port + 1;
  memset(port, 0, sizeof *port);
  // jackd gives the place of a port that has gone to the next one; PipeWire never does.
  bool is_new = server->kind == MEMORY_PIPEWIRE;
  port->place = is_new ? server->next_place++ : server->base;
  while (!is_new && is_place_taken(server, port->place)) port->place++;
  port->is_used = true;
  port->server = server;
  port->client = client;
  port->flags = flags;
  port->is_midi = is_midi;
  strcpy(port->name, whole);
  port->buffer = buffers + (size_t)(port - ports) * slot_size;
  memset(port->buffer, 0, slot_size);
  return port;
}

static void remove_port(jack_port_t *port, bool is_told) {
  memory_server *server = port->server;
  disconnect_port(server, port, is_told);
  forget_port(server, port);
  port->is_used = false;
  if (is_told) post(server, (struct note){note_port, port->place, 0, false});
}

static void set_machine_latencies(memory_server *server) {
  EACH_PORT(port, server) {
    if (port->client != server->machine) continue;
    bool is_input = (port->flags & JackPortIsInput) != 0;
    uint32_t frames = server->period * (is_input && !server->is_synchronous ? 2 : 1);
    port->latencies[is_input ? JackPlaybackLatency : JackCaptureLatency] = (jack_latency_range_t){frames, frames};
  }
}

static jack_latency_range_t united(jack_latency_range_t first, jack_latency_range_t second) {
  return (jack_latency_range_t){first.min < second.min ? first.min : second.min,
                                first.max > second.max ? first.max : second.max};
}

static const jack_latency_range_t no_latency = {UINT32_MAX, 0};

// A client's ports have the latencies of what they are connected with; without a callback of the client's own, what
// comes in at one of its ports goes out at all of them. (JackClient::HandleLatencyCallback)
static void set_latencies(jack_client_t *client, jack_latency_callback_mode_t mode) {
  const struct graph *graph = &client->server->present;
  unsigned long outer = mode == JackPlaybackLatency ? JackPortIsOutput : JackPortIsInput;
  jack_latency_range_t all = no_latency;
  EACH_PORT(port, client->server) {
    if (port->client != client || (port->flags & outer) == 0) continue;
    jack_latency_range_t range = no_latency;
    for (int place = 0; place < graph->count; place++) {
      const struct edge *edge = &graph->edges[place];
      if (edge->source == port && mode == JackPlaybackLatency) range = united(range, edge->destination->latencies[mode]);
      if (edge->destination == port && mode == JackCaptureLatency) range = united(range, edge->source->latencies[mode]);
    }
    if (range.min == UINT32_MAX) range.min = 0;
    port->latencies[mode] = range;
    all = united(all, range);
  }
  if (client->latency != NULL) return;
  if (all.min == UINT32_MAX) all.min = 0;
  EACH_PORT(port, client->server) {
    if (port->client == client && (port->flags & outer) == 0) port->latencies[mode] = all;
  }
}

static void visit(jack_client_t *client, bool *is_seen, jack_client_t **order, int *count) {
  const struct graph *graph = &client->server->present;
  is_seen[client - clients] = true;
  for (int index = 0; index < graph->count; index++) {
    const struct edge *edge = &graph->edges[index];
    jack_client_t *before = edge->source->client;
    if (edge->is_feedback || edge->destination->client != client || before == NULL) continue;
    if (!is_seen[before - clients]) visit(before, is_seen, order, count);
  }
  order[(*count)++] = client;
}

// The clients of a server, each behind those from which it gets sound. Returns how many.
static int sort_clients(memory_server *server, jack_client_t **order) {
  bool is_seen[most_clients] = {false};
  int count = 0;
  EACH_CLIENT(client, server) {
    if (!is_seen[client - clients]) visit(client, is_seen, order, &count);
  }
  return count;
}

// Lets all clients set their latencies, one after the other: first with the sound, then against it.
static void update_latencies(memory_server *server) {
  jack_client_t *order[most_clients];
  int count = sort_clients(server, order);
  for (int mode = 0; mode < 2; mode++) {
    for (int index = 0; index < count; index++) {
      jack_client_t *client = order[mode == 0 ? index : count - 1 - index];
      if (!client->is_used || client->server != server || !client->is_active || client->is_machine) continue;
      add_note(client, (struct note){note_latency, 0, 0, mode == 1});
      finish_notes(server);
    }
  }
}

// ---- Periods

// One period, on the process thread, with the lock.
static void run_period(memory_server *server) {
  finish_notes(server);
  if (server->is_changed) {
    server->is_changed = false;
    server->present = server->wanted;
    server->has_new_latencies = true;
    post(server, (struct note){note_graph});
  }
  uint32_t frames = server->period;
  server->last_frame = server->frame;
  jack_client_t *order[most_clients];
  int count = sort_clients(server, order);
  for (int index = 0; index < count && server->is_alive; index++) {
    jack_client_t *client = order[index];
    if (!client->is_used || client->server != server || !client->is_active || client->is_forgotten ||
        client->is_closing || !client->is_initialized) {
      continue;
    }
    server->running = client;
    unlock();
    client->process(frames, client->process_argument);
    lock();
    server->running = NULL;
    notify_others();
  }
  server->frame += frames;
}

// A client that is active and has a callback, but not been told the period yet; NULL if there is none.
static jack_client_t *find_newcomer(const memory_server *server) {
  EACH_CLIENT(client, server) {
    if (client->is_active && client->process != NULL && !client->is_initialized) return client;
  }
  return NULL;
}

// What the thread of a client does first. (JackClient::Init)
static void initialize(jack_client_t *client) {
  memory_server *server = client->server;
  uint32_t period = server->period;
  server->running = client;
  unlock();
  if (client->buffer_size != NULL) client->buffer_size(period, client->buffer_size_argument);
  if (client->thread_init != NULL) client->thread_init(client->thread_init_argument);
  lock();
  client->is_initialized = true;
  server->running = NULL;
  notify_all();
}

static void release(memory_server *server) {
  if (--server->uses > 0) return;
  EACH_PORT(port, server) port->is_used = false;
  free(server);
}

// Whether there are notes that the process thread calls itself.
static bool has_own_notes(const memory_server *server) {
  return server->kind == MEMORY_JACKD1 && has_notes(server);
}

// Whether the process thread has something to do.
static bool has_work(const memory_server *server) {
  if (server->is_lent) return false;
  if (!server->is_alive || find_newcomer(server) != NULL) return true;
  return !server->is_hanging && (server->steps > 0 || server->has_new_latencies || has_own_notes(server));
}

static void *run(void *argument) {
  memory_server *server = argument;
  own_server = server;
  lock();
  while (server->is_alive) {
    if (!has_work(server)) {
      pthread_cond_wait(&work, &world);
      continue;
    }
    jack_client_t *newcomer = find_newcomer(server);
    if (newcomer != NULL) {
      initialize(newcomer);
    } else if (server->has_new_latencies) {
      server->has_new_latencies = false;
      server->is_updating = true;
      update_latencies(server);
      server->is_updating = false;
      notify_all();
    } else if (has_own_notes(server)) {
      finish_notes(server);
    } else {
      run_period(server);
      server->steps--;
      if (server->steps == 0) pthread_cond_broadcast(&stepped);
    }
  }
  if (server->kind == MEMORY_JACKD1) finish_notes(server);
  server->is_over = true;
  notify_all();
  release(server);
  unlock();
  return NULL;
}

// ---- Servers

static memory_server *find_server(const char *name) {
  for (memory_server *server = servers; server != NULL; server = server->next) {
    if (strcmp(server->name, name) == 0) return server;
  }
  return NULL;
}

static jack_client_t *add_client(memory_server *server, const char *name) {
  jack_client_t *client = clients;
  while (client < clients + most_clients && client->is_used) client++;
  if (client == clients + most_clients) return NULL;
  if (client >= clients_end) clients_end = client + 1;
  memset(client, 0, sizeof *client);
  client->is_used = true;
  client->server = server;
  client->last_note = &client->notes;
  pthread_cond_init(&client->called, NULL);
  snprintf(client->name, sizeof client->name, "%s", name);
  client->uuid = ((jack_uuid_t)1 << 32) | (server->base + ++server->next_client);
  server->uses++;
  return client;
}

static void end_server(memory_server *server, bool in_order) {
  if (!server->is_alive) return;
  server->is_ending = true;
  if (in_order) {
    EACH_PORT(port, server) {
      if (port->client == server->machine) remove_port(port, true);
    }
  }
  server->is_alive = false;
  pthread_cond_broadcast(&stepped);
  graph_changes(server);
  for (memory_server **place = &servers; *place != NULL; place = &(*place)->next) {
    if (*place == server) {
      *place = server->next;
      break;
    }
  }
  EACH_CLIENT(client, server) {
    if (!client->is_machine && !client->is_zombie) add_note(client, (struct note){note_shutdown});
  }
  EACH_PORT(port, server) {
    if (port->client == server->machine) port->client = NULL;
  }
  server->machine->is_used = false;
  release(server);
  notify_all();
}

memory_server *memory_start(const char *name, memory_kind kind, uint32_t rate, uint32_t period, bool synchronous,
                            int outputs, int inputs) {
  if (strlen(name) >= sizeof servers->name) return NULL;
  lock();
  if (buffers == NULL) {
    void *memory = mmap(NULL, (size_t)most_ports * slot_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      unlock();
      return NULL;
    }
    buffers = memory;
  }
  memory_server *former = find_server(name);
  if (former != NULL) end_server(former, false);
  memory_server *server = calloc(1, sizeof *server);
  strcpy(server->name, name);
  server->kind = kind;
  server->rate = rate;
  server->period = period;
  server->is_synchronous = synchronous;
  server->is_alive = true;
  // The handle and the process thread.
  server->uses = 2;
  // Ports of different servers have different uuids, which is not so with jackd, but their properties lie in one place.
  server->base = server->next_place = (uint32_t)(++server_count % 16384 + 1) << 16;
  server->next = servers;
  servers = server;
  server->machine = add_client(server, "system");
  server->machine->is_machine = server->machine->is_active = true;
  const unsigned long device = JackPortIsPhysical | JackPortIsTerminal;
  for (int index = 0; index < inputs + outputs; index++) {
    bool is_input = index < inputs;
    char port[64];
    snprintf(port, sizeof port, "%s_%d", is_input ? "capture" : "playback", (is_input ? index : index - inputs) + 1);
    add_port(server->machine, port, false, device | (is_input ? JackPortIsOutput : JackPortIsInput));
  }
  set_machine_latencies(server);
  pthread_create(&server->thread, NULL, run, server);
  pthread_detach(server->thread);
  unlock();
  return server;
}

void memory_end(memory_server *server, bool in_order) {
  lock();
  end_server(server, in_order);
  unlock();
}

void memory_release(memory_server *server) {
  lock();
  end_server(server, false);
  release(server);
  unlock();
}

static struct absence **find_absence(const char *name) {
  struct absence **place = &absences;
  while (*place != NULL && strcmp((*place)->name, name) != 0) place = &(*place)->next;
  return place;
}

void memory_set_absent(const char *name, bool is_absent) {
  lock();
  struct absence **place = find_absence(name);
  if (is_absent && *place == NULL) {
    *place = calloc(1, sizeof **place);
    snprintf((*place)->name, sizeof (*place)->name, "%s", name);
  } else if (!is_absent && *place != NULL) {
    struct absence *gone = *place;
    *place = gone->next;
    free(gone);
  }
  unlock();
}

int memory_step(memory_server *server, int periods) {
  lock();
  server->uses++;
  int done = 0;
  if (server->is_alive && !server->is_hanging && own_server == NULL) {
    struct timespec end = limit();
    server->steps = periods;
    notify_all();
    while (server->steps > 0 && server->is_alive && !server->is_hanging) {
      if (pthread_cond_timedwait(&stepped, &world, &end) != 0) break;
    }
    done = periods - server->steps;
    server->steps = 0;
  }
  release(server);
  unlock();
  return done;
}

int memory_run(memory_server *server, int periods) {
  lock();
  server->uses++;
  int done = 0;
  struct timespec end = limit();
  while (done < periods && server->is_alive && !server->is_hanging && own_server == NULL) {
    if (find_newcomer(server) != NULL || server->running != NULL || server->has_new_latencies || server->is_updating) {
      notify_all();
      if (!wait_for_change_until(&end)) break;
      continue;
    }
    server->is_lent = true;
    own_server = server;
    run_period(server);
    own_server = NULL;
    server->is_lent = false;
    done++;
  }
  notify_others();
  if (has_work(server)) pthread_cond_broadcast(&work);
  release(server);
  unlock();
  return done;
}

bool memory_settle(memory_server *server) {
  lock();
  server->uses++;
  struct timespec end = limit();
  bool is_settled = true;
  while (is_settled) {
    bool is_running = server->is_alive && !server->is_hanging;
    // Those of jackd1 wait for its process thread.
    bool has_work = has_notes(server) && (is_running || server->kind != MEMORY_JACKD1);
    has_work |= !server->is_alive && !server->is_over;
    if (is_running) {
      has_work |= find_newcomer(server) != NULL || server->running != NULL;
      has_work |= server->has_new_latencies || server->is_updating;
    }
    if (!has_work) break;
    is_settled = wait_for_change_until(&end);
  }
  release(server);
  unlock();
  return is_settled;
}

int memory_blocked_count(void) {
  lock();
  int count = 0;
  // Those of a server that goes on, or has ended, are about to return.
  for (memory_server *server = servers; server != NULL; server = server->next) {
    if (server->is_hanging) count += server->blocked;
  }
  unlock();
  return count;
}

void memory_hang(memory_server *server, bool is_hanging) {
  lock();
  server->is_hanging = is_hanging;
  pthread_cond_broadcast(&stepped);
  notify_all();
  unlock();
}

bool memory_is_hanging(memory_server *server) {
  lock();
  bool is_hanging = server->is_hanging;
  unlock();
  return is_hanging;
}

void memory_plan(memory_server *server, memory_call call, int after, memory_outcome outcome) {
  lock();
  server->plans[call].after = after;
  server->plans[call].outcome = outcome;
  unlock();
}

void memory_lose(memory_server *server, uint32_t frames) {
  lock();
  server->frame += frames;
  post(server, (struct note){note_xrun});
  unlock();
}

void memory_set_rate(memory_server *server, uint32_t rate) {
  lock();
  server->rate = rate;
  post(server, (struct note){note_rate, rate});
  unlock();
}

static bool set_period(memory_server *server, uint32_t period) {
  if (period == 0 || period > most_frames || !server->is_alive) return false;
  if (period == server->period) return true;
  // Whoever runs has the frames of this period still.
  while (server->running != NULL && server->is_alive) wait_for_change();
  server->period = period;
  set_machine_latencies(server);
  server->has_new_latencies = true;
  post(server, (struct note){note_period, period});
  return true;
}

bool memory_set_period(memory_server *server, uint32_t period) {
  lock();
  bool is_done = set_period(server, period);
  unlock();
  return is_done;
}

// jackd2 goes back to the graph of the beginning when it no longer freewheels, and disconnects the machine's ports
// until then. (JackServer::SetFreewheel)
static bool set_freewheel(memory_server *server, bool is_on) {
  if (server->is_freewheeling == is_on || !server->is_alive) return false;
  while (server->running != NULL && server->is_alive) wait_for_change();
  server->is_freewheeling = is_on;
  if (server->kind == MEMORY_JACKD2) {
    if (is_on) {
      server->saved = server->present;
      memset(server->saved_ports, 0, sizeof server->saved_ports);
      memset(server->saved_clients, 0, sizeof server->saved_clients);
      EACH_PORT(port, server) {
        server->saved_ports[port - ports] = true;
        if (port->client == server->machine) disconnect_port(server, port, false);
      }
      EACH_CLIENT(client, server) server->saved_clients[client - clients] = client->is_active;
    } else {
      server->wanted = server->saved;
      graph_changes(server);
      EACH_PORT(port, server) {
        if (!server->saved_ports[port - ports]) port->client = NULL;
      }
      EACH_CLIENT(client, server) {
        if (client->is_active && !server->saved_clients[client - clients]) client->is_forgotten = true;
      }
    }
  }
  post(server, (struct note){note_freewheel, 0, 0, is_on});
  return true;
}

bool memory_set_freewheel(memory_server *server, bool is_on) {
  lock();
  bool is_done = set_freewheel(server, is_on);
  unlock();
  return is_done;
}

static jack_client_t *find_client(const memory_server *server, const char *name) {
  EACH_CLIENT(client, server) {
    if (strcmp(client->name, name) == 0) return client;
  }
  return NULL;
}

// Takes the ports of a client away.
static void remove_ports(jack_client_t *client) {
  EACH_PORT(port, client->server) {
    if (port->client == client) remove_port(port, client->is_active);
  }
}

bool memory_zombify(memory_server *server, const char *name) {
  lock();
  jack_client_t *client = find_client(server, name);
  if (client != NULL) {
    remove_ports(client);
    client->is_zombie = true;
    client->is_active = false;
    add_note(client, (struct note){note_shutdown});
  }
  unlock();
  return client != NULL;
}

bool memory_set_alias(memory_server *server, const char *name, const char *alias) {
  lock();
  jack_port_t *port = find_port(server, name);
  bool has_room = false;
  for (int index = 0; port != NULL && index < 2 && !has_room; index++) {
    if (port->aliases[index][0] != 0) continue;
    snprintf(port->aliases[index], port_name_size, "%s", alias);
    has_room = true;
  }
  unlock();
  return has_room;
}

void memory_set_frames(memory_server *server, uint32_t frame) {
  lock();
  server->frame = server->last_frame = frame;
  unlock();
}

uint32_t memory_frames(memory_server *server) {
  lock();
  uint32_t frames = server->frame;
  unlock();
  return frames;
}

int memory_client_count(memory_server *server) {
  lock();
  int count = 0;
  EACH_CLIENT(client, server) count += !client->is_machine;
  unlock();
  return count;
}

long memory_faults(void) {
  lock();
  long count = faults;
  unlock();
  return count;
}

// ---- What a client asks of its server

// Waits while the server hangs; whether it then does what it is asked for. With the lock.
static bool is_answered(memory_server *server, memory_call call) {
  memory_outcome outcome = server->plans[call].outcome;
  if (outcome != MEMORY_ANSWERS && server->plans[call].after-- == 0) {
    server->plans[call].outcome = MEMORY_ANSWERS;
    if (outcome == MEMORY_REFUSES) return false;
    if (outcome == MEMORY_HANGS) {
      server->is_hanging = true;
      pthread_cond_broadcast(&stepped);
    }
    if (outcome == MEMORY_ENDS) end_server(server, false);
    notify_all();
  }
  if (server->is_alive && server->is_hanging) {
    server->blocked++;
    notify_all();
    while (server->is_alive && server->is_hanging) wait_for_change();
    server->blocked--;
    notify_all();
  }
  return server->is_alive && !server->is_ending;
}

// The same for a client that has to be there.
static bool asks(const jack_client_t *client, memory_call call) {
  if (!is_open(client)) return false;
  memory_server *server = client->server;
  return is_answered(server, call) && client->is_used && !client->is_zombie;
}

static jack_client_t *open_client(memory_server *server, const char *asked, bool is_exact, jack_status_t *status) {
  server->uses++;
  bool is_granted = is_answered(server, MEMORY_OPEN);
  bool is_alive = server->is_alive;
  release(server);
  if (!is_granted) {
    *status = JackFailure | (is_alive ? JackServerError : JackServerFailed);
    return NULL;
  }
  char name[client_name_size + 1];
  if (strlen(asked) + 4 > sizeof name) {
    *status = JackFailure | JackInvalidOption;
    return NULL;
  }
  strcpy(name, asked);
  // PipeWire gives the same name to whoever asks for it.
  if (server->kind != MEMORY_PIPEWIRE && find_client(server, name) != NULL) {
    if (is_exact) {
      // jackd 1.9 says only that something went wrong.
      *status = JackFailure | (server->kind == MEMORY_JACKD2 ? JackServerError : JackNameNotUnique);
      return NULL;
    }
    *status |= JackNameNotUnique;
    for (int number = 1; number < 100 && find_client(server, name) != NULL; number++) {
      snprintf(name, sizeof name, "%s-%02d", asked, number);
    }
  }
  jack_client_t *client = add_client(server, name);
  if (client == NULL) {
    *status = JackFailure;
    return NULL;
  }
  if (server->kind != MEMORY_JACKD1) {
    client->has_thread = pthread_create(&client->thread, NULL, notify, client) == 0;
  }
  return client;
}

jack_client_t *jack_client_open(const char *name, jack_options_t options, jack_status_t *status, ...) {
  const char *server_name = NULL;
  if ((options & JackServerName) != 0) {
    va_list arguments;
    va_start(arguments, status);
    server_name = va_arg(arguments, const char *);
    va_end(arguments);
  }
  const char *wanted = server_name;
  if (wanted == NULL) wanted = getenv("JACK_DEFAULT_SERVER");
  if (wanted == NULL) wanted = "default";
  jack_status_t unused;
  if (status == NULL) status = &unused;
  lock();
  memory_server *server = find_server(wanted);
  bool is_absent = *find_absence(wanted) != NULL;
  if (server == NULL && !is_absent) {
    unlock();
    if (server_name != NULL) return LIBRARY(jack_client_open)(name, options, status, server_name);
    return LIBRARY(jack_client_open)(name, options, status);
  }
  *status = 0;
  jack_client_t *client = NULL;
  if (server == NULL) {
    *status = JackFailure | JackServerFailed;
  } else {
    client = open_client(server, name, (options & JackUseExactName) != 0, status);
  }
  unlock();
  return client;
}

int jack_client_close(jack_client_t *client) {
  if (!is_client_here(client)) return LIBRARY(jack_client_close)(client);
  lock();
  if (!is_open(client)) {
    unlock();
    return -1;
  }
  memory_server *server = client->server;
  bool is_granted = is_answered(server, MEMORY_CLOSE);
  while (server->running == client) wait_for_change();
  remove_ports(client);
  client->is_active = false;
  client->is_closing = true;
  pthread_cond_signal(&client->called);
  notify_all();
  while (client->is_notified) wait_for_change();
  if (client->has_thread) {
    unlock();
    pthread_join(client->thread, NULL);
    lock();
  }
  while (client->notes != NULL) {
    struct note *note = client->notes;
    client->notes = note->next;
    free_note(note);
  }
  client->is_used = false;
  graph_changes(server);
  release(server);
  unlock();
  return is_granted ? 0 : -1;
}

int jack_activate(jack_client_t *client) {
  if (!is_client_here(client)) return LIBRARY(jack_activate)(client);
  lock();
  bool is_granted = asks(client, MEMORY_ACTIVATE);
  if (is_granted && !client->is_active) {
    memory_server *server = client->server;
    client->is_active = true;
    notify_all();
    while (find_newcomer(server) == client && server->is_alive && own_server == NULL) {
      wait_for_change();
    }
    graph_changes(server);
    EACH_PORT(port, client->server) {
      if (port->client == client) post(client->server, (struct note){note_port, port->place, 0, true});
    }
  }
  unlock();
  return is_granted ? 0 : -1;
}

jack_port_t *jack_port_register(jack_client_t *client, const char *name, const char *type, unsigned long flags,
                                unsigned long buffer_size) {
  if (!is_client_here(client)) return LIBRARY(jack_port_register)(client, name, type, flags, buffer_size);
  bool is_midi = strcmp(type, JACK_DEFAULT_MIDI_TYPE) == 0;
  bool is_known = is_midi || strcmp(type, JACK_DEFAULT_AUDIO_TYPE) == 0;
  lock();
  jack_port_t *port = NULL;
  if (asks(client, MEMORY_REGISTER) && is_known && name[0] != 0) port = add_port(client, name, is_midi, flags);
  if (port != NULL && client->is_active) post(client->server, (struct note){note_port, port->place, 0, true});
  unlock();
  return port;
}

int jack_port_unregister(jack_client_t *client, jack_port_t *port) {
  if (!is_client_here(client)) return LIBRARY(jack_port_unregister)(client, port);
  lock();
  bool is_granted = is_port_here(port) && asks(client, MEMORY_UNREGISTER) && port->is_used;
  // One that the server has forgotten goes, too; that is not told, and counts as an error.
  bool is_own = is_granted && port->client == client;
  if (is_own || (is_granted && port->client == NULL)) {
    while (client->server->running == client && own_server == NULL) wait_for_change();
    remove_port(port, is_own && client->is_active);
  }
  is_granted = is_own;
  unlock();
  return is_granted ? 0 : -1;
}

static void count_request(const char *source, const char *destination) {
  struct request **place = &requests;
  while (*place != NULL &&
         (strcmp((*place)->source, source) != 0 || strcmp((*place)->destination, destination) != 0)) {
    place = &(*place)->next;
  }
  if (*place == NULL) {
    *place = calloc(1, sizeof **place);
    (*place)->source = strdup(source);
    (*place)->destination = strdup(destination);
  }
  (*place)->count++;
}

long memory_connection_requests(const char *source, const char *destination) {
  lock();
  long count = 0;
  for (struct request *request = requests; request != NULL; request = request->next) {
    if (strcmp(request->source, source) == 0 && strcmp(request->destination, destination) == 0) count = request->count;
  }
  unlock();
  return count;
}

// Whether two ports, given by their names, can be connected; jackd refuses those of clients that are not active.
static bool find_pair(memory_server *server, const char *source, const char *destination, struct edge *pair) {
  pair->source = find_port(server, source);
  pair->destination = find_port(server, destination);
  return pair->source != NULL && pair->destination != NULL && (pair->source->flags & JackPortIsOutput) != 0 &&
         (pair->destination->flags & JackPortIsInput) != 0 && pair->source->is_midi == pair->destination->is_midi;
}

static int connect_names(memory_server *server, const char *source, const char *destination) {
  struct edge pair = {0};
  if (!find_pair(server, source, destination, &pair)) return -1;
  if (pair.source->client == NULL || pair.destination->client == NULL) {
    // An assertion of jackd 1.9 fails.
    end_server(server, false);
    return -1;
  }
  if (!pair.source->client->is_active || !pair.destination->client->is_active) return -1;
  if (find_edge(&server->wanted, pair.source, pair.destination) != NULL) return EEXIST;
  if (server->wanted.count == most_edges) return -1;
  pair.is_feedback = is_before(&server->wanted, pair.destination->client, pair.source->client);
  server->wanted.edges[server->wanted.count++] = pair;
  graph_changes(server);
  post(server, (struct note){note_connection, pair.source->place, pair.destination->place, true});
  return 0;
}

static int disconnect_names(memory_server *server, const char *source, const char *destination) {
  struct edge pair = {0};
  if (!find_pair(server, source, destination, &pair)) return -1;
  struct edge *edge = find_edge(&server->wanted, pair.source, pair.destination);
  if (edge == NULL) return -1;
  disconnect_edge(server, edge, true);
  return 0;
}

int memory_connect(memory_server *server, const char *source, const char *destination) {
  lock();
  int result = server->is_alive ? connect_names(server, source, destination) : -1;
  unlock();
  return result;
}

int memory_disconnect(memory_server *server, const char *source, const char *destination) {
  lock();
  int result = server->is_alive ? disconnect_names(server, source, destination) : -1;
  unlock();
  return result;
}

int jack_connect(jack_client_t *client, const char *source, const char *destination) {
  lock();
  count_request(source, destination);
  if (!is_client_here(client)) {
    unlock();
    return LIBRARY(jack_connect)(client, source, destination);
  }
  int result = asks(client, MEMORY_CONNECT) ? connect_names(client->server, source, destination) : -1;
  unlock();
  return result;
}

int jack_disconnect(jack_client_t *client, const char *source, const char *destination) {
  if (!is_client_here(client)) return LIBRARY(jack_disconnect)(client, source, destination);
  lock();
  int result = asks(client, MEMORY_DISCONNECT) ? disconnect_names(client->server, source, destination) : -1;
  unlock();
  return result;
}

int jack_set_buffer_size(jack_client_t *client, jack_nframes_t frames) {
  if (!is_client_here(client)) return LIBRARY(jack_set_buffer_size)(client, frames);
  lock();
  bool is_done = asks(client, MEMORY_CHANGE) && set_period(client->server, frames);
  unlock();
  return is_done ? 0 : -1;
}

int jack_set_freewheel(jack_client_t *client, int is_on) {
  if (!is_client_here(client)) return LIBRARY(jack_set_freewheel)(client, is_on);
  lock();
  bool is_done = asks(client, MEMORY_CHANGE) && set_freewheel(client->server, is_on != 0);
  unlock();
  return is_done ? 0 : -1;
}

int jack_recompute_total_latencies(jack_client_t *client) {
  if (!is_client_here(client)) return LIBRARY(jack_recompute_total_latencies)(client);
  lock();
  bool is_granted = asks(client, MEMORY_CHANGE);
  if (is_granted) {
    client->server->has_new_latencies = true;
    notify_all();
  }
  unlock();
  return is_granted ? 0 : -1;
}

int jack_port_rename(jack_client_t *client, jack_port_t *port, const char *name) {
  if (!is_client_here(client)) return LIBRARY(jack_port_rename)(client, port, name);
  lock();
  bool is_granted = asks(client, MEMORY_CHANGE) && port->is_used;
  if (is_granted) {
    char old[port_name_size];
    strcpy(old, port->name);
    snprintf(port->name, port_name_size, "%s:%s", client->name, name);
    post(client->server, (struct note){note_rename, port->place, 0, false, old, port->name});
  }
  unlock();
  return is_granted ? 0 : -1;
}

char *jack_get_uuid_for_client_name(jack_client_t *client, const char *name) {
  if (!is_client_here(client)) {
    return LIBRARY(jack_get_uuid_for_client_name) == NULL ? NULL : LIBRARY(jack_get_uuid_for_client_name)(client, name);
  }
  char *text = NULL;
  lock();
  jack_client_t *found = asks(client, MEMORY_ASK) ? find_client(client->server, name) : NULL;
  if (found != NULL && asprintf(&text, "%" PRIu64, found->uuid) < 0) text = NULL;
  unlock();
  return text;
}

static struct property **find_property(jack_uuid_t subject, const char *key) {
  struct property **place = &properties;
  while (*place != NULL && ((*place)->subject != subject || (key != NULL && strcmp((*place)->key, key) != 0))) {
    place = &(*place)->next;
  }
  return place;
}

static void remove_property(struct property **place) {
  struct property *gone = *place;
  *place = gone->next;
  free(gone->key);
  free(gone->value);
  free(gone->type);
  free(gone);
}

int jack_set_property(jack_client_t *client, jack_uuid_t subject, const char *key, const char *value,
                      const char *type) {
  if (!is_client_here(client)) return LIBRARY(jack_set_property)(client, subject, key, value, type);
  lock();
  bool is_granted = asks(client, MEMORY_PROPERTY);
  if (is_granted) {
    struct property **place = find_property(subject, key);
    if (*place != NULL) remove_property(place);
    struct property *property = calloc(1, sizeof *property);
    *property = (struct property){subject, strdup(key), strdup(value), type == NULL ? NULL : strdup(type), properties};
    properties = property;
  }
  unlock();
  return is_granted ? 0 : -1;
}

int jack_get_property(jack_uuid_t subject, const char *key, char **value, char **type) {
  lock();
  struct property *found = *find_property(subject, key);
  if (found != NULL) {
    *value = strdup(found->value);
    *type = found->type == NULL ? NULL : strdup(found->type);
  }
  unlock();
  return found != NULL ? 0 : LIBRARY(jack_get_property)(subject, key, value, type);
}

int jack_remove_properties(jack_client_t *client, jack_uuid_t subject) {
  if (!is_client_here(client)) return LIBRARY(jack_remove_properties)(client, subject);
  lock();
  int count = asks(client, MEMORY_PROPERTY) ? 0 : -1;
  while (count >= 0 && *find_property(subject, NULL) != NULL) {
    remove_property(find_property(subject, NULL));
    count++;
  }
  unlock();
  return count;
}

// ---- What a client reads without asking

char *jack_get_client_name(jack_client_t *client) {
  return is_client_here(client) ? client->name : LIBRARY(jack_get_client_name)(client);
}

// A value of the server of a client.
#define SERVER_VALUE(function, type, constness, value)       \
  type function(constness jack_client_t *client) {           \
    if (!is_client_here(client)) return LIBRARY(function)(client); \
    lock();                                                  \
    const memory_server *server = client->server;            \
    type result = is_open(client) && server != NULL ? (value) : 0;             \
    unlock();                                                \
    return result;                                           \
  }

SERVER_VALUE(jack_get_sample_rate, jack_nframes_t, , server->rate)
SERVER_VALUE(jack_get_buffer_size, jack_nframes_t, , server->period)
SERVER_VALUE(jack_frame_time, jack_nframes_t, const, server->running != NULL ? server->last_frame : server->frame)
SERVER_VALUE(jack_last_frame_time, jack_nframes_t, const, server->last_frame)
SERVER_VALUE(jack_cpu_load, float, , 0)
SERVER_VALUE(jack_is_realtime, int, , 0)
SERVER_VALUE(jack_client_real_time_priority, int, , -1)

// Whether a name contains a match; every name does without a pattern.
static bool matches(const char *pattern, const char *name) {
  if (pattern == NULL || pattern[0] == 0) return true;
  regex_t expression;
  if (regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) != 0) return false;
  bool is_match = regexec(&expression, name, 0, NULL, 0) == 0;
  regfree(&expression);
  return is_match;
}

static int compare_places(const void *first, const void *second) {
  uint32_t a = (*(jack_port_t *const *)first)->place, b = (*(jack_port_t *const *)second)->place;
  return a < b ? -1 : a > b;
}

// A list of names as jack_free frees it; NULL if there is none. The names stay where they are.
static const char **list_names(jack_port_t **found, size_t count) {
  if (count == 0) return NULL;
  const char **names = calloc(count + 1, sizeof *names);
  for (size_t index = 0; index < count; index++) names[index] = found[index]->name;
  return names;
}

const char **jack_get_ports(jack_client_t *client, const char *name, const char *type, unsigned long flags) {
  if (!is_client_here(client)) return LIBRARY(jack_get_ports)(client, name, type, flags);
  lock();
  jack_port_t *found[most_ports];
  size_t count = 0;
  bool is_there = is_open(client);
  EACH_PORT(port, is_there ? client->server : NULL) {
    if ((port->flags & flags) == flags &&
        matches(name, port->name) && matches(type, port->is_midi ? JACK_DEFAULT_MIDI_TYPE : JACK_DEFAULT_AUDIO_TYPE)) {
      found[count++] = port;
    }
  }
  qsort(found, count, sizeof *found, compare_places);
  const char **names = list_names(found, count);
  unlock();
  return names;
}

jack_port_t *jack_port_by_name(jack_client_t *client, const char *name) {
  if (!is_client_here(client)) return LIBRARY(jack_port_by_name)(client, name);
  lock();
  jack_port_t *port = is_open(client) ? find_port(client->server, name) : NULL;
  unlock();
  return port;
}

const char **jack_port_get_connections(const jack_port_t *port) {
  if (!is_port_here(port)) return LIBRARY(jack_port_get_connections)(port);
  lock();
  jack_port_t *found[most_edges];
  size_t count = 0;
  const struct graph *graph = port->is_used ? &port->server->present : NULL;
  for (int index = 0; graph != NULL && index < graph->count; index++) {
    if (graph->edges[index].source == port) found[count++] = graph->edges[index].destination;
    if (graph->edges[index].destination == port) found[count++] = graph->edges[index].source;
  }
  const char **names = list_names(found, count);
  unlock();
  return names;
}

int jack_port_connected_to(const jack_port_t *port, const char *name) {
  if (!is_port_here(port)) return LIBRARY(jack_port_connected_to)(port, name);
  lock();
  bool is_connected = false;
  const jack_port_t *other = port->is_used ? find_port(port->server, name) : NULL;
  if (other != NULL) {
    struct graph *graph = &port->server->present;
    is_connected = find_edge(graph, port, other) != NULL || find_edge(graph, other, port) != NULL;
  }
  unlock();
  return is_connected;
}

const char *jack_port_name(const jack_port_t *port) {
  return is_port_here(port) ? port->name : LIBRARY(jack_port_name)(port);
}

const char *jack_port_short_name(const jack_port_t *port) {
  if (!is_port_here(port)) return LIBRARY(jack_port_short_name)(port);
  const char *colon = strchr(port->name, ':');
  return colon == NULL ? port->name : colon + 1;
}

int jack_port_flags(const jack_port_t *port) {
  return is_port_here(port) ? (int)port->flags : LIBRARY(jack_port_flags)(port);
}

jack_uuid_t jack_port_uuid(const jack_port_t *port) {
  return is_port_here(port) ? LIBRARY(jack_port_uuid_generate)(port->place) : LIBRARY(jack_port_uuid)(port);
}

int jack_port_get_aliases(const jack_port_t *port, char *const aliases[2]) {
  if (!is_port_here(port)) return LIBRARY(jack_port_get_aliases)(port, aliases);
  lock();
  int count = 0;
  for (int index = 0; index < 2; index++) {
    if (port->aliases[index][0] != 0) strcpy(aliases[count++], port->aliases[index]);
  }
  // PipeWire's library also returns empty ones and the name itself.
  if (port->server->kind == MEMORY_PIPEWIRE && count < 2) {
    strcpy(aliases[count], count == 0 ? port->name : "");
    count++;
  }
  unlock();
  return count;
}

void jack_port_get_latency_range(jack_port_t *port, jack_latency_callback_mode_t mode, jack_latency_range_t *range) {
  if (!is_port_here(port)) return LIBRARY(jack_port_get_latency_range)(port, mode, range);
  lock();
  *range = port->latencies[mode];
  unlock();
}

void jack_port_set_latency_range(jack_port_t *port, jack_latency_callback_mode_t mode, jack_latency_range_t *range) {
  if (!is_port_here(port)) return LIBRARY(jack_port_set_latency_range)(port, mode, range);
  lock();
  port->latencies[mode] = *range;
  unlock();
}

// ---- Callbacks

// Sets a callback, which jackd does only before the activation.
#define SETTER(function, type, field)                                             \
  int function(jack_client_t *client, type callback, void *argument) {              \
    if (!is_client_here(client)) return LIBRARY(function)(client, callback, argument); \
    lock();                                                                         \
    bool is_set = is_open(client) && !client->is_active;                            \
    if (is_set) {                                                                   \
      client->field = callback;                                                     \
      client->field##_argument = argument;                                          \
    }                                                                               \
    unlock();                                                                       \
    return is_set ? 0 : -1;                                                         \
  }

SETTER(jack_set_process_callback, JackProcessCallback, process)
SETTER(jack_set_thread_init_callback, JackThreadInitCallback, thread_init)
SETTER(jack_set_xrun_callback, JackXRunCallback, xrun)
SETTER(jack_set_buffer_size_callback, JackBufferSizeCallback, buffer_size)
SETTER(jack_set_freewheel_callback, JackFreewheelCallback, freewheel)
SETTER(jack_set_port_connect_callback, JackPortConnectCallback, port_connect)
SETTER(jack_set_port_registration_callback, JackPortRegistrationCallback, port_registration)
SETTER(jack_set_port_rename_callback, JackPortRenameCallback, port_rename)
SETTER(jack_set_graph_order_callback, JackGraphOrderCallback, graph_order)
SETTER(jack_set_latency_callback, JackLatencyCallback, latency)

// It is called at once.
int jack_set_sample_rate_callback(jack_client_t *client, JackSampleRateCallback callback, void *argument) {
  if (!is_client_here(client)) return LIBRARY(jack_set_sample_rate_callback)(client, callback, argument);
  lock();
  bool is_set = is_open(client) && !client->is_active;
  if (is_set) {
    client->sample_rate = callback;
    client->sample_rate_argument = argument;
  }
  uint32_t rate = client->server->rate;
  unlock();
  if (is_set) callback(rate, argument);
  return is_set ? 0 : -1;
}

void jack_on_shutdown(jack_client_t *client, JackShutdownCallback callback, void *argument) {
  if (!is_client_here(client)) return LIBRARY(jack_on_shutdown)(client, callback, argument);
  lock();
  client->shutdown = callback;
  client->shutdown_argument = argument;
  unlock();
}

void jack_on_info_shutdown(jack_client_t *client, JackInfoShutdownCallback callback, void *argument) {
  if (!is_client_here(client)) {
    if (LIBRARY(jack_on_info_shutdown) != NULL) LIBRARY(jack_on_info_shutdown)(client, callback, argument);
    return;
  }
  lock();
  client->info_shutdown = callback;
  client->info_shutdown_argument = argument;
  unlock();
}

// ---- Buffers

struct midi_event {
  uint32_t time, offset;
  size_t size;
};

struct midi_buffer {
  uint32_t count, used;
  struct midi_event events[most_midi_events];
  jack_midi_data_t data[midi_data_size];
};

_Static_assert(sizeof(struct midi_buffer) <= slot_size && most_frames * sizeof(float) <= slot_size,
               "a buffer does not fit in its slot");

static void mix(jack_port_t *port, uint32_t frames) {
  const struct graph *graph = &port->server->present;
  if (!port->is_midi) {
    float *mixed = port->buffer;
    memset(mixed, 0, frames * sizeof *mixed);
    for (int index = 0; index < graph->count; index++) {
      if (graph->edges[index].destination != port) continue;
      const float *source = graph->edges[index].source->buffer;
      for (uint32_t frame = 0; frame < frames; frame++) mixed[frame] += source[frame];
    }
    return;
  }
  struct midi_buffer *mixed = port->buffer;
  mixed->count = mixed->used = 0;
  // By time, and at the same time in the order of the connections.
  for (uint32_t time = 0; time < frames; time++) {
    for (int index = 0; index < graph->count; index++) {
      if (graph->edges[index].destination != port) continue;
      const struct midi_buffer *source = graph->edges[index].source->buffer;
      for (uint32_t place = 0; place < source->count; place++) {
        const struct midi_event *event = &source->events[place];
        if (event->time == time) jack_midi_event_write(mixed, time, source->data + event->offset, event->size);
      }
    }
  }
}

void *jack_port_get_buffer(jack_port_t *port, jack_nframes_t frames) {
  if (!is_port_here(port)) return LIBRARY(jack_port_get_buffer)(port, frames);
  lock();
  void *buffer = port->is_used ? port->buffer : NULL;
  if (!port->is_used) faults++;
  if (port->is_used && (port->flags & JackPortIsInput) != 0) {
    const struct graph *graph = &port->server->present;
    int count = 0;
    for (int index = 0; index < graph->count; index++) {
      if (graph->edges[index].destination != port) continue;
      count++;
      buffer = graph->edges[index].source->buffer;
    }
    // The buffer of the only source serves as it is.
    if (count != 1) {
      buffer = port->buffer;
      mix(port, frames);
    }
  }
  unlock();
  return buffer;
}

uint32_t jack_midi_get_event_count(void *buffer) {
  if (!is_buffer_here(buffer)) return LIBRARY(jack_midi_get_event_count)(buffer);
  return ((struct midi_buffer *)buffer)->count;
}

int jack_midi_event_get(jack_midi_event_t *event, void *buffer, uint32_t index) {
  if (!is_buffer_here(buffer)) return LIBRARY(jack_midi_event_get)(event, buffer, index);
  struct midi_buffer *midi = buffer;
  if (index >= midi->count) return ENODATA;
  *event = (jack_midi_event_t){midi->events[index].time, midi->events[index].size,
                               midi->data + midi->events[index].offset};
  return 0;
}

void jack_midi_clear_buffer(void *buffer) {
  if (!is_buffer_here(buffer)) return LIBRARY(jack_midi_clear_buffer)(buffer);
  ((struct midi_buffer *)buffer)->count = ((struct midi_buffer *)buffer)->used = 0;
}

// Events come in their order, within the period. (JackMidiBuffer::ReserveEvent)
jack_midi_data_t *jack_midi_event_reserve(void *buffer, jack_nframes_t time, size_t size) {
  if (!is_buffer_here(buffer)) return LIBRARY(jack_midi_event_reserve)(buffer, time, size);
  struct midi_buffer *midi = buffer;
  const memory_server *server = ports[((char *)buffer - buffers) / slot_size].server;
  if (time >= server->period || midi->count == most_midi_events || midi->used + size > midi_data_size ||
      (midi->count > 0 && midi->events[midi->count - 1].time > time)) {
    return NULL;
  }
  midi->events[midi->count++] = (struct midi_event){time, midi->used, size};
  midi->used += (uint32_t)size;
  return midi->data + midi->used - size;
}

int jack_midi_event_write(void *buffer, jack_nframes_t time, const jack_midi_data_t *data, size_t size) {
  if (!is_buffer_here(buffer)) return LIBRARY(jack_midi_event_write)(buffer, time, data, size);
  jack_midi_data_t *place = jack_midi_event_reserve(buffer, time, size);
  if (place == NULL) return ENOBUFS;
  memcpy(place, data, size);
  return 0;
}

// ---- Functions without a client serve both

// The library of jackd 2 has no clock until a client of its own has been opened.
jack_time_t jack_get_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (jack_time_t)now.tv_sec * 1000000 + (jack_time_t)now.tv_nsec / 1000;
}
void jack_free(void *memory) { LIBRARY(jack_free)(memory); }
int jack_port_name_size(void) { return LIBRARY(jack_port_name_size)(); }
jack_uuid_t jack_port_uuid_generate(uint32_t place) { return LIBRARY(jack_port_uuid_generate)(place); }
int jack_uuid_parse(const char *text, jack_uuid_t *uuid) { return LIBRARY(jack_uuid_parse)(text, uuid); }
void jack_set_error_function(void (*function)(const char *)) { LIBRARY(jack_set_error_function)(function); }
void jack_set_info_function(void (*function)(const char *)) { LIBRARY(jack_set_info_function)(function); }
const char *jack_get_version_string(void) {
  return LIBRARY(jack_get_version_string) == NULL ? NULL : LIBRARY(jack_get_version_string)();
}
