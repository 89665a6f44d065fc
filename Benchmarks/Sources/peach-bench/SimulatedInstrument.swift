import Foundation
import Music
import Training

/// Simulates an instrument whose notes have biases of their own, and a player who varies and slips.
struct SimulatedInstrument {
  let scale: [Int]
  let biases: [Double]

  /// - Parameters:
  ///   - tonic: 0…11, on which the scale and the tuning are built.
  ///   - isMinor: whether the scale is minor.
  init(
    _ system: TuningSystem, tonic: Int, isMinor: Bool, deviation: Double, normal: () -> Double
  ) {
    scale = (isMinor ? [0, 2, 3, 5, 7, 8, 10, 12] : [0, 2, 4, 5, 7, 9, 11, 12]).map {
      60 + tonic + $0
    }
    biases = scale.map { note in
      let semitones = note - 60 - tonic
      let place = system.place(ofSemitones: semitones)?.rawValue ?? 0
      return place - 100 * Double(semitones) + deviation * normal()
    }
  }

  /// Notes of that many days, all of them equally often, and what the bias of each note of the scale truly was.
  func play(
    _ count: Int, days: Int, random: inout SeededGenerator,
    normal: (inout SeededGenerator) -> Double
  ) -> [InstrumentMap.Note] {
    let whole = 15 * normal(&random)
    let offsets = (0..<days).map { _ in whole + 8 * normal(&random) }
    return (0..<count).map { place in
      let day = place * days / count
      let key = Int.random(in: scale.indices, using: &random)
      let isOutlier = Double.random(in: 0..<1, using: &random) < 0.03
      let noise =
        isOutlier ? Double.random(in: -60...60, using: &random) : 6 * normal(&random)
      return InstrumentMap.Note(
        MIDINote(scale[key]), deviation: Cents(offsets[day] + biases[key] + noise),
        uncertainty: 0.4, day: day)
    }
  }
}

@MainActor extension ScienceCommand {
  /// The maps of simulated instruments: biases and their intervals, the tuning, and how long a long one takes.
  func maps() throws -> [Report] { [try biases(), try tunings(), longestMap()] }

  private func map(_ notes: [InstrumentMap.Note]) -> InstrumentMap? {
    InstrumentMap(notes, referencePitch: TuningSystem.standardReferencePitch)
  }

  private func biases() throws -> Report {
    var report = Report(
      "map", "Maps of simulated instruments: bias 5, spread 6 cents, 3 % outliers",
      [
        "notes", "days", .init("coverage", "in 90 %", 3), .init("medianError", "median error", 2),
        .init("outliers", nil, 1),
      ], notes: ["Notes that were heard at least 8 times; from the mean of all notes."])
    for count in [120, 240] {
      for days in [1, 5] {
        var random = SeededGenerator(seed: seed)
        var (errors, inside, outliers) = ([Double](), 0, 0)
        for _ in 0..<listeners * 4 {
          try Task.checkCancellation()
          let instrument = SimulatedInstrument(
            .equalTemperament, tonic: 0, isMinor: false, deviation: 5
          ) { normal(&random) }
          guard
            let map = map(
              instrument.play(count, days: days, random: &random, normal: { normal(&$0) }))
          else { continue }
          outliers += map.outliers
          let truths = Dictionary(
            uniqueKeysWithValues: zip(instrument.scale, instrument.biases))
          func truth(_ note: InstrumentMap.Bias) -> Double { truths[note.note.rawValue] ?? 0 }
          let mean =
            map.notes.reduce(0) { $0 + Double($1.count) * truth($1) } / Double(map.count)
          for note in map.notes where note.isKnown {
            let offset = truth(note) - mean
            errors.append(abs(note.bias.value.rawValue - offset))
            if (note.bias.low.rawValue...note.bias.high.rawValue).contains(offset) { inside += 1 }
          }
        }
        let coverage = Double(inside) / Double(errors.count)
        let error = Distribution(errors).median
        report.add(count, days, coverage, error, Double(outliers) / Double(listeners * 4))
        let name = "\(count) notes, \(days) days"
        report.goal("\(name): in 90 %", coverage, atLeast: 0.87)
        report.goal("\(name): median error", error, atMost: 1.5, " cents")
      }
    }
    return report
  }

  private func tunings() throws -> Report {
    var report = Report(
      "mapTuning", "The tuning of simulated instruments: 240 notes, bias 2, spread 6 cents",
      ["system", .init("right", nil, 3), .init("unknown", "cannot be told", 3), "wrong"],
      notes: ["Major and minor, on any tonic."])
    var wrong = 0
    for system in TuningSystem.builtIn {
      var random = SeededGenerator(seed: seed)
      var (right, unknown, others) = (0, 0, 0)
      for _ in 0..<listeners {
        try Task.checkCancellation()
        let instrument = SimulatedInstrument(
          system, tonic: Int.random(in: 0..<12, using: &random),
          isMinor: Bool.random(using: &random), deviation: 2
        ) { normal(&random) }
        let found = map(
          instrument.play(240, days: 1, random: &random, normal: { normal(&$0) }))?.tuning?.system
        if found == system { right += 1 } else if found == nil { unknown += 1 } else { others += 1 }
      }
      report.add(
        system.identifier, Double(right) / Double(listeners),
        Double(unknown) / Double(listeners), others)
      wrong += others
    }
    report.goal(
      "wrong tunings in \(4 * listeners)", Double(wrong), atMost: 0.01 * Double(4 * listeners))
    return report
  }

  private func longestMap() -> Report {
    var report = Report(
      "mapTime", "A map of 2000 notes of 100 keys on as many days", [.init("seconds", nil, 3)])
    let notes = (0..<InstrumentMap.window).map { place in
      InstrumentMap.Note(
        MIDINote(20 + 7 * place % 100), deviation: Cents(Double(place * 37 % 23)),
        uncertainty: 0.4, day: place)
    }
    let start = ContinuousClock.now
    let map = map(notes)
    let time = (ContinuousClock.now - start) / .seconds(1)
    report.add(time)
    report.goal("a map", map == nil ? .infinity : time, atMost: 0.2, " s")
    return report
  }
}
