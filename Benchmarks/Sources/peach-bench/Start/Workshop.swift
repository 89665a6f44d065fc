import BuiltInFont
import Foundation

/// A temporary directory with homes, a large font and long histories for `peach`.
final class Workshop {
  let directory: URL
  private static var count = 0

  init() throws {
    Self.count += 1
    directory = FileManager.default.temporaryDirectory.appending(
      path: "peach-bench-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  /// A directory of that name.
  func folder(_ name: String) throws -> URL {
    let folder = directory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A home whose history holds `records` comparisons.
  func home(records: Int) throws -> URL {
    let home = directory.appending(path: "home-\(records)")
    let database = Self.database(in: home)
    if FileManager.default.fileExists(atPath: database.path) { return home }
    try SyntheticHistory(count: records).store(in: database)
    return home
  }

  /// The history in a home.
  static func database(in home: URL) -> URL {
    home.appending(path: "peach").appending(path: "training.sqlite")
  }

  /// `program`, installed with a font of 140 MB in place of the built-in one, and that font.
  func programWithLargeFont(_ program: URL) throws -> (program: URL, font: URL) {
    let copy = try folder("prefix/bin").appending(path: "peach")
    try FileManager.default.copyItem(at: program.resolvingSymlinksInPath(), to: copy)
    let font = try folder("prefix/share/peach/soundfonts").appending(path: BuiltInFont.fileName)
    try LargeFont(bytes: 140_000_000).write(to: font)
    return (copy, font)
  }
}
