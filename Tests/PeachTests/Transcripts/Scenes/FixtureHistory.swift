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

  /// The beginning of a record; those of a day are ten minutes apart.
  private static func line(
    _ training: String, _ index: Int, perDay: Int, _ note: Int, _ target: Int, _ interval: String
  ) -> String {
    let (day, minute) = (index / perDay + 1, index % perDay * 10)
    let time = String(
      format: "2024-03-%02dT%02d:%02d:00.%03dZ", day, 8 + minute / 60, minute % 60, training.count)
    let id = String(format: "00000000-0000-4000-8%03d-%012d", training.count, index)
    return
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
    let peach = try PeachProcess(["data", "import", file.path], home: home)
    peach.endInput()
    guard await peach.finish().status == 0 else { throw CocoaError(.fileReadCorruptFile) }
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
