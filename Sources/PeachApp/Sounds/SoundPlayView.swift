import Console
import Language
import Music

/// What shows `peach sounds play`. Main thread.
final class SoundPlayView {
  private let mode: Seat

  private enum Seat {
    case json(JSONEvents)
    case text(output: any TextOutput, messages: any TextOutput)
  }

  init(events: JSONEvents) { mode = .json(events) }

  init(output: any TextOutput, messages: any TextOutput) {
    mode = .text(output: output, messages: messages)
  }

  func showReady(_ description: ReadyDescription, sound: String, isConnected: Bool) {
    switch mode {
    case .json(let events): events.ready(description)
    case .text(let output, let messages):
      output.writeLine(
        localized("%@ at %@; q ends.", sound, description.audioPorts.joined(separator: ", ")))
      guard !isConnected else { return }
      messages.writeLine(
        localized("Nothing is connected with these ports: connect them to hear the sound."))
    }
  }

  func showNote(_ note: MIDINote, frequency: Frequency) {
    guard case .json(let events) = mode else { return }
    var line = JSONLine(event: "note")
    line.add("note", note.rawValue)
    line.add("frequency", frequency.hertz)
    events.write(line)
  }

  func showNotice(_ notice: Notice) {
    switch mode {
    case .json(let events): events.notice(notice)
    case .text(_, let messages): messages.writeLine("peach: \(notice.message)")
    }
  }

  func showFault(_ fault: Fault) {
    switch mode {
    case .json(let events): events.error(fault)
    case .text(_, let messages): messages.writeLine("peach: \(fault.message)")
    }
  }

  /// - Parameter reason: `end`, `quit`, `signal` or `error`.
  func showStopped(_ reason: String) {
    guard case .json(let events) = mode else { return }
    var line = JSONLine(event: "stopped")
    line.add("reason", reason)
    events.write(line)
  }
}
