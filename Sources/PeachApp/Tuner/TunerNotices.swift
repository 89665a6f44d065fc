import Client
import Language
import Music
import Program
import Sound

extension Notice {
  /// The server does not run its clients.
  static var tunerStalled: Notice {
    Notice(
      .serverStalled, standing: .begins(.serverStalled),
      localized(
        "the JACK server has stopped responding; Peach listens again when the server responds"))
  }

  /// The server runs its clients again.
  static var tunerResumed: Notice {
    Notice(
      .serverResumed, standing: .ends(.serverStalled, isTold: false),
      localized("the JACK server responds again"))
  }

  /// Nothing is connected to the outputs, so that the drone is not heard.
  static var droneUnheard: Notice {
    Notice(
      "droneUnheard",
      localized(
        """
        nothing is connected to Peach's outputs, so the drone is not heard: connect them in a patchbay or \
        with --connect
        """),
      brief: localized("The drone is not heard: nothing is connected to the outputs."))
  }

  /// The note that the drone would have.
  static func droneNote(_ note: MIDINote) -> Notice {
    Notice(
      "droneNote", localized("d begins the %@", TunerWords.drone(note)),
      [ShownField("note", .int(note.rawValue))])
  }

  /// The drone waits for a server.
  static func droneAwaited(_ note: MIDINote) -> Notice {
    Notice(
      "droneAwaited",
      localized("the %@ begins when there is a JACK server", TunerWords.drone(note)),
      [ShownField("note", .int(note.rawValue))])
  }

  /// A line of standard input is no command.
  static func unknownTunerWord(_ line: String, isMap: Bool = false) -> Notice {
    Notice(
      .unknownCommand,
      localized(
        "unknown command '%@'; the commands are: %@", line.shortened,
        ((isMap ? TunerCommands.formsOfMap : []) + TunerCommands.words).joined(separator: ", ")))
  }
}

/// Passes the reports of the connection to the server, which are worded for trainings, to the view
/// of a tuner in other words. Main thread.
final class TunerLinkMode: LinkView {
  private let view: any TunerView

  /// Called when there is a client again, with which a training would wait for a key.
  var onReadyToResume: (() -> Void)?

  /// Called when the last connection of the outputs is gone.
  var onUnconnected: (() -> Void)?

  init(_ view: any TunerView) { self.view = view }

  func showReady(_ description: ReadyDescription) {
    view.showReady(description, input: "\(description.client):\(JackConnections.audioInput)")
  }

  func showNotice(_ notice: Notice) {
    switch notice.code {
    case .waitingForStart: onReadyToResume?()
    case .serverStalled: view.showNotice(.tunerStalled)
    case .serverResumed: view.showNotice(.tunerResumed)
    case .unconnected: onUnconnected?()
    // They matter only to the sounds of a training.
    case .xrun, .bufferSize, .noOutput: break
    default: view.showNotice(notice)
    }
  }

  func showFault(_ fault: Fault) { view.showInterruption(fault) }

  func close() { view.close() }
}

extension Fault {
  /// The message of a fault that interrupts a tuner, not a training.
  var messageOfTuner: String {
    switch self {
    case .serverGone:
      localized("the JACK server has stopped; the tuner listens again when a server runs")
    case .freewheeling:
      localized("the JACK server is freewheeling; the tuner listens again when that ends")
    case .sampleRateChanged(let hertz):
      localized("the JACK server now runs at %d Hz; the tuner begins anew", hertz)
    default: message
    }
  }
}
