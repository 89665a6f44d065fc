import Foundation

/// The contents of a terminal, rewritten in place. Every change is one write, to avoid flicker.
public protocol Board: AnyObject {
  var size: TerminalSize { get }

  /// Rewrites the lines and cuts off what does not fit. Control characters are made visible, as in
  /// ``print(_:)``.
  func show(_ lines: [String])

  /// Shows a frame, laid out for ``size``.
  func show(_ frame: StageFrame)

  /// Writes a message after the other lines. A full screen has no room for it and ignores it:
  /// its messages are notices of a ``StageFrame``.
  func print(_ line: String)

  func ringBell()

  /// Draws everything again, because the terminal was resized or another program wrote to it.
  func redraw()

  func clear()

  /// Restores the terminal until something is shown again.
  func close()
}

/// Writes new lines one after the other and never rewrites any, for screen readers and for
/// terminals that support nothing else.
public final class LineBoard: Board {
  private let output: any TextOutput
  private var shown: [String] = []

  public init(output: any TextOutput) { self.output = output }

  public var size: TerminalSize { output.size }

  public func show(_ lines: [String]) {
    let lines = lines.map(\.spoken.visible)
    var read: Set<Substring> = []
    // Below a menu that has just been read out, the selected item is not repeated.
    for line in lines where !isKnown(line) && !read.contains(line[...]) {
      output.writeLine(line)
      if let item = NumberedMenu.item(in: line) { read.insert(item) }
    }
    shown = lines
  }

  /// True if a line was shown before, possibly with the mark of the selected item.
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
