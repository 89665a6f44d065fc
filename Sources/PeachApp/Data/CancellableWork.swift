import ArgumentParser
import Charts
import Console
import Foundation
import History
import Synchronization

/// Work beside the main thread that shows how far it is, and that a signal ends in order.
final class CancellableWork {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// A signal has ended the work, and everything is as it was.
  struct Interruption: Error {
    let signal: Int32
  }

  private let progress: ProgressLine?
  private var watch: SignalWatch?
  private var first: (signal: Int32, time: ContinuousClock.Instant)?

  /// Hang-ups and terminations often come in pairs, so a second one at once means nothing.
  private static let pause = Duration.seconds(1)
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
      self?.handle(number)
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
  private func handle(_ signal: Int32) {
    if let first {
      guard ContinuousClock.now - first.time > Self.pause else { return }
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

extension CommandContext {
  /// Runs a command that moves records and throws its exit code.
  ///
  /// - Parameter interrupted: what is said where a signal ends it.
  func transfer(interrupted: String, _ body: (CancellableWork) async throws -> ExitStatus)
    async throws
  {
    let status = await report {
      do {
        return try await body(CancellableWork(self)).rawValue
      } catch let interruption as CancellableWork.Interruption {
        messages.writeLine("peach: \(interrupted)")
        return ExitStatus.signalled(by: interruption.signal)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw Fault(error, whileTransferring: historyPath)
      }
    }
    throw ExitCode(status)
  }

  /// The history for records that come in; it is created where there is none. Throws ``Fault``.
  ///
  /// - Parameter isPreview: whether nothing is to be stored, so that nothing need be created.
  func openHistoryForImport(isPreview: Bool) throws(Fault) -> TrainingDataStore {
    let url = URL(fileURLWithPath: historyPath)
    do {
      if isPreview {
        return FileManager.default.fileExists(atPath: url.path)
          ? try .onlyForReading(url) : try .inMemory()
      }
      return try TrainingDataStore(url: url)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// A file that is to be read must be there before anything else is done. Throws ``Fault``.
  func checkPresence(_ file: String) throws(Fault) {
    guard file == "-" || FileManager.default.fileExists(atPath: file) else {
      throw .missingFile(file)
    }
  }
}
