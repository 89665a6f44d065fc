import Console
import Foundation
import Music
import Training

/// Pitch matchings as JSON objects, one a line. For scripts: they get the target beforehand.
final class PitchMatchingJSONView: PitchMatchingView {
  private let events: JSONEvents
  private let isStored: (UUID) -> Bool
  private var index = 0

  /// - Parameter isStored: whether a result is safe on disk; one that is not gets no `id`.
  init(events: JSONEvents, isStored: @escaping (UUID) -> Bool) {
    self.events = events
    self.isStored = isStored
  }

  func pitchMatchingPosed(_ posed: PosedPitchMatching) {
    let challenge = posed.challenge
    index = posed.index
    var line = JSONLine(event: "trial", of: .matching)
    line.add("index", posed.index)
    line.add("referenceNote", challenge.referenceNote.rawValue)
    line.add("targetNote", challenge.targetNote.rawValue)
    line.add("interval", challenge.interval.description)
    line.add("tuningSystem", posed.tuningSystem.identifier)
    line.add("initialCentOffset", challenge.initialCentOffset.rawValue)
    line.add("referenceFrequency", posed.referenceFrequency.hertz)
    line.add("targetFrequency", posed.targetFrequency.hertz)
    line.add("amplitudeDB", posed.amplitudeDB.decibels)
    events.write(line)
  }

  func pitchMatchingStateChanged(to state: PitchMatchingState) {
    var line = JSONLine(event: "state", of: .matching)
    line.add("state", state.rawValue)
    events.write(line)
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    var line = JSONLine(event: "result", of: .matching)
    line.add("index", index)
    line.add("userCentError", completed.userCentError.rawValue)
    line.add("id", isStored(completed.id) ? completed.id.uuidString.lowercased() : nil)
    line.add("initialCentOffset", completed.challenge.initialCentOffset.rawValue)
    line.add("timestamp", Timestamp.text(completed.timestamp))
    events.write(line)
  }

  func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
