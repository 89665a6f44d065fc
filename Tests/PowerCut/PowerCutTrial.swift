import Foundation
import History
import Music
import Training

/// Stores results, records what SQLite asks of the disk, and then cuts the power at many moments.
@MainActor
public struct PowerCutTrial {
  /// The results of the cuts.
  public struct Outcome: Hashable, Sendable {
    public var cuts = 0
    /// Results that are missing although their save had returned.
    public var lost = 0
    /// Results that exist more than once.
    public var doubled = 0
    /// Histories that cannot be opened or read, or that SQLite's check finds damaged.
    public var broken = 0

    public init() {}
  }

  private let log: DiskLog
  private let directory: URL

  /// The stored results, and the disk's position when each save returned.
  private var saved: [(id: UUID, position: Int)] = []

  /// - Parameter directory: an empty directory that only the trial uses.
  public init(directory: URL) {
    self.directory = directory.resolvingSymlinksInPath()
    log = DiskLog(directory: self.directory)
  }

  private var database: URL { directory.appendingPathComponent("training.sqlite") }

  /// Trains: opens the history, stores `count` results and closes it.
  ///
  /// - Parameter prepare: called with the open store.
  public mutating func store(
    _ count: Int, prepare: (TrainingDataStore) throws -> Void = { _ in }
  ) throws {
    let store = try TrainingDataStore(url: database)
    try prepare(store)
    for number in 0..<count {
      let id = UUID()
      if number.isMultiple(of: 3) {
        try store.save(Self.matching(id))
      } else {
        try store.save(Self.comparison(id))
      }
      saved.append((id, log.position))
    }
    store.close()
  }

  /// Ends the recording and simulates separate power cuts at random moments of it.
  ///
  /// - Parameters:
  ///   - ignoringSyncs: whether the disk ignores syncs.
  ///   - scratch: a directory for what the cuts leave.
  public func cut(
    times: Int, ignoringSyncs: Bool = false, in scratch: URL,
    random: inout some RandomNumberGenerator
  ) throws -> Outcome {
    log.end()
    var outcome = Outcome()
    try log.cutPower(
      times: times, ignoringSyncs: ignoringSyncs, in: scratch, random: &random
    ) { remains, moment in
      outcome.cuts += 1
      inspect(remains, after: moment, &outcome)
    }
    return outcome
  }

  /// Opens what is left as the next start would, and counts its faults.
  private func inspect(_ remains: URL, after moment: Int, _ outcome: inout Outcome) {
    let safe = saved.filter { $0.position <= moment }.map(\.id)
    do {
      let store = try TrainingDataStore(url: remains.appendingPathComponent("training.sqlite"))
      defer { store.close() }
      var found: [UUID: Int] = [:]
      try store.forEachResult { found[$0.id, default: 0] += 1 }
      outcome.lost += safe.count { found[$0] == nil }
      outcome.doubled += found.values.count { $0 > 1 }
      let isSound = try store.integrityCheck().isEmpty
      let isOurs = Set(saved.map(\.id)).isSuperset(of: found.keys)
      if !isSound || !isOurs { outcome.broken += 1 }
    } catch {
      outcome.broken += 1
      outcome.lost += safe.count
    }
  }

  private static func comparison(_ id: UUID) -> CompletedTrial {
    CompletedTrial(
      id: id, .comparison,
      challenge: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12.5),
      answer: .choice(true), tuningSystem: .equalTemperament, timestamp: Date())
  }

  private static func matching(_ id: UUID) -> CompletedTrial {
    CompletedTrial(
      id: id, .matching,
      challenge: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 41.7),
      answer: .pitch(-3.2), tuningSystem: .equalTemperament, timestamp: Date())
  }
}
