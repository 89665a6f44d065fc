import Music

/// What shows `peach sounds play`. Main thread.
public final class SoundPlayView {
  private let seat: Seat

  private enum Seat {
    case json(JSONEvents)
    case text(output: any TextOutput, messages: any TextOutput)
  }

  public init(events: JSONEvents) { seat = .json(events) }

  public init(output: any TextOutput, messages: any TextOutput) {
    seat = .text(output: output, messages: messages)
  }

  public func showReady(_ description: ReadyDescription, sound: String, isConnected: Bool) {
    switch seat {
    case .json(let events): events.ready(description)
    case .text(let output, let messages):
      output.writeLine(
        localized("%@ at %@; q ends.", sound, description.audioPorts.joined(separator: ", ")))
      guard !isConnected else { return }
      messages.writeLine(
        localized("Nothing is connected with these ports: connect them to hear the sound."))
    }
  }

  public func showNote(_ note: MIDINote, frequency: Frequency) {
    guard case .json(let events) = seat else { return }
    var line = JSONLine(event: "note")
    line.add("note", note.rawValue)
    line.add("frequency", frequency.hertz)
    events.write(line)
  }

  public func showNotice(_ notice: Notice) {
    switch seat {
    case .json(let events): events.notice(notice)
    case .text(_, let messages): messages.writeLine("peach: \(notice.message)")
    }
  }

  public func showFault(_ fault: Fault) {
    switch seat {
    case .json(let events): events.error(fault)
    case .text(_, let messages): messages.writeLine("peach: \(fault.message)")
    }
  }

  /// - Parameter reason: `end`, `quit`, `signal` or `error`.
  public func showStopped(_ reason: String) {
    guard case .json(let events) = seat else { return }
    var line = JSONLine(event: "stopped")
    line.add("reason", reason)
    events.write(line)
  }
}
