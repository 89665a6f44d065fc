import Foundation
import Language
import MainThread

/// Shows the progress of work that the user has to wait for on a terminal.
public final class ProgressReporter {
  /// The time before the line is shown, because a line that only flashes is useless.
  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private let title: String
  private let line: ProgressLine?
  private var nextShow: ProgramClock.Instant

  /// - Parameters:
  ///   - output: the terminal; `nil` shows nothing.
  ///   - isPlain: whether no line is rewritten.
  ///   - isSurelyLong: whether progress is shown from the beginning.
  public init(
    _ title: String, on output: (any TextOutput)?, isPlain: Bool = false, isSurelyLong: Bool = false
  ) {
    self.title = title
    line = output.map { ProgressLine(output: $0, isPlain: isPlain) }
    nextShow = ProgramClock.now + (isSurelyLong ? .zero : Self.delay)
  }

  /// - Parameter fraction: 0…1.
  public func report(_ fraction: Double) {
    guard let line, ProgramClock.now >= nextShow else { return }
    nextShow = ProgramClock.now + Self.interval
    line.show(title, fraction: fraction)
  }

  public func finish() { line?.clear() }
}

/// The progress of work on the last line of a terminal.
///
/// The line is rewritten in place with carriage returns and spaces, which work on every terminal.
/// On a plain output, the title of the work is written once instead.
public final class ProgressLine {
  private let output: any TextOutput
  private let isPlain: Bool
  private var shown = ""
  private var written: String?

  /// - Parameter isPlain: whether no line is rewritten.
  public init(output: any TextOutput, isPlain: Bool = false) {
    self.output = output
    self.isPlain = isPlain
  }

  private static let widestBar = 40

  /// - Parameter fraction: 0…1; `nil` if it is unknown, which shows no bar.
  public func show(_ title: String, fraction: Double?) {
    guard !isPlain else { return writeOnce(title) }
    guard let fraction else { return rewrite("\(title) …") }
    let share = min(max(fraction, 0), 1)
    let percent = localized("%@ %%", "\(Int(share * 100))".leftPadded(to: 3))
    let room = output.size.columns - title.columns - percent.columns - 6
    guard room > 4 else { return rewrite("\(title) \(percent)") }
    let width = min(room, Self.widestBar)
    let full = Int(share * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    rewrite("\(title) [\(bar)] \(percent)")
  }

  private func writeOnce(_ title: String) {
    guard title != written else { return }
    written = title
    output.writeLine("\(title).")
  }

  private func rewrite(_ text: String) {
    let fitting = StyledText(text).prefix(max(output.size.columns - 1, 1)).plain
    let padding = String(repeating: " ", count: max(shown.columns - fitting.columns, 0))
    let back = padding.isEmpty ? "" : "\r" + fitting
    output.write(controls: "\r" + fitting + padding + back)
    shown = fitting
  }

  /// Clears the line and moves the cursor to its beginning.
  public func clear() {
    guard !shown.isEmpty else { return }
    output.write(controls: "\r" + String(repeating: " ", count: shown.columns) + "\r")
    shown = ""
  }
}
