import ArgumentParser
import Foundation
import Language
import Training

/// The hearing of the simulated listeners, and the way they answer.
struct ListenerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The threshold around which the notes lie, in cents (0.01…1200)."),
      valueName: localized(context: "value of an option", "cents")))
  var threshold = NumberList(10)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The share of wrong answers caused by inattention (0…0.5)."),
      valueName: localized(context: "value of an option", "share")))
  var lapses = NumberList(0.02)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        """
        How far the thresholds of single days depart: the standard deviation of their natural \
        logarithm (0…2).
        """),
      valueName: localized(context: "value of an option", "number")))
  var days = NumberList(0)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "How much the notes differ: the standard deviation of ln threshold (0…2)."),
      valueName: localized(context: "value of an option", "number")))
  var notes = 0.1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "The change of ln threshold in an octave upwards, about middle C (-2…2)."),
      valueName: localized(context: "value of an option", "number")))
  var slope = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("How many notes have a threshold four times as large (0…88)."),
      valueName: localized(context: "value of an option", "number")))
  var dips = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "The days after which thresholds are halved (1…100000). Without this option, they stay."),
      valueName: localized(context: "value of an option", "number")))
  var halfLife: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Where an interval sounds true, in cents from the true one (-100…100)."),
      valueName: localized(context: "value of an option", "cents")))
  var shift = NumberList(0)

  @Flag(help: ArgumentHelp(localized("Every answer is a guess.")))
  var guessing = false

  func validate() throws {
    for value in threshold.values { try check(value, "--threshold", within: 0.01...1200) }
    for value in lapses.values { try check(value, "--lapses", within: 0...0.5) }
    for value in days.values { try check(value, "--days", within: 0...2) }
    try check(notes, "--notes", within: 0...2)
    try check(slope, "--slope", within: -2...2)
    try check(Double(dips), "--dips", within: 0...88)
    if let halfLife { try check(halfLife, "--half-life", within: 1...100_000) }
    for value in shift.values { try check(value, "--shift", within: -100...100) }
  }

  /// Every combination of the values given.
  @MainActor var populations: [SubjectPopulation] {
    var populations: [SubjectPopulation] = []
    for threshold in threshold.values {
      for lapses in lapses.values {
        for days in days.values {
          for shift in shift.values {
            var population = SubjectPopulation(threshold: threshold)
            population.lapseRate = lapses
            population.dayDeviation = days
            population.shift = shift
            population.noteDeviation = notes
            population.slope = slope
            population.dips = dips
            population.halfLife = halfLife
            population.isGuessing = guessing
            populations.append(population)
          }
        }
      }
    }
    return populations
  }
}

/// Numbers with commas between them, such as `5,20,60`.
nonisolated struct NumberList: ExpressibleByArgument, Sendable {
  /// At least one.
  let values: [Double]

  init(_ value: Double) { values = [value] }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = words.compactMap { Double($0) }
    guard values.count == words.count else { return nil }
    self.values = values
  }

  var defaultValueDescription: String {
    values.map { String(format: "%.10g", $0) }.joined(separator: ",")
  }
}

/// Checks that the value of an option lies within its limits.
///
/// - Throws: `ValidationError`
nonisolated func check(_ value: Double, _ name: String, within limits: ClosedRange<Double>) throws {
  guard limits.contains(value) else {
    let words = [limits.lowerBound, limits.upperBound, value].map { String(format: "%.10g", $0) }
    throw ValidationError(
      localized("%@ takes %@…%@, not %@.", name, words[0], words[1], words[2]))
  }
}
