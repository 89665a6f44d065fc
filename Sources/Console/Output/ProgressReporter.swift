import Foundation

/// Shows on a terminal how far work has come that the user has to wait for.
public final class ProgressReporter {
  /// Shorter work is not shown: a line that only flashes up tells nothing.
  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private let title: String
  private let line: ProgressLine?
  private var nextShow: ContinuousClock.Instant

  /// - Parameters:
  ///   - output: the terminal; `nil` shows nothing.
  ///   - isSurelyLong: whether progress is shown from the beginning.
  public init(_ title: String, on output: (any TextOutput)?, isSurelyLong: Bool = false) {
    self.title = title
    line = output.map { ProgressLine(output: $0) }
    nextShow = .now + (isSurelyLong ? .zero : Self.delay)
  }

  /// - Parameter fraction: 0…1.
  public func report(_ fraction: Double) {
    guard let line, .now >= nextShow else { return }
    nextShow = .now + Self.interval
    line.show(title, fraction: fraction)
  }

  public func finish() { line?.clear() }
}
