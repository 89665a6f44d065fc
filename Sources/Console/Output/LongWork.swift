import Console
import Foundation

/// Shows on a terminal how far work has come for which the user has to wait.
final class LongWork {
  /// What is over sooner is not shown: a line that only flashes up tells nothing.
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private let title: String
  private let line: ProgressLine?
  private var nextShow: ContinuousClock.Instant

  /// - Parameter isSurelyLong: whether it is shown from the beginning.
  init(_ title: String, _ surroundings: Surroundings, isSurelyLong: Bool = false) {
    self.title = title
    let isShown = !surroundings.global.json && isatty(STDERR_FILENO) == 1
    line = isShown ? ProgressLine(output: surroundings.messages) : nil
    nextShow = .now + (isSurelyLong ? .zero : Self.patience)
  }

  /// - Parameter fraction: 0…1.
  func report(_ fraction: Double) {
    guard let line, .now >= nextShow else { return }
    nextShow = .now + Self.interval
    line.show(title, fraction: fraction)
  }

  func finish() { line?.clear() }
}
