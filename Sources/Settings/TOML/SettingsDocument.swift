/// A settings file's bytes, understood: what it says and where it says it.
struct SettingsDocument {
  let bytes: [UInt8]

  /// The values by their keys; tables are values, too.
  let root: [String: TOMLNode]

  /// What stands where, in the file's order.
  let statements: [TOMLStatement]

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
    self.bytes = bytes
  }

  /// The line on which a key is first mentioned.
  func line(of name: String) -> Int? {
    let firstHeader = statements.firstIndex { $0.kind == .header } ?? statements.endIndex
    let inTables = statements[firstHeader...]
    let candidates = statements[..<firstHeader] + inTables.filter { $0.kind == .header }
    return candidates.first { $0.path.first == name }?.line
  }

  /// Where the text begins: behind the byte order mark, if there is one.
  private static func startOfText(in bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func firstLineWithoutText(in bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    let index = lines.firstIndex { $0.contains(0) || String(validating: $0, as: UTF8.self) == nil }
    return (index ?? 0) + 1
  }
}
