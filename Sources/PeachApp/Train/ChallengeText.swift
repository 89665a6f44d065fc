import Charts
import Music

/// What is asked, in either training.
enum ChallengeText {
  /// The number of a challenge, and its interval unless it is the unison.
  static func heading(_ index: Int, _ interval: DirectedInterval) -> String {
    interval == .prime ? "\(index)" : "\(index)  \(NoteName.text(interval))"
  }

  /// The reference note; unless it is the unison, which is the same in every tuning, also the interval
  /// and the tuning that sizes it.
  static func notes(
    _ reference: MIDINote, _ interval: DirectedInterval, _ tuningSystem: TuningSystem
  ) -> String {
    let note = NoteName.text(reference)
    guard interval != .prime else { return note }
    return "\(note), \(NoteName.text(interval)), \(tuningSystem.identifier)"
  }
}
