import Foundation

/// Results to begin with.
enum FixtureHistory {
  /// In JSON lines: three weeks of a listener whose threshold is 12 cents, 20 for intervals, and whose fifth
  /// is 6 cents wide. Enough for every figure of the profile: 240 comparisons of a unison, 120 of a fifth up
  /// and of a major third down, and 90 matchings, whose result is pulled towards where they started.
  static let lines: String = {
    var lines = [#"{"format":"peach-jack-export","version":1}"#]
    var chance = Chance()
    for index in 0..<480 {
      let interval = ["P1", "P1", "P5", "M3-"][index % 4]
      let steps = ["P1": 0, "P5": 7, "M3-": -4][interval] ?? 0
      let note = 48 + chance.next(24)
      let (threshold, shift) = interval == "P1" ? (12.0, 0.0) : (20, interval == "P5" ? 6 : 0)
      let size = threshold * (0.6 + Double(chance.next(240)) / 100)
      let offset = ((chance.next(2) == 0 ? -size : size) * 10).rounded() / 10
      let hears = chance.isHigher(offset - shift, threshold: threshold)
      lines.append(
        line("comparison", index, perDay: 24, note, note + steps, interval)
          + #""centOffset":\#(offset),"isCorrect":\#(hears == (offset > 0))}"#)
    }
    for index in 0..<90 {
      let interval = index % 3 == 0 ? "P5" : "P1"
      let note = 48 + chance.next(24)
      let start = Double(chance.next(2000) - 1000) / 10
      let error = ((2 + start / 25 + Double(chance.next(120) - 60) / 10) * 10).rounded() / 10
      lines.append(
        line("matching", index, perDay: 12, note, note + (interval == "P5" ? 7 : 0), interval)
          + #""initialCentOffset":\#(start),"userCentError":\#(error)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// In JSON lines: six weeks from a Monday on, every other day, of a listener whose threshold falls from
  /// 16 cents to 11, whose fifth lies 6 cents wide, and who tunes a little flat.
  static let weeks: String = {
    var lines = [#"{"format":"peach-jack-export","version":1}"#]
    var chance = Chance()
    func isRight(_ offset: Double, about shift: Double, threshold: Double) -> Bool {
      let side = offset < 0 ? -1.0 : 1.0
      let z = 0.674_489_75 * side * (offset - shift) / threshold
      return Double(chance.next(1000)) < 500 * erfc(-z / 2.0.squareRoot())
    }
    func drawn() -> Double {
      let size = 3 * pow(1.04, Double(chance.next(70)))
      return ((chance.next(2) == 0 ? -size : size) * 10).rounded() / 10
    }
    for day in stride(from: 0, to: 42, by: 2) {
      let threshold = 16 * pow(0.991, Double(day))
      for number in 0..<40 {
        let (note, offset) = (48 + chance.next(20), drawn())
        lines.append(
          line("comparison", day: day, number, note, note, "P1") + #""centOffset":\#(offset),"#
            + #""isCorrect":\#(isRight(offset, about: 0, threshold: threshold))}"#)
      }
      for number in 40..<55 {
        let (note, offset) = (48 + chance.next(20), drawn())
        lines.append(
          line("comparison", day: day, number, note, note + 7, "P5")
            + #""centOffset":\#(offset),"#
            + #""isCorrect":\#(isRight(offset, about: 6, threshold: 7))}"#)
      }
      for number in 0..<10 {
        let note = 48 + chance.next(20)
        let error = (0..<4).reduce(-2.0) { sum, _ in sum + Double(chance.next(101) - 50) / 9 }
        lines.append(
          line("matching", day: day, number, note, note, "P1")
            + #""initialCentOffset":\#(chance.next(200) - 100),"userCentError":\#((error * 10).rounded() / 10)}"#
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// The beginning of a record on a day after the 4th of March 2024, a Monday.
  private static func line(
    _ training: String, day: Int, _ number: Int, _ note: Int, _ target: Int, _ interval: String
  ) -> String {
    let (month, date) = day < 28 ? (3, 4 + day) : (4, day - 27)
    let time = String(
      format: "2024-%02d-%02dT%02d:%02d:00.%03dZ", month, date, 10 + number / 30, number % 30 * 2,
      training.count)
    let id = String(format: "00000000-0000-4000-8%03d-%012d", training.count, day * 100 + number)
    return record(training, id: id, time: time, note, target, interval)
  }

  /// The beginning of a record; those of a day are ten minutes apart.
  private static func line(
    _ training: String, _ index: Int, perDay: Int, _ note: Int, _ target: Int, _ interval: String
  ) -> String {
    let (day, minute) = (index / perDay + 1, index % perDay * 10)
    let time = String(
      format: "2024-03-%02dT%02d:%02d:00.%03dZ", day, 8 + minute / 60, minute % 60, training.count)
    let id = String(format: "00000000-0000-4000-8%03d-%012d", training.count, index)
    return record(training, id: id, time: time, note, target, interval)
  }

  private static func record(
    _ training: String, id: String, time: String, _ note: Int, _ target: Int, _ interval: String
  ) -> String {
    #"{"training":"\#(training)","id":"\#(id)","timestamp":"\#(time)","referenceNote":\#(note),"#
      + #""targetNote":\#(target),"interval":"\#(interval)","tuningSystem":"equal","#
  }

  /// Numbers that are the same everywhere (Knuth's MMIX generator).
  private struct Chance {
    var state: UInt64 = 7

    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }

    /// Whether a listener says "higher" at an offset in cents; at the threshold three times in four. One
    /// answer in 50 is a lapse of attention.
    mutating func isHigher(_ offset: Double, threshold: Double) -> Bool {
      guard next(50) > 0 else { return next(2) == 0 }
      let probability = erfc(-0.6744897501960817 * offset / threshold / 2.0.squareRoot()) / 2
      return Double(next(1_000_000)) < probability * 1_000_000
    }
  }

  /// Two results of the Peach app.
  static let ofApp = """
    # peach-export-format:1
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError
    pitchComparison,2024-03-03T14:30:00Z,60,C4,67,G4,P5,equalTemperament,-12.5,true,,
    pitchMatching,2024-03-03T14:30:09Z,60,C4,54,F#3,d5,justIntonation,,,41.7,-3.2

    """
}

extension FixtureHistory {
  /// Makes it the history of that home, as its user would.
  @MainActor
  static func install(_ text: String, in home: Home) async throws {
    let file = home.directory.appending(path: "fixture")
    try home.write(text, to: file)
    guard try await home.run(["data", "import", file.path]).status == 0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    try FileManager.default.removeItem(at: file)
  }
}

extension Scene {
  /// A scene on pipes with a history that holds a comparison and a matching, and to which something was
  /// done.
  init(
    _ name: String, withHistory command: String, files: [String: String] = [:],
    after change: @escaping @MainActor @Sendable (Home) throws -> AnyObject? = { _ in nil }
  ) {
    self.init(name, command, files: files)
    company = { home in
      try await FixtureHistory.install(FixtureHistory.ofApp, in: home)
      return try change(home)
    }
  }

  /// The same, to whose history SQL was done.
  init(_ name: String, withHistory command: String, sql: String) {
    self.init(name, withHistory: command) { home in
      try SQLiteShell.execute(sql, in: home.history)
      return nil
    }
  }
}
