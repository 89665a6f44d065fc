/// Cuts a stream of bytes into lines; LF, CR LF and CR end one. What is no UTF-8 is repaired.
public struct LineSplitter {
  /// A longer line is cut here: no command is anywhere near it.
  private static let longestLine = 4096

  private var line: [UInt8] = []
  private var lastWasCarriageReturn = false

  public init() {}

  public mutating func split(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == 0x0A, lastWasCarriageReturn {
        lastWasCarriageReturn = false
        continue
      }
      lastWasCarriageReturn = byte == 0x0D
      if byte == 0x0A || byte == 0x0D {
        lines.append(take())
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
    return lines
  }

  /// The last line, if it lacks its end.
  public mutating func finish() -> String? { line.isEmpty ? nil : take() }

  private mutating func take() -> String {
    defer { line = [] }
    return String(decoding: line, as: UTF8.self)
  }
}
