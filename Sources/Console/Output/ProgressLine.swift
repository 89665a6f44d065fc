import Language

/// How far something has come, on a line of its own at the bottom of a terminal.
public final class ProgressLine {
  private let line: StatusLine
  private let columns: () -> Int

  public init(
    output: any TextOutput, columns: @escaping () -> Int = { Terminal.columns(of: 2) }
  ) {
    line = StatusLine(output: output, columns: columns)
    self.columns = columns
  }

  private static let widestBar = 40

  /// - Parameter fraction: 0…1; `nil` where it cannot be told, and there is no bar then.
  public func show(_ title: String, fraction: Double?) {
    guard let fraction else { return line.show("\(title) …") }
    let share = min(max(fraction, 0), 1)
    let percent = localized("%@ %%", "\(Int(share * 100))".leftPadded(to: 3))
    let room = columns() - title.count - percent.count - 6
    guard room > 4 else { return line.show("\(title) \(percent)") }
    let width = min(room, Self.widestBar)
    let full = Int(share * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    line.show("\(title) [\(bar)] \(percent)")
  }

  public func clear() { line.clear() }
}
