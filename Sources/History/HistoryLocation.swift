import Files
import Foundation

/// The place of the record of training; nothing else knows it.
public struct HistoryLocation: Hashable, Sendable {
  /// `$XDG_DATA_HOME/peach/training.sqlite`, or `~/.local/share/peach/training.sqlite`; that of a
  /// listener is in `listeners/NAME` below the same folder.
  public let database: URL

  private static let fileName = "training.sqlite"

  /// - Parameters:
  ///   - listener: the subject of the history; `nil` for the usual one.
  ///   - environment: the variables of the process; `XDG_DATA_HOME` and `HOME` are read.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(
    of listener: ListenerName? = nil, environment: [String: String],
    accountHome: String = NSHomeDirectory()
  ) {
    let folder =
      listener.map { Self.listenersFolder(environment, accountHome) + "/" + $0.text }
      ?? Self.folder(environment, accountHome)
    database = URL(fileURLWithPath: folder + "/" + Self.fileName)
  }

  public static func listeners(
    environment: [String: String], accountHome: String = NSHomeDirectory()
  ) -> [ListenerName] {
    let folder = listenersFolder(environment, accountHome)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      // A folder that is spelt in another form of Unicode is not one of Peach's.
      guard let listener = ListenerName(name), listener.text.utf8.elementsEqual(name.utf8),
        FileStatus("\(folder)/\(name)/\(fileName)") != nil
      else { return nil }
      return listener
    }
  }

  /// Renames the folder of a listener's history, for another listener or, for nobody, to a name
  /// that no listener has: nothing is deleted.
  ///
  /// - Parameter now: a part of the name for nobody.
  /// - Returns: the path of the folder.
  public static func move(
    _ listener: ListenerName, to name: ListenerName?, environment: [String: String], now: Date,
    accountHome: String = NSHomeDirectory()
  ) throws -> String {
    let folder = listenersFolder(environment, accountHome) + "/"
    let path =
      folder + (name?.text ?? "\(listener.text).removed-\(Int(now.timeIntervalSince1970))")
    try FileManager.default.moveItem(atPath: folder + listener.text, toPath: path)
    return path
  }

  /// The bytes of the database; 0 if there is none.
  public var size: Int { FileStatus(database.path)?.size ?? 0 }

  private static func folder(_ environment: [String: String], _ accountHome: String) -> String {
    XDGFolders(environment: environment, accountHome: accountHome).data + "/peach"
  }

  private static func listenersFolder(
    _ environment: [String: String], _ accountHome: String
  ) -> String {
    folder(environment, accountHome) + "/listeners"
  }
}

extension ProtectedFiles {
  /// The files of a history: the database, SQLite's files beside it, and the recovery files.
  public init(
    historyAt database: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let places = RecoveryPaths(
      database: URL(fileURLWithPath: database), environment: environment)
    let waiting = places.sources.flatMap { [$0.url.path, $0.setAside.url.path] }
    // SQLite keeps its files beside the database itself, behind all links.
    let file = FileLocation(database).path
    self.init([database, file] + DatabaseFile.endings.map { file + $0 } + waiting)
  }
}

/// The name of the subject of a history, if several people train on one account; also the name of
/// the folder with that history.
public struct ListenerName: Hashable, Sendable {
  /// The greatest number of characters, as Unicode scalars: with at most four bytes each, a name
  /// fits into the 255 bytes that Linux allows.
  public static let longest = 40

  /// In the composed form of Unicode (NFC), so that one name is one folder.
  public let text: String

  /// - Returns: `nil` unless the name consists of 1…40 letters, digits, `-` and `_`.
  public init?(_ text: String) {
    let text = text.precomposedStringWithCanonicalMapping
    guard (1...Self.longest).contains(text.unicodeScalars.count),
      text.unicodeScalars.allSatisfy(Self.isAllowed),
      // A mark belongs to a letter before it.
      text.unicodeScalars.first.map({ !Self.isMark($0) }) == true
    else { return nil }
    self.text = text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: scalar == "-" || scalar == "_" || isMark(scalar)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }
}
