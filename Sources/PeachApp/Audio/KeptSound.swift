import AudioFiles
import Console
import Foundation
import Installation
import Music
import Sound
import Training

/// The sound of a note that was judged, with its record.
nonisolated struct KeptSound: Sendable {
  let record: CompletedTrial
  let stretch: JudgedStretch

  var id: UUID { record.id }

  /// The file, with what is known of the note as texts.
  func wave() throws(WaveFileError) -> WaveFile {
    try WaveFile(
      stretch.samples, sampleRate: Int(stretch.sampleRate.rounded()),
      texts: WaveFile.Texts(
        title: id.uuidString.lowercased(),
        // as it is: a name and a number
        software: "Peach \(PeachVersion.text)",
        date: record.timestamp.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        comment: comment))
  }

  /// A JSON object: frequencies in hertz, the error and its uncertainty in cents, the judged stretch in seconds
  /// from the beginning of the file.
  private var comment: String {
    let challenge = record.challenge
    let pitch =
      record.context.referencePitch.map { Frequency(hertz: $0) }
      ?? TuningSystem.standardReferencePitch
    var facts = Facts()
    facts.id = id.uuidString.lowercased()
    facts.run = record.context.run?.uuidString.lowercased()
    facts.referenceNote = challenge.referenceNote.rawValue
    facts.referenceFrequency =
      record.tuningSystem.frequency(for: challenge.referenceNote, referencePitch: pitch).hertz
    facts.targetNote = challenge.targetNote.rawValue
    facts.targetFrequency =
      record.tuningSystem.frequency(
        of: challenge.interval, offset: 0, above: challenge.referenceNote, referencePitch: pitch
      ).hertz
    facts.octaves = record.played?.octaves ?? 0
    facts.error = record.userCentError.rawValue
    facts.uncertainty = record.played?.uncertainty ?? 0
    facts.judgedFrom = Double(stretch.judged.lowerBound) / stretch.sampleRate
    facts.judgedTo = Double(stretch.judged.upperBound) / stretch.sampleRate
    facts.version = PeachVersion.text
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(facts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private struct Facts: Encodable {
    var id = ""
    var run: String?
    var referenceNote = 0
    var referenceFrequency = 0.0
    var targetNote = 0
    var targetFrequency = 0.0
    var octaves = 0
    var error = 0.0
    var uncertainty = 0.0
    var judgedFrom = 0.0
    var judgedTo = 0.0
    var version = ""
  }
}
