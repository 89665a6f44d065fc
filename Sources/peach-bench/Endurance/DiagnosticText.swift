/// What a run of Peach has written to standard error, as far as it is figures.
nonisolated struct DiagnosticText {
  /// Reports of RealtimeSanitizer; `nil` where the program has none.
  let sanitizerReports: Int?

  /// What the process callback has counted, summed over the clients of the run; `nil` where none
  /// has told.
  let lateCommands: Int?
  let lostEvents: Int?
  let periodsWithLostMIDI: Int?

  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let reports = lines.count { $0.contains("ERROR: RealtimeSanitizer") }
    let isGuarded = lines.contains { $0.contains("RealtimeSanitizer exit stats") }
    sanitizerReports = isGuarded || reports > 0 ? reports : nil
    func sum(_ name: String) -> Int? {
      let counts = lines.compactMap { line in
        line.range(of: name + ": ").flatMap {
          Int(line[$0.upperBound...].prefix(while: \.isNumber))
        }
      }
      return counts.isEmpty ? nil : counts.reduce(0, +)
    }
    lateCommands = sum("late commands")
    lostEvents = sum("lost events")
    periodsWithLostMIDI = sum("periods with lost MIDI")
  }
}
