import Console
import Language
import Program
import Sound

/// The notices about the JACK server, the client's ports and their connections.
extension Notice {
  package static func xrun(count: Int) -> Notice {
    Notice(
      .xrun, standing: .unshown,
      localized(
        one: "JACK reported an xrun (a dropout); training goes on",
        other: "JACK reported %d xruns (dropouts); training goes on", count),
      [ShownField("count", .int(count))])
  }

  package static var serverStalled: Notice {
    Notice(
      .serverStalled, standing: .begins(.serverStalled),
      localized(
        """
        the JACK server has stopped responding; training waits and continues when the server does
        """))
  }

  package static var serverResumed: Notice {
    Notice(
      .serverResumed, standing: .ends(.serverStalled, isTold: false),
      localized("the JACK server responds again; training continues"))
  }

  package static var unconnected: Notice {
    Notice(
      .unconnected, standing: .begins(.unconnected),
      localized("nothing is connected to Peach's outputs, so nothing is heard"),
      brief: localized("Nothing connected; o chooses an output."))
  }

  /// The notice that further trials are not void although the sound breaks off.
  package static var xrunOften: Notice {
    Notice(
      "xrunOften",
      localized(
        """
        the sound breaks off often, so these trials now count; peach doctor says what to do about it
        """),
      brief: localized("The sound breaks off often: peach doctor."))
  }

  package static var notStored: Notice {
    Notice("notStored", localized("answers are not stored while nothing is connected"))
  }

  package static func bufferSize(frames: Int) -> Notice {
    Notice(
      .bufferSize, localized("the JACK buffer size is now %d frames; training goes on", frames))
  }

  package static func clientName(asked: String, granted: String) -> Notice {
    Notice(
      "clientName",
      localized(
        "another client of this server is already named %@, so Peach is named %@", asked, granted))
  }

  package static var cannotStop: Notice {
    Notice(
      "cannotStop",
      localized(
        "Peach keeps running: no shell started it, so nothing could continue it after Ctrl-Z"),
      brief: localized("No shell could wake Peach after Ctrl-Z, so it stays."))
  }

  static func memoryNotLocked(limitBytes: Int) -> Notice {
    Notice(
      "memoryNotLocked",
      localized(
        """
        memory cannot be locked (the limit is %d KiB), so sound may drop out when memory is \
        short: set memlock to unlimited for your group in /etc/security/limits.d and log in again
        """, limitBytes / 1024))
  }

  package static func reconnecting(wait: Duration) -> Notice {
    Notice(
      .reconnecting, standing: .begins(.noServer),
      localized(
        "Peach will try to reach the JACK server in %@ s", NumberText.short(wait.inSeconds)),
      [ShownField("wait", .double(wait.inSeconds))],
      brief: localized("No JACK server; trying again."))
  }

  /// The notice of a failed attempt on a server that is running.
  static func cannotReconnect(_ fault: Fault) -> Notice {
    Notice(Code(fault.code), localized("%@; Peach keeps trying", fault.message))
  }

  static func reconnected(client: String) -> Notice {
    Notice(
      .reconnected, standing: .ends(.noServer, isTold: false),
      localized("Peach is a client of the JACK server again, as %@", client))
  }

  package static func connectionRestored(port: String, peer: String) -> Notice {
    Notice(
      .connectionRestored, standing: .unshown, localized("%@ is connected to %@ again", port, peer),
      [ShownField("port", .text(port)), ShownField("peer", .text(peer))])
  }

  static func connectionMissing(port: String, peer: String) -> Notice {
    Notice(
      "connectionMissing",
      localized(
        "%@ was connected to %@, which no longer exists; Peach reconnects them when it returns",
        port, peer),
      [ShownField("port", .text(port)), ShownField("peer", .text(peer))])
  }

  /// The notice of new connections of the outputs.
  package static func connected(_ connections: [JackConnections.Connection]) -> Notice {
    .connected(ports: connections.map(\.port), peers: connections.map(\.peer))
  }

  package static func connected(ports: [String], peers: [String]) -> Notice {
    Notice(
      .connected, standing: .ends(.unconnected, isTold: true),
      localized(
        "%@: connected to %@", ports.joined(separator: ", "), peers.joined(separator: ", ")),
      [ShownField("ports", .list(ports)), ShownField("peers", .list(peers))],
      brief: localized("Playing to %@.", PortLabel.outputs(peers)))
  }

  /// The notice that another program has connected the outputs, to no output of the computer, and
  /// that Peach has not connected them.
  static func connectedElsewhere(_ connections: [JackConnections.Connection]) -> Notice {
    let (ports, peers) = (connections.map(\.port), connections.map(\.peer))
    return Notice(
      "connectedElsewhere",
      localized(
        """
        %@: connected to %@ only, although this server has outputs; choose one with the key o or with \
        connect, or connect it in a patchbay
        """, ports.joined(separator: ", "), peers.joined(separator: ", ")),
      [ShownField("ports", .list(ports)), ShownField("peers", .list(peers))],
      brief: localized("Connected to %@ only; o chooses an output.", PortLabel.outputs(peers)))
  }

  /// The notice that no port matches the pattern, or that the machine has no output if `pattern` is
  /// `nil`.
  package static func noOutput(pattern: String?) -> Notice {
    guard let pattern else {
      return Notice(
        .noOutput,
        localized("this server has no output yet; Peach connects to one when it appears"))
    }
    return Notice(
      .noOutput,
      localized(
        """
        no audio input matches '%@' (jack_lsp lists all ports); Peach connects to it when it appears
        """, pattern),
      [ShownField("pattern", .text(pattern))])
  }

  package static func midiConnected(source: String) -> Notice {
    Notice(
      .midiConnected, localized("%@ is connected to midi_in", source),
      [ShownField("source", .text(source))],
      brief: localized("%@ is connected.", PortLabel.controller(source)))
  }

  static func midiDisconnected(source: String) -> Notice {
    Notice(
      .midiDisconnected, localized("%@ is no longer connected to midi_in", source),
      [ShownField("source", .text(source))],
      brief: localized("%@ is gone; keys still work.", PortLabel.controller(source)))
  }

  package static func noMIDISource(pattern: String) -> Notice {
    Notice(
      "noMidiSource",
      localized(
        """
        no MIDI source matches '%@' (peach midi list lists all sources); Peach connects it when it \
        appears
        """, pattern),
      [ShownField("pattern", .text(pattern))])
  }

  package static func midiOutputConnected(input: String) -> Notice {
    Notice(
      .midiOutputConnected, localized("midi_out is connected to %@", input),
      [ShownField("input", .text(input))],
      brief: localized("Lights go to %@.", PortLabel.controller(input)))
  }

  static func noMIDIInput(pattern: String) -> Notice {
    Notice(
      "noMidiInput",
      localized(
        """
        no MIDI input matches '%@' (jack_lsp lists all ports), so no lights show how the training \
        stands; Peach connects midi_out to it when it appears
        """, pattern),
      [ShownField("pattern", .text(pattern))],
      brief: localized("No controller for the lights yet: %@.", pattern))
  }

  package static var idle: Notice {
    Notice(
      .waitingForStart, standing: .unshown,
      localized("Peach waits; start begins the training, quit ends Peach"))
  }

  package static var waitingForStart: Notice {
    Notice(
      .waitingForStart, standing: .unshown,
      localized("training was interrupted; start continues it, quit ends Peach"))
  }

  /// The notice that the user has chosen the outputs or the audio input.
  package static func portChosen(_ text: String) -> Notice {
    Notice(.connected, standing: .ends(.unconnected, isTold: true), text)
  }
}

extension Notice.Code {
  package static let waitingForStart: Self = "waitingForStart"
  package static let xrun: Self = "xrun"
  package static let bufferSize: Self = "bufferSize"
  package static let serverStalled: Self = "serverStalled"
  package static let serverResumed: Self = "serverResumed"
  package static let unconnected: Self = "unconnected"
  package static let noOutput: Self = "noOutput"
  package static let reconnecting: Self = "reconnecting"
  static let reconnected: Self = "reconnected"
  package static let connectionRestored: Self = "connectionRestored"
  package static let connected: Self = "connected"
  package static let midiConnected: Self = "midiConnected"
  static let midiDisconnected: Self = "midiDisconnected"
  package static let midiOutputConnected: Self = "midiOutputConnected"
}
