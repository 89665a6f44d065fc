import Charts
import Client
import Console
import Intonation
import Language
import Music
import Program

/// The tuner's output as lines: one for each held note, and another when its pitch has moved.
final class TunerLines: TunerView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private let glyphs: Glyphs

  /// The reading of the last line, until its note has ended.
  private var written: TunerReading?

  /// The least time in seconds and the least movement in cents until a held note has another line.
  private static let pause = 1.5
  private static let movement = 1.0

  /// The sound of the last line about a sound that is no note.
  private var excluded: PitchFrame.Exclusion?

  private let hasKeys: Bool

  /// True if notes are recorded for a map.
  private let isMap: Bool

  /// Writes new lines of the page on which the user chooses the ports.
  private let outputs: LineBoard

  /// - Parameters:
  ///   - messages: the output for notices and faults.
  ///   - hasKeys: true if commands are keys of a terminal, not lines.
  init(
    output: any TextOutput, messages: any TextOutput, glyphs: Glyphs, hasKeys: Bool = true,
    isMap: Bool = false
  ) {
    (self.hasKeys, self.isMap) = (hasKeys, isMap)
    outputs = LineBoard(output: output)
    self.output = output
    self.messages = messages
    self.glyphs = glyphs
  }

  func showReady(_ description: ReadyDescription, input: String) {
    output.writeLine(
      isMap
        ? MapWords.listening(at: input.visible, hasKeys: hasKeys)
        : localized("The tuner listens at %@; d turns a drone on or off, q quits.", input.visible))
  }

  func showInterruption(_ fault: Fault) {
    written = nil
    messages.writeMessage(fault.messageOfTuner)
  }

  func showSources(_ sources: [String]) {
    guard !sources.isEmpty else { return }
    output.writeLine(localized("Listening to %@.", PortLabel.outputs(sources).visible))
  }

  func show(_ model: TunerModel) {
    let sound = model.sound
    if case .held = sound { return }
    written = nil
    guard case .excluded(let exclusion) = sound, exclusion != excluded else { return }
    excluded = exclusion
    output.writeLine(TunerWords.excluded(exclusion))
  }

  func show(_ reading: TunerReading, in model: TunerModel) {
    if let written, written.note == reading.note {
      guard reading.time - written.time >= Self.pause,
        abs(reading.cents - written.cents) >= max(Self.movement, reading.uncertainty)
      else { return }
    }
    written = reading
    output.writeLine(TunerWords.line(reading))
  }

  func show(_ note: MappedNote, isStored _: Bool) { output.writeLine(MapWords.line(note)) }
  func showWithdrawn(_ notes: [MappedNote]) { output.writeLine(MapWords.withdrawn(notes.count)) }

  func showMap(_ figures: InstrumentFigures?) {
    for line in figures?.lines(glyphs) ?? [MapWords.empty] { output.writeLine(line) }
  }

  func showDrone(_ note: MIDINote?) {
    output.writeLine(note.map { TunerWords.drone($0) } ?? localized("drone off"))
  }

  func showLevel(_ level: AmplitudeDB) { output.writeLine(LevelText.level(level)) }
  func showNotice(_ notice: Notice) { messages.writeLine(notice.message.visible) }
  func showFault(_ fault: Fault) { messages.writeMessage(fault.message) }

  func show(_ outputs: OutputScreen?) {
    self.outputs.show(outputs?.spoken(in: self.outputs.size) ?? [])
  }

  func showHelp() {
    guard hasKeys else {
      return output.writeLine(
        localized(
          "the commands are %@",
          ((isMap ? TunerCommands.formsOfMap : []) + TunerCommands.forms).joined(separator: ", ")))
    }
    for line in KeyTable.lines(of: isMap ? .map : .tuner, glyphs) { output.writeLine(line) }
  }

  func showStopped(_: Ending) {}
}
