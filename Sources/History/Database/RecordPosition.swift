/// A place in the order of records: by time, and where times are equal by arrival.
struct RecordPosition: Hashable, Sendable {
  let milliseconds: Int64
  let sequence: Int64

  static let start = RecordPosition(milliseconds: .min, sequence: .min)
}
