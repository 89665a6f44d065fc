import Foundation

/// The results of one history and one file that say the same within one second. It decides which of
/// them are the same result.
///
/// A result has an id of its own, or one that was made from its content (``ImportedID``). A made id
/// only says that there are so many results of this content. A result with an id of its own is one
/// of them, and then replaces the result whose id was made. Contents may differ in the last digits, which a
/// spreadsheet rounds: then the made ids differ, too, and the number of the result within its content tells
/// which are the same. As many results remain as the larger side has, and the same ones whatever came first:
///
/// - Every result with an id of its own.
/// - Of those with a made id at a certain millisecond, as many as exceed the former at that
///   millisecond.
/// - Of those with a made id at a whole second, as many as exceed all of the others within that
///   second.
struct ContentGroup {
  /// A row, in the history, in the file, or in both.
  struct Member: Hashable {
    let content: RecordContent

    /// `nil` for a row of the file that has none yet.
    var id: UUID?

    /// The row's `sequence` in the history.
    var sequence: Int64?

    /// Its number in the file.
    var line: Int64?

    var milliseconds: Int64 { content.milliseconds }
  }

  enum Verdict: Hashable {
    /// The row of the file is new and gets this id.
    case new(line: Int64, id: UUID)
    /// The row of the file is in the history already.
    case present(line: Int64)
    /// Another row replaces this one of the history.
    case superseded(sequence: Int64)
  }

  /// What the first member says; the others say the same within the same second.
  let content: RecordContent
  private(set) var members: [Member]

  init(of member: Member) { (content, members) = (member.content, [member]) }

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

  /// The number from which the id was made; `nil` for an id of its own.
  let ordinal: Int?
  var sequence: Int64?
  var lines: [Int64] = []

  /// The row of the file that has the same number and an id that was made from other digits.
  var rounded: (id: UUID, line: Int64)?

  func verdicts(stays: Bool) -> [ContentGroup.Verdict] {
    let lines = lines + (rounded.map { [$0.line] } ?? [])
    switch (stays, sequence) {
    case (true, nil):
      return lines.enumerated().map {
        $0.offset == 0 ? .new(line: $0.element, id: id) : .present(line: $0.element)
      }
    case (true, let sequence?):
      // Of two ids the same one stays, whichever side it is on.
      guard let rounded, rounded.id.storedText < id.storedText else {
        return lines.map { .present(line: $0) }
      }
      return [.superseded(sequence: sequence), .new(line: rounded.line, id: rounded.id)]
        + self.lines.map { .present(line: $0) }
    case (false, let sequence?):
      return [.superseded(sequence: sequence)] + lines.map { .present(line: $0) }
    case (false, nil): return lines.map { .present(line: $0) }
    }
  }
}

/// The number of a result among those of one content and one time.
private struct RowNumber: Hashable {
  let milliseconds: Int64
  let ordinal: Int
}

extension ContentGroup {
  /// The rows, each with an id, and the number from which it was made.
  private func numbered() -> [Row] {
    let made = madeIDs()
    let filed = Set(members.filter { $0.line != nil }.compactMap(\.id))
    var rows: [Row] = []
    var places: [UUID: Int] = [:]
    var placesOfMade: [RowNumber: Int] = [:]
    func append(_ member: Member, id: UUID, ordinal: Int?) {
      places[id] = rows.count
      if let ordinal {
        let number = RowNumber(milliseconds: member.milliseconds, ordinal: ordinal)
        if placesOfMade[number] == nil { placesOfMade[number] = rows.count }
      }
      rows.append(
        Row(
          id: id, milliseconds: member.milliseconds, ordinal: ordinal, sequence: member.sequence,
          lines: member.line.map { [$0] } ?? []))
    }
    // The rows of the history first: those of the file are compared to them.
    for member in members.filter({ $0.sequence != nil }) + members.filter({ $0.sequence == nil }) {
      guard let id = member.id else { continue }
      if let place = places[id] {
        if let sequence = member.sequence { rows[place].sequence = sequence }
        if let line = member.line { rows[place].lines.append(line) }
        continue
      }
      let number = made[id].map {
        RowNumber(milliseconds: member.milliseconds, ordinal: $0)
      }
      // Of two rows on the same side each is a result.
      if let line = member.line, let place = number.flatMap({ placesOfMade[$0] }),
        rows[place].sequence != nil, rows[place].rounded == nil, !filed.contains(rows[place].id)
      {
        rows[place].rounded = (id, line)
      } else {
        append(member, id: id, ordinal: number?.ordinal)
      }
    }
    for (member, ordinal) in nameless(made) {
      let number = RowNumber(milliseconds: member.milliseconds, ordinal: ordinal)
      if let place = placesOfMade[number] {
        if let line = member.line { rows[place].lines.append(line) }
      } else {
        append(member, id: ImportedID.id(of: member.content, ordinal: ordinal), ordinal: ordinal)
      }
    }
    return rows
  }

  /// The ids that were made from the content, with their numbers. The number is found by making the
  /// id again; no number is higher than there are results of the content.
  private func madeIDs() -> [UUID: Int] {
    var made: [UUID: Int] = [:]
    let candidates = members.filter { $0.id.map(ImportedID.isPossible) ?? false }
    let ids = Set(candidates.compactMap(\.id))
    for content in Set(candidates.map(\.content)) {
      for ordinal in 1...members.count {
        let id = ImportedID.id(of: content, ordinal: ordinal)
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
}
