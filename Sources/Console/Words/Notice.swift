import Foundation
import Music

/// Something that the user should know and that stops nothing.
public enum Notice: Hashable {
  case xrun(count: Int)
  case bufferSize(frames: Int)
  /// A command that does not fit the state of the training.
  case ignored(command: String)
  case unknownCommand(String, TrainingName)
  /// A command whose value cannot be.
  case badValue(command: String, value: String, allowed: String)
  /// The server granted another client name than the one asked for.
  case clientName(asked: String, granted: String)
  /// The sound of the settings is not there; `fallback` sounds instead.
  case soundMissing(String, fallback: String)
  /// The system's limit keeps Peach from locking its memory.
  case memoryNotLocked(limitBytes: Int)
  /// A result could not be stored; Peach keeps it and tries again.
  case saveFailed(reason: String)
  /// Results that had been kept are stored now.
  case saved(ids: [UUID])
  /// Results that could not be stored wait in a recovery file for the next start.
  case recoveryWritten(count: Int, path: String)
  /// Results of a recovery file are in the history now.
  case recovered(count: Int, path: String)
  /// Lines of a recovery file that are no results were set aside.
  case recoveryDamaged(count: Int, path: String)
  /// The results of a recovery file could not be stored yet.
  case recoveryFailed(path: String, reason: String)
  /// What bears a recovery file's name is a link, no file, or another user's.
  case recoveryForeign(path: String)
  /// No place was found for these results, a line each, which follow on standard error.
  case unsaved(lines: [String])
  /// The history could not be deleted.
  case resetFailed(reason: String)
  /// The configuration changed into something unusable while training.
  case settings(problem: String)
  /// Which degree of a scale stands for an interval.
  case scalaMapping(scale: String, interval: DirectedInterval, step: ScaleStep)
  /// There is no server; the next try to find one comes after `wait`.
  case reconnecting(wait: Duration)
  /// A server is there, and Peach cannot become its client; it keeps trying.
  case cannotReconnect(Fault)
  /// Peach is a client of a server again.
  case reconnected(client: String)
  /// A port is connected again as it was.
  case connectionRestored(port: String, peer: String)
  /// A port was connected with one that is not there; when that comes it will be again.
  case connectionMissing(port: String, peer: String)
  /// A MIDI source that was asked for is connected.
  case midiConnected(source: String)
  /// There is no MIDI source yet like the one that was asked for.
  case noMIDISource(pattern: String)
  /// There is nothing to accept yet.
  case nothingHeard
  /// A word that is no answer to what was asked.
  case unknownAnswer(String)
  /// Training waits for the user.
  case waitingForStart
  /// The commands that there are.
  case commands(TrainingName)

  /// The code in JSON, never translated.
  public var code: String {
    switch self {
    case .xrun: "xrun"
    case .bufferSize: "bufferSize"
    case .ignored: "ignored"
    case .unknownCommand: "unknownCommand"
    case .badValue: "badValue"
    case .clientName: "clientName"
    case .soundMissing: "soundMissing"
    case .memoryNotLocked: "memoryNotLocked"
    case .saveFailed: "saveFailed"
    case .saved: "saved"
    case .recoveryWritten: "recoveryWritten"
    case .recovered: "recovered"
    case .recoveryDamaged: "recoveryDamaged"
    case .recoveryFailed: "recoveryFailed"
    case .recoveryForeign: "recoveryForeign"
    case .unsaved: "unsaved"
    case .resetFailed: "resetFailed"
    case .settings: "settings"
    case .scalaMapping: "scalaMapping"
    case .reconnecting: "reconnecting"
    case .cannotReconnect(let fault): fault.code
    case .reconnected: "reconnected"
    case .connectionRestored: "connectionRestored"
    case .connectionMissing: "connectionMissing"
    case .midiConnected: "midiConnected"
    case .noMIDISource: "noMidiSource"
    case .nothingHeard: "nothingHeard"
    case .unknownAnswer: "unknownAnswer"
    case .waitingForStart: "waitingForStart"
    case .commands: "commands"
    }
  }

  public var message: String {
    switch self {
    case .xrun(let count):
      count == 1
        ? "JACK lost the beat once (an xrun); training goes on"
        : "JACK lost the beat \(count) times (xruns); training goes on"
    case .bufferSize(let frames): "JACK's period is now \(frames) frames; training goes on"
    case .ignored(let command): "\(command) does not fit here and was ignored"
    case .unknownCommand(let text, let training):
      if let word = LineCommands.nearest(to: text, for: training) {
        "'\(text)' is no command; did you mean \(word)?"
      } else {
        "'\(text)' is no command; there are \(training.words.commandList)"
      }
    case .badValue(let command, let value, let allowed):
      "\(command) takes \(allowed), not '\(value)'"
    case .clientName(let asked, let granted):
      "the name \(asked) is taken on this server; Peach is \(granted)"
    case .soundMissing(let sound, let fallback):
      "the sound \(sound) is not to be had; \(fallback) sounds instead"
    case .memoryNotLocked(let bytes):
      """
      memory cannot be locked (the limit is \(bytes / 1024) KiB), so sound may drop out when memory is \
      short: set memlock to unlimited for your group in /etc/security/limits.d and log in again
      """
    case .saveFailed(let reason):
      "this result could not be stored yet: \(reason); Peach keeps it and training goes on"
    case .saved(let ids):
      ids.count == 1
        ? "the result that was kept is stored now"
        : "the \(ids.count) results that were kept are stored now"
    case .recoveryWritten(let count, let path):
      "\(Self.results(count)) could not be stored; the next start takes in \(path)"
    case .recovered(let count, let path):
      "\(Self.results(count)) that could not be stored before came from \(path)"
    case .recoveryDamaged(let count, let path):
      count == 1
        ? "a line of a recovery file could not be read and was set aside in \(path)"
        : "\(count) lines of a recovery file could not be read and were set aside in \(path)"
    case .recoveryFailed(let path, let reason):
      "the results in \(path) could not be stored yet: \(reason); the next start tries again"
    case .recoveryForeign(let path):
      """
      \(path) is a link, no file, or another user's: nothing is taken in from it; delete it, or have its \
      owner delete it
      """
    case .unsaved(let lines):
      """
      \(Self.results(lines.count)) could not be stored anywhere; keep the lines that follow in a file \
      and take them in with peach data import
      """
    case .resetFailed(let reason): "nothing was deleted: \(reason)"
    case .settings(let problem): "\(problem); the settings stay as they were"
    case .scalaMapping(let scale, let interval, let step):
      ScaleText.mapping(of: interval, to: step, in: scale)
    case .reconnecting(let wait):
      "Peach tries to reach the JACK server in \(String(format: "%g", wait.inSeconds)) s"
    case .cannotReconnect(let fault): "\(fault.message); Peach keeps trying"
    case .reconnected(let client): "Peach is a client of the JACK server again, as \(client)"
    case .connectionRestored(let port, let peer): "\(port) is connected with \(peer) again"
    case .connectionMissing(let port, let peer):
      "\(port) was connected with \(peer), which is not there; it will be when that comes"
    case .midiConnected(let source): "\(source) is connected with midi_in"
    case .noMIDISource(let pattern):
      """
      there is no MIDI source like '\(pattern)' (peach midi list shows those that there are); it is \
      connected when it comes
      """
    case .nothingHeard: "nothing has come yet that could be it"
    case .unknownAnswer(let word):
      "'\(word)' is no answer; there are accept (Enter), again (r), skip (s) and quit (q)"
    case .waitingForStart: "training was interrupted; start goes on, quit ends"
    case .commands(let training): "the commands are \(training.words.commandList)"
    }
  }

  private static func results(_ count: Int) -> String {
    count == 1 ? "1 result" : "\(count) results"
  }
}
