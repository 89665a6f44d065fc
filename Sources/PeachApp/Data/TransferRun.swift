import Charts
import Console
import Foundation
import History
import Synchronization

/// Work beside the main thread that shows how far it is, and that a signal ends in order.
final class TransferRun {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// A signal has ended the work, and everything is as it was.
  struct Interruption: Error {
    let signal: Int32
  }

  private let progress: ProgressLine?
  private var watch: SignalWatch?
  private var first: (signal: Int32, time: ContinuousClock.Instant)?

  /// Hang-ups and terminations often come in pairs, so a second one at once means nothing.
  private static let patience = Duration.seconds(1)
  private var isFinished = false

  init(_ context: CommandContext) {
    let isShown = !context.global.json && isatty(STDERR_FILENO) == 1
    progress = isShown ? ProgressLine(output: context.messages) : nil
  }

  /// Does the work. Throws ``Interruption`` where a signal came, else what `work` throws.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (@escaping Report) async throws -> Value
  ) async throws -> Value {
    // The closures hold this weakly, and nobody else has to.
    defer { withExtendedLifetime(self) {} }
    let report = reporter()
    let task = Task { try await work(report) }
    watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { number in
      // The main thread waits for nothing here; what hangs is the disk.
      _exit(ExitStatus.signalled(by: number))
    } receive: { [weak self] number in
      self?.note(number)
      task.cancel()
    }
    defer {
      isFinished = true
      progress?.clear()
    }
    do {
      return try await task.value
    } catch {
      guard let first else { throw error }
      throw Interruption(signal: first.signal)
    }
  }

  /// Whoever asks again does not want to wait until the work has come to a place where it can stop.
  private func note(_ signal: Int32) {
    if let first {
      guard ContinuousClock.now - first.time > Self.patience else { return }
      _exit(ExitStatus.signalled(by: signal))
    }
    first = (signal, .now)
  }

  /// Shows a few steps a second, however many there are.
  private func reporter() -> Report {
    guard progress != nil else { return { _ in } }
    let pace = Pace()
    return { [weak self] step in
      guard pace.allows(step) else { return }
      Task { @MainActor in self?.show(step) }
    }
  }

  private func show(_ step: TransferProgress) {
    guard !isFinished else { return }
    progress?.show(step.step.words, fraction: step.fraction)
  }
}

/// Lets the first of each kind of step through, and then one in a while.
private nonisolated final class Pace: Sendable {
  private let last = Mutex<(step: TransferProgress.Step, time: ContinuousClock.Instant)?>(nil)
  private static let interval = Duration.milliseconds(100)

  func allows(_ progress: TransferProgress) -> Bool {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, last.step == progress.step, now - last.time < Self.interval { return false }
      last = (progress.step, now)
      return true
    }
  }
}
