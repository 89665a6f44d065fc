import BuiltInFont
import Foundation
import History

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
    try store.save(SyntheticHistory(count: records).lazy.map(\.result))
    store.close()
    homes[records] = home
    return home
  }

  /// The history in a home.
  static func database(in home: URL) -> URL {
    home.appending(path: "peach").appending(path: "training.sqlite")
  }

  /// `program`, installed with a font of 140 MB in place of the built-in one.
  func programWithLargeFont(_ program: URL) throws -> URL {
    let prefix = directory.appending(path: "prefix")
    let copy = prefix.appending(path: "bin/peach")
    if self.prefix == nil {
      let fonts = prefix.appending(path: "share/peach/soundfonts")
      for folder in [copy.deletingLastPathComponent(), fonts] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(at: program.resolvingSymlinksInPath(), to: copy)
      try LargeFont(bytes: Self.largeFontBytes).write(
        to: fonts.appending(path: BuiltInFont.fileName))
      self.prefix = prefix
    }
    return copy
  }
}
