import Foundation

/// MIDI and the learning of it as lines of text.
public final class MIDITextView: MIDIView {
  private static let answers = "Enter accepts, r tries again, s leaves it as it is, q quits"

  private let output: any TextOutput
  private let messages: any TextOutput

  public init(output: any TextOutput, messages: any TextOutput) {
    self.output = output
    self.messages = messages
  }

  public func showListening(at port: String) {
    output.writeLine("Listening at \(port); q ends.")
  }

  public func showNotice(_ notice: Notice) { messages.writeLine(notice.message) }
  public func showFault(_ fault: Fault) { messages.writeLine("peach: \(fault.message)") }

  public func showMessage(_ message: MonitoredMIDI) {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }
    let time = String(format: "%9.3f", message.seconds)
    let bytes = padded(MIDIWords.hexadecimal(message.bytes, size: message.size), 10)
    let words = padded(MIDIWords.text(message.bytes, size: message.size), 36)
    output.writeLine("\(time)  \(bytes)  \(words)  \(Self.meaning(of: message))")
  }

  public func showUnshown(_ count: Int) {
    output.writeLine("           … and \(count) more, too fast to be shown")
  }

  public func ask(_ step: LearnStep) { output.writeLine("\n\(step.request)\n(\(Self.answers).)") }

  public func showGuess(_ step: LearnStep, key: String, value: String, channel: Int) {
    output.writeLine(
      "That seems to be \(value) on channel \(channel). Enter accepts, r tries again.")
  }

  public func showWritten(_ settings: [(key: String, value: String)], path: String) {
    guard !settings.isEmpty else { return output.writeLine("Nothing is changed.") }
    output.writeLine("\(path) now has:")
    for (key, value) in settings { output.writeLine("  \(key)  \(value)") }
  }

  private static func meaning(of message: MonitoredMIDI) -> String {
    let parts = [("match", message.matching), ("compare", message.comparison)]
      .compactMap { name, meaning in meaning.map { "\(name): \($0.text)" } }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }
}
