/// A parsed settings file: its values and their places.
struct SettingsDocument {
  let bytes: [UInt8]

  /// The values by their keys; tables are values, too.
  let root: [String: TOMLNode]

  /// The statements in the file's order.
  let statements: [TOMLStatement]

  /// The line on which each key is first mentioned.
  private let lines: [String: Int]

  /// Throws ``SettingsError/syntax(path:line:message:)`` and, for bytes that are no text,
  /// ``SettingsError/unreadableFile(path:reason:)``; `path` is for the message alone.
  init(_ bytes: [UInt8], path: String) throws(SettingsError) {
    let start = Self.startOfText(in: bytes)
    guard !bytes.contains(0),
      let text = String(validating: bytes.dropFirst(start), as: UTF8.self)
    else {
      let line = Self.firstLineWithoutText(in: bytes)
      throw .unreadableFile(path: path, reason: .notText(line: line))
    }
    let scanner = TOMLScanner(bytes, from: start)
    do throws(TOMLNode.SyntaxFault) {
      if let fault = scanner.fault { throw fault }
      root = try TOMLNode.parse(text)
    } catch {
      throw .syntax(path: path, line: error.line, message: error.message)
    }
    statements = scanner.statements
    lines = Self.lines(of: statements)
    self.bytes = bytes
  }

  /// The line on which a key is first mentioned.
  func line(of name: String) -> Int? { lines[name] }

  private static func lines(of statements: [TOMLStatement]) -> [String: Int] {
    var lines: [String: Int] = [:]
    var isInTable = false
    for statement in statements {
      if statement.kind == .header { isInTable = true }
      guard !isInTable || statement.kind == .header, let name = statement.path.first,
        lines[name] == nil
      else { continue }
      lines[name] = statement.line
    }
    return lines
  }

  /// The start of the text, after a byte order mark.
  private static func startOfText(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func firstLineWithoutText(in bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    let index = lines.firstIndex { $0.contains(0) || String(validating: $0, as: UTF8.self) == nil }
    return (index ?? 0) + 1
  }
}

extension SettingsDocument {
  /// The bytes with one key set and everything else unchanged; `nil` if that is not possible.
  ///
  /// A new assignment goes below the comment that shows it (`# noteDuration = 1.0`), or else below
  /// the last assignment.
  func setting(_ value: SettingValue) -> [UInt8]? {
    let key = value.key.name
    if let assignment = assignment(of: key) {
      return replacing(assignment.value, by: value.toml)
    }
    guard root[key] == nil else { return nil }
    let offset = placeForAssignment(of: key)
    let needsBreak = offset > 0 && bytes[offset - 1] != .newline && !isOnlyByteOrderMark
    let text = (needsBreak ? lineBreak : "") + "\(key) = \(value.toml)" + lineBreak
    return replacing(offset..<offset, by: text)
  }

  /// The bytes without a key's assignment; `nil` if there is none. A comment after the value keeps
  /// its line.
  func removing(_ key: SettingKey) -> [UInt8]? {
    guard let assignment = assignment(of: key.name) else { return nil }
    let statement = assignment.statement
    let removed = assignment.comment.map { statement.start..<$0 } ?? statement.lines
    return replacing(removed, by: "")
  }

  private typealias Assignment = (statement: TOMLStatement, value: Range<Int>, comment: Int?)

  private func assignment(of name: String) -> Assignment? {
    for statement in rootStatements where statement.path == [name] {
      if case .assignment(let value, let comment) = statement.kind {
        return (statement, value, comment)
      }
    }
    return nil
  }

  /// The statements above the first table.
  private var rootStatements: ArraySlice<TOMLStatement> {
    statements.prefix { $0.kind != .header }
  }

  private func placeForAssignment(of name: String) -> Int {
    if let comment = rootStatements.last(where: { shows(name, in: $0) }) {
      return comment.lines.upperBound
    }
    if let assignment = rootStatements.last(where: { $0.kind != .comment }) {
      return assignment.lines.upperBound
    }
    return statements.first { $0.kind == .header }?.lines.lowerBound ?? bytes.count
  }

  /// Whether a statement is a comment of the form `# name = …`.
  private func shows(_ name: String, in statement: TOMLStatement) -> Bool {
    guard statement.kind == .comment else { return false }
    let text = bytes[statement.start..<statement.lines.upperBound].dropFirst()
      .drop { $0 == .space || $0 == .tab }
    guard text.starts(with: name.utf8) else { return false }
    return text.dropFirst(name.utf8.count).first { $0 != .space && $0 != .tab } == .equals
  }

  private var isOnlyByteOrderMark: Bool { bytes == [0xEF, 0xBB, 0xBF] }

  /// The line break of the file's first line.
  private var lineBreak: String {
    guard let index = bytes.firstIndex(of: .newline), index > 0 else { return "\n" }
    return bytes[index - 1] == .carriageReturn ? "\r\n" : "\n"
  }

  private func replacing(_ range: Range<Int>, by text: String) -> [UInt8] {
    var edited = bytes
    edited.replaceSubrange(range, with: text.utf8)
    return edited
  }
}
