import CVTerm

@testable import Console

/// A terminal of libvterm, which judges what the program writes. Main thread.
///
/// libvterm 0.1 knows no dim text (SGR 2), so this shows it in italics, which Peach never uses.
final class EmulatedTerminal {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  let size: TerminalSize

  /// A place as it looks.
  struct Look: Hashable {
    var text: String
    var width: Int
    var color: Int?
    var isBold: Bool
    var isDim: Bool
  }

  init?(_ size: TerminalSize) {
    guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
      let screen = vterm_obtain_screen(terminal)
    else { return nil }
    (self.terminal, self.screen, self.size) = (terminal, screen, size)
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  isolated deinit { vterm_free(terminal) }

  func write(_ text: String) {
    let bytes = Array(Self.withItalics(text).utf8)
    bytes.withUnsafeBytes {
      _ = vterm_input_write(
        terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    vterm_screen_flush_damage(screen)
  }

  private static func withItalics(_ text: String) -> String {
    text.replacing(/\u{1B}\[([0-9;]*)m/) { match in
      let codes = match.output.1.split(separator: ";").flatMap { code -> [String] in
        switch code {
        case "2": ["3"]
        case "22": ["22", "23"]
        default: [String(code)]
        }
      }
      return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
  }

  func look(_ row: Int, _ column: Int) -> Look {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    // The right half of a wide character is marked by a code that is none.
    guard scalars[0] != UInt32.max else {
      return Look(text: "", width: 0, color: nil, isBold: false, isDim: false)
    }
    var text = String.UnicodeScalarView()
    for scalar in scalars.prefix(while: { $0 != 0 }) {
      if let scalar = Unicode.Scalar(scalar) { text.append(scalar) }
    }
    let isBlank = text.isEmpty || String(text) == " "
    let isDefault = Int32(cell.fg.type) & 0x02 != 0
    return Look(
      text: isBlank ? " " : String(text), width: Int(cell.width),
      color: isBlank || isDefault ? nil : Int(cell.fg.indexed.idx),
      isBold: !isBlank && cell.attrs.bold != 0, isDim: !isBlank && cell.attrs.italic != 0)
  }

  var looks: [[Look]] {
    (0..<size.rows).map { row in (0..<size.columns).map { look(row, $0) } }
  }

  /// The rows as text, without the blanks at their ends.
  var rows: [String] {
    looks.map { row in
      let text = row.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension Grid {
  /// How a terminal should show it.
  func looks(hasStyles: Bool) -> [[EmulatedTerminal.Look]] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        let cell = self[row, column]
        let style = hasStyles && cell.text != " " && cell.width > 0 ? cell.style : .plain
        return EmulatedTerminal.Look(
          text: cell.text, width: cell.width,
          color: style.color == .standard ? nil : Int(style.color.rawValue),
          isBold: style.weight == .bold, isDim: style.weight == .dim)
      }
    }
  }
}
