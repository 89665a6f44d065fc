import CTOML

/// A value of a TOML file and its place. Offsets count the file's bytes.
struct TOMLEntry: Sendable {
  /// The key in the table, decoded; empty in an array.
  let key: String

  let node: TOMLNode

  /// The entries of a table, or the elements of an array, in the order of the file.
  let entries: [TOMLEntry]

  /// The line of the key, in an array that of the element; from 1. A table that is mentioned more than once is
  /// where it is mentioned first.
  let line: Int

  /// The start of the key, in an array that of the element.
  let start: Int

  /// The text of the value; `nil` for a table that headers or dotted keys make, and for an array of such tables.
  let text: Range<Int>?

  /// Reads a whole file, which may begin with a byte order mark.
  ///
  /// Throws ``SettingsError/syntax(path:line:message:)``; `path` is for the message alone.
  static func entries(of bytes: [UInt8], path: String) throws(SettingsError) -> [TOMLEntry] {
    let document = bytes.withUnsafeBytes { buffer in
      toml_read(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    defer { toml_free(document) }
    guard var next = document.pointee.nodes else {
      let message = document.pointee.fault.map { String(cString: $0) } ?? ""
      throw .syntax(path: path, line: Int(document.pointee.fault_line), message: message)
    }
    return TOMLEntry(&next).entries
  }

  /// Takes a node with all that it contains; `next` is the one after them then.
  private init(_ next: inout UnsafePointer<toml_node>) {
    let value = next.pointee
    next += 1
    var entries: [TOMLEntry] = []
    for _ in 0..<value.count { entries.append(TOMLEntry(&next)) }
    self.entries = entries
    key = value.key.map { String(cString: $0) } ?? ""
    line = Int(value.line)
    start = Int(value.start)
    text = value.value_end > 0 ? Int(value.value_start)..<Int(value.value_end) : nil
    node =
      switch value.kind {
      case toml_string: .string(String(cString: value.string))
      case toml_integer: .integer(Int(value.integer))
      case toml_float: .float(value.number)
      case toml_boolean: .boolean(value.boolean)
      case toml_array: .array(entries.map(\.node))
      // Keys that differ in their bytes can be the same text.
      default: .table(Dictionary(entries.map { ($0.key, $0.node) }) { first, _ in first })
      }
  }
}
