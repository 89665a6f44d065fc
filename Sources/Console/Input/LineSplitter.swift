/// Splits a stream of bytes into lines, which end with LF, CR LF or CR. Invalid UTF-8 is repaired.
public struct LineSplitter {
  public enum Line: Hashable {
    case text(String)

    /// A line longer than ``longestLine``, reported as soon as that is known. Its text is dropped,
    /// because a part of a command is not what the user meant.
    case overlong
  }

  /// The most bytes of a line; no command is nearly as long.
  public static let longestLine = 4096

  private var line: [UInt8] = []
  private var isOverlong = false
  private var lastWasCarriageReturn = false

  public init() {}

  public mutating func split(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A, lastWasCarriageReturn {
        lastWasCarriageReturn = false
        continue
      }
      lastWasCarriageReturn = byte == 0x0D
      if byte == 0x0A || byte == 0x0D {
        if !isOverlong { lines.append(.text(take())) }
        isOverlong = false
      } else if line.count < Self.longestLine {
        if !isOverlong { line.append(byte) }
      } else {
        isOverlong = true
        line = []
        lines.append(.overlong)
      }
    }
    return lines
  }

  /// The last line, if it has no line end.
  public mutating func finish() -> Line? {
    defer { isOverlong = false }
    return line.isEmpty ? nil : .text(take())
  }

  private mutating func take() -> String {
    defer { line = [] }
    return String(decoding: line, as: UTF8.self)
  }
}
