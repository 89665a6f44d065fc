import Music

/// What is asked, in either training.
enum ChallengeText {
  /// The number of a challenge, and its interval unless it is the unison.
  static func heading(_ index: Int, _ interval: DirectedInterval) -> String {
    interval == .prime ? "\(index)" : "\(index)  \(NoteName.text(interval))"
  }

  /// The reference note, and the interval unless it is the unison.
  static func notes(_ reference: MIDINote, _ interval: DirectedInterval) -> String {
    let note = NoteName.text(reference)
    return interval == .prime ? note : "\(note), \(NoteName.text(interval))"
  }
}
