// JACK servers in memory, for tests. CMemoryJack.c defines the functions of libjack: part of a test program, they are
// called in the library's place. A client that is opened on a server from here stays in this process; every other
// client is the library's, as if these functions did not exist.
//
// Unless stated otherwise, any thread may call these functions, and none waits for a server that hangs.
#ifndef PEACH_CMEMORYJACK_H
#define PEACH_CMEMORYJACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct memory_server memory_server;

// The server that one in memory behaves like.
typedef enum {
  // Notifies each client on a thread of its own, shows connections from a later period on, and forgets what comes while
  // it freewheels.
  MEMORY_JACKD2,
  // Notifies clients on the process thread.
  MEMORY_JACKD1,
  // Notifies on a thread of the client, shows connections at once, has other names and uuids.
  MEMORY_PIPEWIRE,
} memory_kind;

// What a client asks of a server.
typedef enum {
  MEMORY_OPEN,
  MEMORY_ACTIVATE,
  MEMORY_REGISTER,
  MEMORY_UNREGISTER,
  MEMORY_CONNECT,
  MEMORY_DISCONNECT,
  // jack_get_uuid_for_client_name
  MEMORY_ASK,
  // jack_set_property, jack_remove_properties
  MEMORY_PROPERTY,
  // jack_set_buffer_size, jack_set_freewheel, jack_recompute_total_latencies, jack_port_rename
  MEMORY_CHANGE,
  MEMORY_CLOSE,
  MEMORY_CALLS,
} memory_call;

typedef enum { MEMORY_ANSWERS, MEMORY_REFUSES, MEMORY_HANGS, MEMORY_ENDS } memory_outcome;

// Starts a server, which takes the place of one of the same name. Nothing runs before `memory_step`.
//
// `synchronous` is jackd2's -S, on which the latency of its outputs depends. The machine has `outputs` outputs and
// `inputs` inputs. NULL if the name is too long.
memory_server *memory_start(const char *name, memory_kind kind, uint32_t rate, uint32_t period, bool synchronous,
                            int outputs, int inputs);

// Ends a server. One that ends in order takes the ports of the machine away first, and answers nothing meanwhile; one
// that is killed has gone. The clients hear of it either way.
void memory_end(memory_server *server, bool in_order);

// Ends a server if it runs, and gives up the handle. Its memory goes with its last client.
void memory_release(memory_server *server);

// Whether a server of that name is said to be absent whatever runs outside: nobody looks for it there.
void memory_set_absent(const char *name, bool is_absent);

// Runs that many periods on the server's process thread, and returns when they are over; how many ran, which is fewer
// if the server hangs or ends. Not to be called on a thread of a client.
int memory_step(memory_server *server, int periods);

// The same, but the calling thread runs them in place of the process thread, which saves two switches a period. Nothing
// else may be done meanwhile.
int memory_run(memory_server *server, int periods);

// Returns when the server's threads have nothing to do before the next step or call; false if that does not become so.
// Not to be called on a thread of a client.
bool memory_settle(memory_server *server);

// How many threads wait for an answer of a server that hangs, of any server.
int memory_blocked_count(void);

// Lets the server hang, or continue: whoever asks something waits, and no period runs.
void memory_hang(memory_server *server, bool is_hanging);
bool memory_is_hanging(memory_server *server);

// Decides what becomes of a call: of the one after the next `after` ones of its kind. The others are answered.
void memory_plan(memory_server *server, memory_call call, int after, memory_outcome outcome);

// That many frames are lost: the server reports an xrun.
void memory_lose(memory_server *server, uint32_t frames);

// Changes the rate while clients are there, as PipeWire does.
void memory_set_rate(memory_server *server, uint32_t rate);
bool memory_set_period(memory_server *server, uint32_t period);
bool memory_set_freewheel(memory_server *server, bool is_on);

// Removes a client that does not keep up: it hears that it has gone, and stays open. False if there is none.
bool memory_zombify(memory_server *server, const char *client);

// The user's hands on a patchbay; 0, EEXIST, or −1, as of jack_connect.
int memory_connect(memory_server *server, const char *source, const char *destination);
int memory_disconnect(memory_server *server, const char *source, const char *destination);

// Gives a port another name, which stays an alias.
bool memory_set_alias(memory_server *server, const char *port, const char *alias);

// Lets the next period begin with that frame. Before there are clients.
void memory_set_frames(memory_server *server, uint32_t frame);

// How many frames have passed.
uint32_t memory_frames(memory_server *server);

// How many clients are open, without the machine.
int memory_client_count(memory_server *server);

// How often this connection has been asked for with jack_connect, on any server.
long memory_connection_requests(const char *source, const char *destination);

// How often a function was called with a handle of a client or port that is no longer there. Each is a fault, which
// would crash a process that uses libjack.
long memory_faults(void);

#endif
