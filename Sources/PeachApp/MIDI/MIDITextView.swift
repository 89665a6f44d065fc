import Console
import Foundation
import Language

/// MIDI and the learning of it as lines of text.
final class MIDITextView: MIDIView {
  private let output: any TextOutput
  private let messages: any TextOutput

  init(output: any TextOutput, messages: any TextOutput) {
    self.output = output
    self.messages = messages
  }

  func showListening(at port: String) {
    output.writeLine(localized("Listening at %@; q ends.", port))
  }

  func showNotice(_ notice: Notice) { messages.writeLine(notice.message) }
  func showFault(_ fault: Fault) { messages.writeLine("peach: \(fault.message)") }

  func showMessage(_ message: MonitoredMIDI) {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }
    let time = NumberText.fixed(message.seconds, places: 3).leftPadded(to: 9)
    let bytes = padded(MIDIWords.hexadecimal(message.bytes, size: message.size), 10)
    let words = padded(MIDIWords.text(message.bytes, size: message.size), 36)
    output.writeLine("\(time)  \(bytes)  \(words)  \(Self.meaning(of: message))")
  }

  func showUnshown(_ count: Int) {
    output.writeLine(
      localized(
        one: "           … and %d more, too fast to be shown",
        other: "           … and %d more, too fast to be shown", count))
  }

  func ask(_ step: LearnStep) {
    let answers = localized("(Enter accepts, r tries again, s leaves it as it is, q quits.)")
    output.writeLine("\n\(step.request)\n\(answers)")
  }

  func showGuess(_ step: LearnStep, key: String, value: String, channel: Int) {
    output.writeLine(
      localized("That seems to be %@ on channel %d. Enter accepts, r tries again.", value, channel))
  }

  func showWritten(_ settings: [(key: String, value: String)], path: String) {
    guard !settings.isEmpty else { return output.writeLine(localized("Nothing is changed.")) }
    output.writeLine(localized("%@ now has:", path))
    for (key, value) in settings { output.writeLine("  \(key)  \(value)") }
  }

  private static func meaning(of message: MonitoredMIDI) -> String {
    // The commands' names.
    let parts = [("match", message.matching), ("compare", message.comparison)]
      .compactMap { name, meaning in meaning.map { "\(name): \($0.text)" } }
    return parts.isEmpty ? localized(context: "meaning", "nothing") : parts.joined(separator: "; ")
  }
}
