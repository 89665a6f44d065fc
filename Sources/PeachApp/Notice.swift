import Console
import Foundation
import Language
import Music
import Training

/// Something that the user should know and that stops nothing.
enum Notice: Hashable {
  case xrun(count: Int)
  case bufferSize(frames: Int)
  /// A command does not fit the state of the training.
  case ignored(command: String)
  case unknownCommand(String, TrainingName)
  /// A command has a value that is not allowed.
  case badValue(command: String, value: String, allowed: String)
  /// The server granted a client name other than the requested one.
  case clientName(asked: String, granted: String)
  /// The sound in the settings does not exist. Peach plays `fallback` instead.
  case soundMissing(String, fallback: String)
  /// The sound in the settings takes a while to load.
  case soundLoading(String)
  /// This sound has been loaded.
  case soundReady(String)
  /// A file that should be a SoundFont cannot be read as one.
  case fontSkipped(path: String, reason: String)
  /// This sound has not been measured yet. It is being measured in the background.
  case soundNotMeasured(String)
  /// The sound has been measured, and is in tune from now on.
  case soundMeasured(String)
  /// The system's limit prevents Peach from locking its memory.
  case memoryNotLocked(limitBytes: Int)
  /// A result could not be stored. Peach keeps it and tries again.
  case saveFailed(reason: String)
  /// Results that Peach had kept have been stored.
  case saved(ids: [UUID])
  /// Results that could not be stored were saved in a recovery file for the next start.
  case recoveryWritten(count: Int, path: String)
  /// Results from a recovery file have been added to the history.
  case recovered(count: Int, path: String)
  /// Lines of a recovery file that are not results were set aside.
  case recoveryDamaged(count: Int, path: String)
  /// The results in a recovery file could not be stored yet.
  case recoveryFailed(path: String, reason: String)
  /// A recovery file's name belongs to a link, to something that is not a file, or to another user.
  case recoveryForeign(path: String)
  /// These results could not be saved anywhere. They follow on standard error, one line each.
  case unsaved(lines: [String])
  /// The history could not be deleted.
  case resetFailed(reason: String)
  /// The configuration became unusable during training.
  case settings(problem: String)
  /// The degree of a scale that represents an interval.
  case scalaMapping(scale: String, interval: DirectedInterval, step: ScaleStep)
  /// There is no server. Peach tries to find one after `wait`.
  case reconnecting(wait: Duration)
  /// A server is running, but Peach cannot become its client. Peach keeps trying.
  case cannotReconnect(Fault)
  /// Peach is a client of a server again.
  case reconnected(client: String)
  /// A port is connected again as it was before.
  case connectionRestored(port: String, peer: String)
  /// A port was connected to a port that does not exist now. It will be reconnected when that port
  /// returns.
  case connectionMissing(port: String, peer: String)
  /// These ports are connected to those peers, as the settings require.
  case connected(ports: [String], peers: [String])
  /// There is no port yet to which the outputs could be connected: no port matches the pattern, or
  /// the machine has no output.
  case noOutput(pattern: String?)
  /// A requested MIDI source is connected.
  case midiConnected(source: String)
  /// No MIDI source matches the requested pattern yet.
  case noMIDISource(pattern: String)
  /// Peach listens for Open Sound Control at this address.
  case oscListening(address: String)
  /// The environment names a session manager that does not answer or refuses.
  case noSession(url: String, reason: String)
  /// There is nothing to accept yet.
  case nothingHeard
  /// The word is not an answer to the question.
  case unknownAnswer(String)
  /// Training waits for the user.
  case waitingForStart
  /// The available commands.
  case commands(TrainingName)

  /// The code in JSON, which is never translated.
  var code: String {
    switch self {
    case .xrun: "xrun"
    case .bufferSize: "bufferSize"
    case .ignored: "ignored"
    case .unknownCommand: "unknownCommand"
    case .badValue: "badValue"
    case .clientName: "clientName"
    case .soundMissing: "soundMissing"
    case .soundLoading: "soundLoading"
    case .soundReady: "soundReady"
    case .fontSkipped: "fontSkipped"
    case .soundNotMeasured: "soundNotMeasured"
    case .soundMeasured: "soundMeasured"
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
    case .connected: "connected"
    case .noOutput: "noOutput"
    case .midiConnected: "midiConnected"
    case .noMIDISource: "noMidiSource"
    case .oscListening: "oscListening"
    case .noSession: "noSession"
    case .nothingHeard: "nothingHeard"
    case .unknownAnswer: "unknownAnswer"
    case .waitingForStart: "waitingForStart"
    case .commands: "commands"
    }
  }

  var message: String {
    switch self {
    case .xrun(let count):
      localized(
        one: "JACK lost the beat once (an xrun); training goes on",
        other: "JACK lost the beat %d times (xruns); training goes on", count)
    case .bufferSize(let frames):
      localized("JACK's period is now %d frames; training goes on", frames)
    case .ignored(let command): localized("%@ does not fit here and was ignored", command)
    case .unknownCommand(let text, let training):
      if let word = LineCommands.nearest(to: text, for: training) {
        localized("'%@' is no command; did you mean %@?", text, word)
      } else {
        localized("'%@' is no command; there are %@", text, training.words.commandList)
      }
    case .badValue(let command, let value, let allowed):
      localized("%@ takes %@, not '%@'", command, allowed, value)
    case .clientName(let asked, let granted):
      localized("the name %@ is taken on this server; Peach is %@", asked, granted)
    case .soundMissing(let sound, let fallback):
      localized("there is no sound %@; %@ sounds instead", sound, fallback)
    case .soundLoading(let sound): localized("the sound %@ is being loaded", sound)
    case .soundReady(let sound):
      localized("the sound %@ is loaded; it sounds from the next challenge on", sound)
    case .fontSkipped(let path, let reason): localized("%@ is passed over: %@", path, reason)
    case .soundNotMeasured(let sound):
      localized(
        """
        the sound %@ has not been measured yet and may be out of tune; it is being measured in the \
        background
        """, sound)
    case .soundMeasured(let sound):
      localized("the sound %@ has been measured and is corrected from now on", sound)
    case .memoryNotLocked(let bytes):
      localized(
        """
        memory cannot be locked (the limit is %d KiB), so sound may drop out when memory is \
        short: set memlock to unlimited for your group in /etc/security/limits.d and log in again
        """, bytes / 1024)
    case .saveFailed(let reason):
      localized(
        "this result could not be stored yet: %@; Peach keeps it and training goes on", reason)
    case .saved(let ids):
      localized(
        one: "the result that was kept is stored now",
        other: "the %d results that were kept are stored now", ids.count)
    case .recoveryWritten(let count, let path):
      localized(
        one: "%d result could not be stored; the next start takes in %@",
        other: "%d results could not be stored; the next start takes in %@", count, path)
    case .recovered(let count, let path):
      localized(
        one: "%d result that could not be stored before came from %@",
        other: "%d results that could not be stored before came from %@", count, path)
    case .recoveryDamaged(let count, let path):
      localized(
        one: "%d line of a recovery file could not be read and was set aside in %@",
        other: "%d lines of a recovery file could not be read and were set aside in %@", count, path
      )
    case .recoveryFailed(let path, let reason):
      localized(
        "the results in %@ could not be stored yet: %@; the next start tries again", path, reason)
    case .recoveryForeign(let path):
      localized(
        """
        %@ is a link, no file, or another user's: nothing is taken in from it; delete it, or have its \
        owner delete it
        """, path)
    case .unsaved(let lines):
      localized(
        one: """
          %d result could not be stored anywhere; keep the line that follows in a file and take it in \
          with peach data import
          """,
        other: """
          %d results could not be stored anywhere; keep the lines that follow in a file and take them \
          in with peach data import
          """, lines.count)
    case .resetFailed(let reason): localized("nothing was deleted: %@", reason)
    case .settings(let problem): localized("%@; the settings stay as they were", problem)
    case .scalaMapping(let scale, let interval, let step):
      ScaleText.mapping(of: interval, to: step, in: scale)
    case .reconnecting(let wait):
      localized("Peach tries to reach the JACK server in %@ s", NumberText.short(wait.inSeconds))
    case .cannotReconnect(let fault): localized("%@; Peach keeps trying", fault.message)
    case .reconnected(let client):
      localized("Peach is a client of the JACK server again, as %@", client)
    case .connectionRestored(let port, let peer):
      localized("%@ is connected with %@ again", port, peer)
    case .connectionMissing(let port, let peer):
      localized(
        "%@ was connected with %@, which is not there; it will be when that comes", port, peer)
    case .connected(let ports, let peers):
      localized(
        "%@: connected with %@", ports.joined(separator: ", "), peers.joined(separator: ", "))
    case .noOutput(nil):
      localized("this server has no output; Peach is connected with one when it comes")
    case .noOutput(let pattern?):
      localized(
        """
        there is no audio input like '%@' (jack_lsp shows those that there are); it is connected when \
        it comes
        """, pattern)
    case .midiConnected(let source): localized("%@ is connected with midi_in", source)
    case .noMIDISource(let pattern):
      localized(
        """
        there is no MIDI source like '%@' (peach midi list shows those that there are); it is \
        connected when it comes
        """, pattern)
    case .oscListening(let address): localized("OSC (UDP) is listened to at %@", address)
    case .noSession(let url, let reason):
      reason.isEmpty
        ? localized(
          """
          no session manager answers at %@ (NSM_URL); Peach runs without a session, and connects its \
          outputs only if --connect says so
          """, url)
        : localized(
          """
          the session manager at %@ (NSM_URL) says: %@; Peach runs without a session, and connects its \
          outputs only if --connect says so
          """, url, reason)
    case .nothingHeard: localized("nothing has come yet that could be it")
    case .unknownAnswer(let word):
      localized(
        "'%@' is no answer; there are accept (Enter), again (r), skip (s) and quit (q)", word)
    case .waitingForStart: localized("training was interrupted; start goes on, quit ends")
    case .commands(let training): localized("the commands are %@", training.words.commandList)
    }
  }
}
