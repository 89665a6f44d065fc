/// A parsed settings file: its values and their places.
struct SettingsDocument {
  let bytes: [UInt8]

  /// The values in the file's order, tables included.
  let entries: [TOMLEntry]

  /// Throws ``SettingsError/syntax(path:line:message:)`` and, for bytes that are not text,
  /// ``SettingsError/unreadableFile(path:reason:)``; `path` is only for the message.
  init(_ bytes: [UInt8], path: String) throws(SettingsError) {
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      let line = Self.firstLineWithoutText(in: bytes)
      throw .unreadableFile(path: path, reason: .notText(line: line))
    }
    entries = try TOMLEntry.entries(of: bytes, path: path)
    self.bytes = bytes
  }

  /// The entry of a key; `nil` if the file does not mention it.
  subscript(name: String) -> TOMLEntry? { entries.first { $0.key == name } }

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
    if let entry = self[key] { return entry.text.map { replacing($0, by: value.toml) } }
    let offset = placeForAssignment(of: key)
    let needsBreak = offset > startOfText && bytes[offset - 1] != .newline
    let text = (needsBreak ? lineBreak : "") + "\(key) = \(value.toml)" + lineBreak
    return replacing(offset..<offset, by: text)
  }

  /// The bytes without a key's assignment; `nil` if there is none. A comment after the value keeps
  /// its line.
  func removing(_ key: SettingKey) -> [UInt8]? {
    guard let entry = self[key.name], let value = entry.text else { return nil }
    let rest = bytes[value.upperBound...].drop(while: \.isBlank)
    if rest.first == .hash { return replacing(entry.start..<rest.startIndex, by: "") }
    let lineStart = bytes[..<entry.start].lastIndex(of: .newline).map { $0 + 1 } ?? startOfText
    return replacing(lineStart..<endOfLine(at: value.upperBound), by: "")
  }

  /// The place for a new assignment, above the first table, because it belongs to the root.
  private func placeForAssignment(of name: String) -> Int {
    var values = entries.flatMap(\.assignedTexts).sorted { $0.lowerBound < $1.lowerBound }[...]
    var comment: Int?
    var assignment: Int?
    var start = startOfText
    while start < bytes.count {
      var end = endOfLine(at: start)
      // A value can take several lines.
      if let value = values.first, value.lowerBound < end {
        values.removeFirst()
        end = endOfLine(at: value.upperBound)
      }
      let line = bytes[start..<end].drop(while: \.isBlank)
      switch line.first {
      case .openBracket?: return comment ?? assignment ?? start
      case .hash?: if shows(name, in: line) { comment = end }
      case .newline?, .carriageReturn?, nil: break
      default: assignment = end
      }
      start = end
    }
    return comment ?? assignment ?? bytes.count
  }

  /// True for a comment of the form `# name = …`.
  private func shows(_ name: String, in comment: ArraySlice<UInt8>) -> Bool {
    let text = comment.dropFirst().drop(while: \.isBlank)
    guard text.starts(with: name.utf8) else { return false }
    return text.dropFirst(name.utf8.count).first { !$0.isBlank } == .equals
  }

  /// The start of the text, after a byte order mark.
  private var startOfText: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The start of the line after the one with this offset.
  private func endOfLine(at offset: Int) -> Int {
    bytes[offset...].firstIndex(of: .newline).map { $0 + 1 } ?? bytes.count
  }

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

extension TOMLEntry {
  /// The texts of all assigned values, also by dotted keys.
  fileprivate var assignedTexts: [Range<Int>] {
    text.map { [$0] } ?? entries.flatMap(\.assignedTexts)
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let openBracket = UInt8(ascii: "[")

  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
