import Foundation

/// What a terminal shows, rewritten in place. Every change is one write, to avoid flicker.
public protocol Board: AnyObject {
  /// The available space.
  var size: TerminalSize { get }

  /// Rewrites the lines. What does not fit is cut off. Control characters are made visible, here
  /// and in ``print(_:)``.
  func show(_ lines: [String])

  /// Shows a frame, laid out for ``size``.
  func show(_ frame: StageFrame)

  /// Writes a message after the other lines. A whole screen has no place after them: there messages
  /// are notices of a ``StageFrame``.
  func print(_ line: String)

  /// Rings the terminal's bell.
  func ringBell()

  /// Draws everything again, because the terminal was resized or another program wrote to it.
  func redraw()

  /// Removes the lines.
  func clear()

  /// Restores the terminal. Later output takes it over again.
  func close()
}

extension Board {
  /// The rows of the frame, without its styles.
  public func show(_ frame: StageFrame) { show(frame.grid(in: size).lines) }
}

/// Lines that are written one after the other and never rewritten, for screen readers and for
/// terminals that support nothing else. Only the new lines are written.
public final class LineBoard: Board {
  private let output: any TextOutput
  private var shown: [String] = []

  public init(output: any TextOutput) { self.output = output }

  public var size: TerminalSize { output.size }

  public func show(_ lines: [String]) {
    let lines = lines.map(\.spoken.visible)
    var read: Set<Substring> = []
    // The selected item of a menu that has just been read out need not be repeated below the menu.
    for line in lines where !isKnown(line) && !read.contains(line[...]) {
      output.writeLine(line)
      if let item = NumberedMenu.item(in: line) { read.insert(item) }
    }
    shown = lines
  }

  /// Whether a line was shown before, possibly with the mark of the selected item.
  private func isKnown(_ line: String) -> Bool {
    shown.contains { $0 == line || (line.first == " " && $0.dropFirst() == line.dropFirst()) }
  }

  public func show(_ frame: StageFrame) { show(frame.spoken) }
  public func print(_ line: String) { output.writeLine(line.visible) }
  public func ringBell() { output.write(controls: "\u{7}") }
  public func redraw() {}
  public func clear() { shown = [] }
  public func close() {}
}
