import Foundation

/// The results of one history and one file that say the same within one second. It decides which of
/// them are the same result.
///
/// A result has an id of its own, or one that was made from its content (``ImportedID``). A made id
/// only says that there are so many results of this content. A result with an id of its own is one
/// of them, and then replaces the result whose id was made. As many results remain as the larger
/// side has, and the same ones whatever came first:
///
/// - Every result with an id of its own.
/// - Of those with a made id at a certain millisecond, as many as exceed the former at that
///   millisecond.
/// - Of those with a made id at a whole second, as many as exceed all of the others within that
///   second.
struct ContentGroup {
  /// A row, in the history, in the file, or in both.
  struct Member: Hashable {
    /// `nil` for a row of the file that has none yet.
    var id: UUID?
    var milliseconds: Int64

    /// The row's `sequence` in the history.
    var sequence: Int64?

    /// Its number in the file.
    var line: Int64?
  }

  enum Verdict: Hashable {
    /// The row of the file is new and gets this id.
    case new(line: Int64, id: UUID)
    /// The row of the file is in the history already.
    case present(line: Int64)
    /// Another row replaces this one of the history.
    case superseded(sequence: Int64)
  }

  /// What the members say; each has a time of its own.
  let content: RecordContent
  private(set) var members: [Member] = []

  init(content: RecordContent) { self.content = content }

  mutating func add(_ member: Member) { members.append(member) }

  /// Whether there is anything to decide: there is a row of the file, and a row whose id was made
  /// or is still to be made.
  var isOpen: Bool {
    members.contains { $0.line != nil }
      && members.contains { $0.id.map(ImportedID.isPossible) ?? true }
  }

  var verdicts: [Verdict] {
    let rows = numbered()
    let own = rows.filter { $0.ordinal == nil }
    let ownAtTime = Dictionary(grouping: own, by: \.milliseconds).mapValues(\.count)
    func exceeds(_ row: Row) -> Bool {
      (row.ordinal ?? 0) > ownAtTime[row.milliseconds, default: 0]
    }

    let exact = rows.filter { $0.ordinal != nil && !isWhole($0.milliseconds) && exceeds($0) }
    let precise = own.count + exact.count
    return rows.flatMap { row in
      let stays =
        row.ordinal.map { isWhole(row.milliseconds) ? $0 > precise : exceeds(row) } ?? true
      return row.verdicts(stays: stays)
    }
  }

  private func isWhole(_ milliseconds: Int64) -> Bool { milliseconds.isMultiple(of: 1000) }
}

/// One result, in the history, in the file, or in both.
private struct Row {
  let id: UUID
  let milliseconds: Int64
  var sequence: Int64?
  var lines: [Int64] = []

  /// The number from which the id was made; `nil` for an id of its own.
  var ordinal: Int?

  func verdicts(stays: Bool) -> [ContentGroup.Verdict] {
    switch (stays, sequence) {
    case (true, nil):
      lines.enumerated().map {
        $0.offset == 0 ? .new(line: $0.element, id: id) : .present(line: $0.element)
      }
    case (false, let sequence?):
      [.superseded(sequence: sequence)] + lines.map { .present(line: $0) }
    case (true, .some), (false, nil): lines.map { .present(line: $0) }
    }
  }
}

extension ContentGroup {
  /// The rows, each with an id, and the number from which it was made.
  private func numbered() -> [Row] {
    var rows: [UUID: Row] = [:]
    var order: [UUID] = []
    func record(_ member: Member, id: UUID, ordinal: Int?) {
      if rows[id] == nil { order.append(id) }
      var row = rows[id] ?? Row(id: id, milliseconds: member.milliseconds)
      if let sequence = member.sequence { row.sequence = sequence }
      if let line = member.line { row.lines.append(line) }
      if let ordinal { row.ordinal = ordinal }
      rows[id] = row
    }
    for member in members {
      if let id = member.id { record(member, id: id, ordinal: nil) }
    }
    let made = madeIDs()
    for (id, ordinal) in made { rows[id]?.ordinal = ordinal }
    for (member, ordinal) in nameless(made) {
      record(member, id: id(at: member.milliseconds, ordinal), ordinal: ordinal)
    }
    return order.compactMap { rows[$0] }
  }

  /// The ids that were made from the content, with their numbers. The number is found by making the
  /// id again; no number is higher than there are results of the content.
  private func madeIDs() -> [UUID: Int] {
    var made: [UUID: Int] = [:]
    let candidates = members.filter { $0.id.map(ImportedID.isPossible) ?? false }
    let ids = Set(candidates.compactMap(\.id))
    for time in Set(candidates.map(\.milliseconds)) {
      for ordinal in 1...members.count {
        let id = id(at: time, ordinal)
        if ids.contains(id) { made[id] = ordinal }
      }
    }
    return made
  }

  /// The rows of the file that have no id, with their numbers: the smallest ones that no row of the
  /// same file has and that exceed the number of results with an id of their own.
  private func nameless(_ made: [UUID: Int]) -> [(member: Member, ordinal: Int)] {
    let filed = members.filter { $0.line != nil }
    var taken: [Int64: Set<Int>] = [:]
    var ownAtTime: [Int64: Int] = [:]
    var ids: Set<UUID> = []
    for member in filed {
      guard let id = member.id, ids.insert(id).inserted else { continue }
      if let ordinal = made[id] {
        taken[member.milliseconds, default: []].insert(ordinal)
      } else {
        ownAtTime[member.milliseconds, default: 0] += 1
      }
    }
    func numbered(_ rows: [Member], after least: (Member) -> Int) -> [(Member, Int)] {
      var last: [Int64: Int] = [:]
      return rows.map { row in
        var ordinal = (last[row.milliseconds] ?? least(row)) + 1
        while !taken[row.milliseconds, default: []].insert(ordinal).inserted { ordinal += 1 }
        last[row.milliseconds] = ordinal
        return (row, ordinal)
      }
    }
    let withoutID = filed.filter { $0.id == nil }
    let exact = numbered(withoutID.filter { !isWhole($0.milliseconds) }) {
      ownAtTime[$0.milliseconds, default: 0]
    }
    let precise = taken.filter { !isWhole($0.key) }.map { time, ordinals in
      ordinals.count { $0 > ownAtTime[time, default: 0] }
    }
    let before = ownAtTime.values.reduce(0, +) + precise.reduce(0, +)
    return exact + numbered(withoutID.filter { isWhole($0.milliseconds) }) { _ in before }
  }

  private func id(at milliseconds: Int64, _ ordinal: Int) -> UUID {
    var content = content
    content.milliseconds = milliseconds
    return ImportedID.id(of: content, ordinal: ordinal)
  }
}
