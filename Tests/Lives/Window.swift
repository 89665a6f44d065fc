import CVTerm
import Console

/// A terminal of libvterm on which Peach shows what it has to say.
@MainActor
final class Window: TextOutput {
  /// Why nothing more can be shown: its user has closed it.
  private(set) var failure: String?
  private(set) var size = TerminalSize.usual

  /// What was not as it has to be.
  private(set) var fault: String?

  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  /// All that was written, for the modes at the end.
  private var text = ""

  private var wasResized = false

  /// Until when a frame that is drawn anew has to look as the one before.
  private var staysUntil: ContinuousClock.Instant?

  /// `nil` without memory.
  init?() {
    guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
      let screen = vterm_obtain_screen(terminal)
    else { return nil }
    (self.terminal, self.screen) = (terminal, screen)
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  isolated deinit { vterm_free(terminal) }

  private static let clearing = "\u{1B}[H\u{1B}[J"
  private static let secondScreen = "\u{1B}[?1049"

  func write(controls new: String) {
    guard failure == nil else { return }
    text += new
    let stays = staysUntil.map { SeededScheduler.shared.now < $0 } ?? false
    let isComparable = stays && new.contains(Self.clearing) && !new.contains(Self.secondScreen)
    let before = isComparable ? rows : []
    // The system's driver of terminals does that.
    let bytes = Array(new.replacing("\n", with: "\r\n").utf8)
    bytes.withUnsafeBytes {
      _ = vterm_input_write(
        terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard isComparable else { return }
    staysUntil = nil
    if let place = zip(rows, before).first(where: { $0 != $1 }) {
      fault = fault ?? "drawn anew, \(place.1.debugDescription) is \(place.0.debugDescription)"
    }
  }

  /// The rows as text, without the blanks at their ends.
  var rows: [String] {
    (0..<Int32(size.rows)).map { row in
      var bytes = [CChar](repeating: 0, count: 8 * size.columns)
      let place = VTermRect(
        start_row: row, end_row: row + 1, start_col: 0, end_col: Int32(size.columns))
      let count = vterm_screen_get_text(screen, &bytes, bytes.count, place)
      let text = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Whether nothing is shown in the row of the cursor and below. After another size libvterm 0.1 does not know.
  var isClearBelow: Bool {
    guard size == .usual, !wasResized else { return true }
    var place = VTermPos(row: 0, col: 0)
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &place)
    return place.col == 0 && rows.dropFirst(Int(place.row)).allSatisfy(\.isEmpty)
  }

  /// Its user changes its size; the same size lets all be drawn anew.
  func resize(to new: TerminalSize) {
    staysUntil = new == size ? SeededScheduler.shared.now + .milliseconds(5) : nil
    wasResized = wasResized || new != size
    size = new
    vterm_set_size(terminal, Int32(new.rows), Int32(new.columns))
  }

  /// Its user closes it.
  func close() { failure = "Input/output error" }

  /// What has been switched on and not off again; the margins, which are on at first, if they are not on again.
  var modesLeft: [String] {
    let modes = [Self.secondScreen, "\u{1B}[?2004", "\u{1B}[?25", "\u{1B}[?7"]
    let left = modes.enumerated().filter { index, mode in
      let last = text.components(separatedBy: mode).dropFirst().last?.first
      return last == (index < 2 ? "h" : "l")
    }
    let pushed = text.components(separatedBy: "\u{1B}[>3u").count
    let popped = text.components(separatedBy: "\u{1B}[<u").count
    return left.map { String($0.element.dropFirst()) } + (pushed == popped ? [] : ["keys"])
  }
}
