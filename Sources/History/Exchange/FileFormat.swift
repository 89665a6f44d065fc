import Files

/// The format of a file of records, which its first line names.
enum FileFormat: Hashable, Sendable {
  /// Peach's own table.
  case csv
  /// Peach's own, a JSON object a line.
  case jsonLines
  /// The Peach app's.
  case app

  /// The versions of Peach's own formats, all of which are read; the newest is written. Version 1 has
  /// no runs, and of a result only what it was; version 2 has no plans and no experiments.
  static let ownVersions = 1...3

  /// The versions of the app's format, all of which are read; the newest is written.
  static let appVersions = 1...3

  static let csvMark = "# peach-jack-export-format:"
  static let appMark = "# peach-export-format:"

  /// The first line of a file in this format, without its end.
  var firstLine: String {
    switch self {
    case .csv: "\(Self.csvMark)\(Self.ownVersions.upperBound)"
    case .jsonLines: JSONHeader.line()
    case .app: "\(Self.appMark)\(Self.appVersions.upperBound)"
    }
  }
}

extension FileFormat {
  /// Reads the first line. Throws `unknownFormat` or `unknownVersion`.
  init(firstLine: String, path: String) throws(ExchangeFault) {
    // Spreadsheets pad the line with separators for the columns that it does not have.
    let mark = firstLine.trimmed { RowSplitter.separators.contains($0) || $0 == "\"" || $0 == " " }
    func check(_ version: some StringProtocol, _ known: ClosedRange<Int>) throws(ExchangeFault) {
      guard let number = Int(version) else { throw .unknownFormat(path: path) }
      guard known.contains(number) else {
        throw .unknownVersion(path: path, found: String(version.prefix(20)), known: known)
      }
    }
    if mark.hasPrefix(Self.csvMark) {
      self = .csv
      try check(mark.dropFirst(Self.csvMark.count), Self.ownVersions)
    } else if mark.hasPrefix(Self.appMark) {
      self = .app
      try check(mark.dropFirst(Self.appMark.count), Self.appVersions)
    } else if let header = JSONHeader(firstLine) {
      self = .jsonLines
      try check(String(header.version), Self.ownVersions)
    } else if firstLine.hasPrefix("{") {
      // The records of a recovery file have no line before them.
      self = .jsonLines
    } else {
      throw .unknownFormat(path: path)
    }
  }
}

extension String {
  fileprivate func trimmed(_ isDropped: (Character) -> Bool) -> Substring {
    let head = drop(while: isDropped)
    return head.lastIndex { !isDropped($0) }.map { head[...$0] } ?? ""
  }
}
