import BuiltInFont
import Foundation
import History
import Music
import Training

/// A temporary directory with homes, a large font and long histories for `peach`. What several benchmarks
/// need is created once.
final class Workshop {
  /// The size of a large font.
  static let largeFontBytes = 140_000_000

  let directory: URL
  private var homes: [Int: URL] = [:]
  private var prefix: URL?

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "peach-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  /// A home whose history holds `records` comparisons.
  func home(records: Int) throws -> URL {
    if let home = homes[records] { return home }
    let home = directory.appending(path: "home-\(records)")
    let store = try TrainingDataStore(url: Self.database(in: home))
    try store.save(SyntheticHistory(count: records))
    store.close()
    homes[records] = home
    return home
  }

  /// A home of its own whose history holds so many answers of a training: unisons, and fifths of purity.
  func home(answers: Int, of training: TrainingName) throws -> URL {
    let home = directory.appending(path: "home-\(training.rawValue)")
    let store = try TrainingDataStore(url: Self.database(in: home))
    defer { store.close() }
    guard training != .comparison else {
      let all = SyntheticHistory(count: 2 * answers)
      try store.save(all.filter { $0.interval == .prime })
      return home
    }
    for number in 0..<answers { try store.save(Self.result(number, of: training)) }
    return home
  }

  private static func result(_ number: Int, of training: TrainingName) -> TrainingResult {
    let time = Date(timeIntervalSince1970: 1_000_000_000 + Double(number) * 60)
    let note = MIDINote(48 + number % 24)
    let offset = Cents(Double(number % 40) - 19.5)
    switch training {
    case .comparison, .matching:
      return .matching(
        CompletedPitchMatching(
          id: UUID(),
          challenge: PitchMatchingChallenge(
            referenceNote: note, interval: .prime, initialCentOffset: offset),
          userCentError: Cents(offset.rawValue / 4), tuningSystem: .equalTemperament,
          timestamp: time))
    case .purity:
      return .purity(
        CompletedPurity(
          id: UUID(),
          purity: Purity(
            referenceNote: note, interval: DirectedInterval(.perfectFifth, .up),
            centOffset: offset, isFirstTrue: number.isMultiple(of: 2)),
          answeredFirst: number.isMultiple(of: 3), tuningSystem: .equalTemperament,
          timestamp: time))
    case .playing:
      return .playing(
        CompletedPlaying(
          id: UUID(), challenge: PlayingChallenge(referenceNote: note, interval: .prime),
          played: HeardNote(error: Cents(offset.rawValue / 4), length: 0.6),
          tuningSystem: .equalTemperament, timestamp: time))
    }
  }

  /// The history in a home.
  static func database(in home: URL) -> URL {
    home.appending(path: "peach").appending(path: "training.sqlite")
  }

  /// The font of ``programWithLargeFont(_:)``.
  var largeFont: URL {
    directory.appending(path: "prefix/share/peach/soundfonts").appending(path: BuiltInFont.fileName)
  }

  /// `program`, installed with a font of 140 MB in place of the built-in one.
  func programWithLargeFont(_ program: URL) throws -> URL {
    let prefix = directory.appending(path: "prefix")
    let copy = prefix.appending(path: "bin/peach")
    if self.prefix == nil {
      for file in [copy, largeFont] {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(at: program.resolvingSymlinksInPath(), to: copy)
      try LargeFont(bytes: Self.largeFontBytes).write(to: largeFont)
      self.prefix = prefix
    }
    return copy
  }
}
