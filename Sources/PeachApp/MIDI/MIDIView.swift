import Charts
import Console
import Foundation
import Language
import Music
import Program
import Realtime
import Sound
import Training

/// The output of `peach midi monitor` and `peach midi learn`. Main thread.
protocol MIDIView: AnyObject {
  /// Shows that Peach listens at a port.
  func showListening(at port: String)
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)

  /// Shows a message with its meaning in each training that has one for it.
  func showMessage(_ message: HeardMIDI, meanings: [TrainingName: MIDIMeaning])

  /// Shows the number of messages that came too fast to show.
  func showUnshown(_ count: Int)

  /// Shows the request of a step.
  func ask(_ step: LearnMachine.Step)

  /// Shows a message that is no answer yet.
  func showHeard(_ heard: LearnMachine.Heard)

  /// Shows the value that the step's setting would get.
  ///
  /// - Parameter channel: 1…16.
  func showGuess(_ step: LearnMachine.Step, value: String, channel: Int)

  /// Shows the settings that were written; none if the user accepted nothing.
  func showWritten(_ settings: [(key: String, value: String)], path: String)
}

/// The output as lines of text.
final class MIDITextView: MIDIView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private let hasKeys: Bool

  /// - Parameter hasKeys: true if the user answers by keys, not by lines.
  init(output: any TextOutput, messages: any TextOutput, hasKeys: Bool) {
    self.output = output
    self.messages = messages
    self.hasKeys = hasKeys
  }

  func showListening(at port: String) {
    output.writeLine(localized("Listening at %@; q ends.", port.visible))
  }

  func showNotice(_ notice: Notice) { messages.writeLine(notice.message.visible) }
  func showFault(_ fault: Fault) { messages.writeMessage(fault.message) }

  func showMessage(_ message: HeardMIDI, meanings: [TrainingName: MIDIMeaning]) {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }
    let parts = TrainingName.answered.reversed().compactMap { training in
      meanings[training].map { "\(training.command): \($0.text)" }
    }
    let meaning =
      parts.isEmpty ? localized(context: "meaning", "nothing") : parts.joined(separator: "; ")
    let time = NumberText.fixed(message.seconds, places: 3).leftPadded(to: 9)
    let bytes = padded(MIDIWords.hexadecimal(message.bytes, size: message.size), 10)
    let words = padded(MIDIWords.text(message.bytes, size: message.size), 36)
    output.writeLine("\(time)  \(bytes)  \(words)  \(meaning)")
  }

  func showUnshown(_ count: Int) {
    output.writeLine(
      localized(
        one: "           … and %d more that arrived too fast to show",
        other: "           … and %d more that arrived too fast to show", count))
  }

  func ask(_ step: LearnMachine.Step) {
    let hints = LearnAnswer.allCases.map { $0.hint(savesAll: false) }
    let answers =
      hasKeys
      ? hints.map { "\($0.key) \($0.meaning)" }.joined(separator: "   ")
      : localized("Answers: %@", LearnAnswer.allCases.map(\.word).joined(separator: ", "))
    output.writeLine("\n\(step.request)\n\(answers)")
  }

  func showHeard(_ heard: LearnMachine.Heard) { output.writeLine(heard.words) }

  func showGuess(_ step: LearnMachine.Step, value: String, channel: Int) {
    output.writeLine(localized("This seems to be %@ on channel %d.", value, channel))
  }

  func showWritten(_ settings: [(key: String, value: String)], path: String) {
    guard !settings.isEmpty else { return output.writeLine(localized("Nothing was changed.")) }
    output.writeLine(localized("Saved in %@:", path))
    for (key, value) in settings { output.writeLine("  \(key)  \(value)") }
  }
}

/// The output as one JSON object a line.
final class MIDIJSONView: MIDIView {
  private let events: JSONEvents

  init(output: any TextOutput) { events = JSONEvents(output: output) }

  func showListening(at port: String) {
    var line = JSONLine(event: "listening")
    line.add("midiPort", port)
    events.write(line)
  }

  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showFault(_ fault: Fault) { events.error(fault) }

  func showMessage(_ message: HeardMIDI, meanings: [TrainingName: MIDIMeaning]) {
    var line = JSONLine(event: "midi")
    line.add("seconds", message.seconds)
    line.add("bytes", message.bytes.map(Int.init))
    line.add("size", message.size)
    line.add("message", MIDIWords.text(message.bytes, size: message.size))
    for training in TrainingName.answered.reversed() {
      line.add(training.rawValue, object: meanings[training].map(Self.object))
    }
    events.write(line)
  }

  func showUnshown(_ count: Int) {
    var line = JSONLine(event: "unshown")
    line.add("count", count)
    events.write(line)
  }

  func ask(_ step: LearnMachine.Step) {
    var line = JSONLine(event: "ask")
    line.add("step", step.rawValue)
    line.add("message", step.request)
    events.write(line)
  }

  func showHeard(_ heard: LearnMachine.Heard) {
    var line = JSONLine(event: "heard")
    line.add("message", heard.words)
    if case .taken(let step) = heard.reason { line.add("taken", step.key.name) }
    events.write(line)
  }

  func showGuess(_ step: LearnMachine.Step, value: String, channel: Int) {
    var line = JSONLine(event: "guess")
    line.add("step", step.rawValue)
    line.add("key", step.key.name)
    line.add("value", value)
    line.add("channel", channel)
    events.write(line)
  }

  func showWritten(_ settings: [(key: String, value: String)], path: String) {
    var object = JSONLine()
    for (key, value) in settings { object.add(key, value) }
    var line = JSONLine(event: "written")
    line.add("path", path)
    line.add("settings", object: object)
    events.write(line)
  }

  private static func object(_ meaning: MIDIMeaning) -> JSONLine {
    var object = JSONLine()
    object.add("action", meaning.code)
    switch meaning {
    case .slider(let cents): object.add("cents", cents)
    case .sliding(let speed): object.add("centsPerSecond", speed)
    case .intent, .panic: break
    case .level(let level): object.add("outputLevel", level.decibels)
    }
    return object
  }
}

/// MIDI messages in words (MIDI 1.0 Detailed Specification, tables I to VI).
nonisolated enum MIDIWords {
  /// A message in words, even if Peach ignores it.
  ///
  /// - Parameters:
  ///   - bytes: the first three bytes of the message, or all if it has fewer.
  ///   - size: the number of bytes of the message.
  static func text(_ bytes: [UInt8], size: Int) -> String {
    guard let status = bytes.first else { return localized(context: "message", "nothing") }
    guard status >= 0x80 else { return localized("not a message: the status byte is missing") }
    if status >= 0xF0 { return system(status, size: size) }
    let isShort = [0xC0, 0xD0].contains(status & 0xF0)
    guard size == (isShort ? 2 : 3), bytes.count == size,
      bytes.dropFirst().allSatisfy({ $0 < 0x80 })
    else { return localized("not a message: truncated or too long") }
    return localized(
      "%@, channel %d", channelMessage(status & 0xF0, bytes[1], isShort ? 0 : bytes[2]),
      Int(status & 0x0F) + 1)
  }

  static func text(_ message: MIDIMessage) -> String {
    let words =
      switch message {
      case .noteOn(_, let key, let velocity): channelMessage(0x90, key, velocity)
      case .noteOff(_, let key): channelMessage(0x80, key, 0)
      case .controlChange(_, let controller, let value): channelMessage(0xB0, controller, value)
      case .programChange(_, let program): channelMessage(0xC0, program, 0)
      case .pitchWheel(_, let value):
        channelMessage(
          0xE0, UInt8(truncatingIfNeeded: (Int(value) + 8192) & 0x7F),
          UInt8(truncatingIfNeeded: (Int(value) + 8192) >> 7))
      }
    return localized("%@, channel %d", words, Int(message.channel) + 1)
  }

  /// Bytes in hexadecimal, with an ellipsis if the message has more.
  static func hexadecimal(_ bytes: [UInt8], size: Int) -> String {
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return size > bytes.count ? text + " …" : text
  }

  private static func channelMessage(_ kind: UInt8, _ first: UInt8, _ second: UInt8) -> String {
    let (number, value) = (Int(first), Int(second))
    return switch kind {
    case 0x80: localized("note %@ off", name(first))
    case 0x90:
      second == 0
        ? localized("note %@ off", name(first))
        : localized("note %@ on, velocity %d", name(first), value)
    case 0xA0: localized("note %@, pressure %d", name(first), value)
    case 0xB0: localized("CC %d = %d", number, value)
    case 0xC0: localized("program %d", number)
    case 0xD0: localized("pressure %d", number)
    default: localized("pitch wheel %d", (value << 7 | number) - 8192)
    }
  }

  private static func system(_ status: UInt8, size: Int) -> String {
    switch status {
    case 0xF0:
      localized(
        one: "system exclusive, %d byte", other: "system exclusive, %d bytes", size)
    case 0xF8: localized("clock")
    case 0xFA...0xFC: localized("start, continue or stop")
    case 0xFE: localized("active sensing")
    case 0xFF: localized("reset")
    default: localized("system message")
    }
  }

  private static func name(_ key: UInt8) -> String {
    "\(key) (\(NoteName.text(MIDINote(Int(key)))))"
  }
}
