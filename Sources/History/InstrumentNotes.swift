import Foundation
internal import GRDB
import Music
import Training

extension TrainingDataStore {
  /// The last notes of an instrument, in order of time, which its map is made from. Rows that are no records are
  /// passed over. Throws `fetchFailed`.
  ///
  /// - Parameters:
  ///   - label: the name of the instrument; `nil` for the one without a name.
  ///   - date: only what was played before it counts.
  ///   - referencePitch: the A4 from which the notes are seen.
  public func notes(
    ofInstrument label: String?, before date: Date = .distantFuture, referencePitch: Frequency,
    calendar: Calendar = .current
  ) throws(DataStoreError) -> [InstrumentMap.Note] {
    let results: [RecordedResult] = try read { database in
      var results: [RecordedResult] = []
      try ResultRowReader().forEach(
        in: "training = 'map' AND label IS ? AND timestamp < ? AND withdrawn IS NOT 1",
        "timestamp DESC, sequence DESC",
        [label, date.millisecondsSince1970, InstrumentMap.window], database
      ) { if let result = try? $0.result() { results.append(result) } }
      return results
    }
    var days = LocalDays(calendar: calendar)
    return results.reversed().compactMap { result in
      guard let heard = result.measures.heardNote else { return nil }
      let note = InstrumentMap.Note(
        result.targetNote, deviation: Cents(heard.error), uncertainty: heard.uncertainty,
        day: days.number(of: result.timestamp))
      let recorded = result.context.referencePitch.map { Frequency(hertz: $0) } ?? referencePitch
      return note.seen(from: referencePitch, recordedAt: recorded)
    }
  }

  /// The labels of the instruments that have notes, the one that was played last first; `nil` is the one without a
  /// name. Throws `fetchFailed`.
  ///
  /// - Parameter date: only what was played before it counts.
  public func instruments(
    before date: Date = .distantFuture
  ) throws(DataStoreError) -> [String?] {
    try read { database in
      try Optional<String>.fetchAll(
        database,
        sql: """
          SELECT label FROM result WHERE training = 'map' AND timestamp < ? AND withdrawn IS NOT 1
          GROUP BY label ORDER BY max(timestamp) DESC, max(sequence) DESC
          """, arguments: [date.millisecondsSince1970])
    }
  }

  /// The map of the instrument that was played last before a moment; `nil` if there is none. Throws `fetchFailed`.
  func lastInstrument(
    before date: Date, _ settings: CoachSettings, calendar: Calendar
  ) throws(DataStoreError) -> InstrumentMap? {
    guard let label = try instruments(before: date).first else { return nil }
    let notes = try notes(
      ofInstrument: label, before: date, referencePitch: settings.referencePitch,
      calendar: calendar)
    return InstrumentMap(notes, referencePitch: settings.referencePitch)
  }

  /// Marks all results of a run of training as taken back. Throws `saveFailed`.
  ///
  /// - Returns: how many were not marked before.
  public func withdraw(run: UUID) throws(DataStoreError) -> Int {
    try write(DataStoreError.saveFailed) { database in
      try database.execute(
        sql: "UPDATE result SET withdrawn = 1 WHERE run = ? AND withdrawn IS NOT 1",
        arguments: [run.columnValue])
      return database.changesCount
    }
  }
}
