/// The answer to a comparison of unisons, as the maps read it.
///
/// It is kept small: thousands of them stay in memory.
nonisolated struct UnisonAnswer: Hashable, Sendable {
  /// The |offset| in cents, as if the trial had been heard once; positive.
  let offset: Double

  private let dayNumber: Int32
  private let noteNumber: UInt8
  private let slot: UInt8
  let isCorrect: Bool

  /// - Parameters:
  ///   - note: 0…127.
  ///   - condition: the slot of the condition, 0…7.
  ///   - day: the number of the local day (``LocalDays``).
  init(note: Int, condition: Int, day: Int, offset: Double, isCorrect: Bool) {
    (noteNumber, slot) = (UInt8(clamping: note), UInt8(clamping: condition))
    dayNumber = Int32(clamping: day)
    (self.offset, self.isCorrect) = (offset, isCorrect)
  }

  /// 0…127.
  var note: Int { Int(noteNumber) }

  /// The slot of the condition, 0…7.
  var condition: Int { Int(slot) }

  /// The number of the local day (``LocalDays``).
  var day: Int { Int(dayNumber) }

  /// What several hearings of a trial are worth: the square root of their number, four at most
  /// (multiple looks: Viemeister and Wakefield, "Temporal integration and multiple looks", 1991).
  static func worth(ofHearings count: Int?) -> Double {
    Double(min(max(count ?? 1, 1), 4)).squareRoot()
  }
}
