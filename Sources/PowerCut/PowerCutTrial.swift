import Foundation
import History
import Music
import Training

/// Stores results, notes what the disk was asked for, and then cuts the power at many moments of it.
@MainActor
public struct PowerCutTrial {
  /// What the cuts did.
  public struct Outcome: Hashable, Sendable {
    public var cuts = 0
    /// Results whose save had returned and which are not there.
    public var lost = 0
    /// Results that are there more than once.
    public var doubled = 0
    /// Histories that cannot be opened or read, or that SQLite's check finds damaged.
    public var broken = 0

    public init() {}
  }

  private let log: DiskLog
  private let directory: URL

  /// The results that were stored, and how far the disk had come when each save returned.
  private var saved: [(id: UUID, position: Int)] = []

  /// - Parameter directory: an empty one, for the trial alone.
  public init(directory: URL) {
    self.directory = directory.resolvingSymlinksInPath()
    log = DiskLog(directory: self.directory)
  }

  private var database: URL { directory.appendingPathComponent("training.sqlite") }

  /// Trains: opens the history, stores so many results, closes it.
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

  /// Ends the storing and cuts the power, each time anew: at moments spread over all that happened.
  ///
  /// - Parameters:
  ///   - ignoringSyncs: whether the disk lies about what is safe.
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
      look(at: remains, after: moment, &outcome)
    }
    return outcome
  }

  /// Opens what is left as the next start would, and counts what is wrong with it.
  private func look(at remains: URL, after moment: Int, _ outcome: inout Outcome) {
    let safe = saved.filter { $0.position <= moment }.map(\.id)
    do {
      let store = try TrainingDataStore(url: remains.appendingPathComponent("training.sqlite"))
      defer { store.close() }
      var found: [UUID: Int] = [:]
      try store.forEachComparison { found[$0.id, default: 0] += 1 }
      try store.forEachPitchMatching { found[$0.id, default: 0] += 1 }
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

  private static func comparison(_ id: UUID) -> CompletedComparison {
    CompletedComparison(
      id: id,
      comparison: Comparison(referenceNote: MIDINote(60), interval: .prime, centOffset: 12.5),
      answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date())
  }

  private static func matching(_ id: UUID) -> CompletedPitchMatching {
    CompletedPitchMatching(
      id: id,
      challenge: PitchMatchingChallenge(
        referenceNote: MIDINote(60), interval: .prime, initialCentOffset: 41.7),
      userCentError: -3.2, tuningSystem: .equalTemperament, timestamp: Date())
  }
}
