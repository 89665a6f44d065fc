import Console
import Foundation
import Music
import Training

/// Comparisons as JSON objects, one a line.
final class ComparisonJSONView: ComparisonView {
  private let events: JSONEvents
  private let isStored: (UUID) -> Bool
  private var index = 0

  /// - Parameter isStored: whether a result is safe on disk; one that is not gets no `id`.
  init(events: JSONEvents, isStored: @escaping (UUID) -> Bool) {
    self.events = events
    self.isStored = isStored
  }

  func comparisonPosed(_ challenge: PosedComparison) {
    let comparison = challenge.comparison
    index = challenge.index
    var line = JSONLine(event: "trial", of: .comparison)
    line.add("index", challenge.index)
    line.add("referenceNote", comparison.referenceNote.rawValue)
    line.add("targetNote", comparison.targetNote.rawValue)
    line.add("interval", comparison.interval.description)
    line.add("tuningSystem", challenge.tuningSystem.identifier)
    line.add("centOffset", comparison.centOffset.rawValue)
    line.add("referenceFrequency", challenge.referenceFrequency.hertz)
    line.add("targetFrequency", challenge.targetFrequency.hertz)
    line.add("amplitudeDB", challenge.amplitudeDB.decibels)
    events.write(line)
  }

  func comparisonStateChanged(to state: ComparisonState) {
    var line = JSONLine(event: "state", of: .comparison)
    line.add("state", state.rawValue)
    events.write(line)
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    var line = JSONLine(event: "result", of: .comparison)
    line.add("index", index)
    line.add("id", isStored(completed.id) ? completed.id.uuidString.lowercased() : nil)
    line.add("isCorrect", completed.isCorrect)
    line.add("answeredHigher", completed.answeredHigher)
    line.add("centOffset", completed.comparison.centOffset.rawValue)
    line.add("timestamp", Timestamp.text(completed.timestamp))
    line.add("tuningSystem", completed.tuningSystem.identifier)
    events.write(line)
  }

  func comparisonSessionStopped(_ reason: StopReason) {}
}
