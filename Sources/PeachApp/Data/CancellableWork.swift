import ArgumentParser
import Charts
import Console
import Files
import Foundation
import History
import MainThread
import Program
import Synchronization

/// Work off the main thread that shows its progress. A signal ends it in an orderly way.
final class CancellableWork {
  typealias Report = @Sendable (TransferProgress) -> Void

  /// A signal has ended the work, and nothing has changed.
  struct Interruption: Error {
    let signal: Int32
  }

  private let progress: ProgressLine?
  private var watch: SignalWatch?
  private var first: (signal: Int32, time: ProgramClock.Instant)?

  /// Hangups and terminations often arrive in pairs, so a second signal within this time is
  /// ignored.
  private static let pause = Duration.seconds(1)
  private var isFinished = false

  private let ownsProcess: Bool

  init(_ context: CommandContext) {
    progress = context.progressLine
    ownsProcess = context.surroundings.ownsProcess
  }

  /// Does the work. Throws ``Interruption`` if a signal arrived, and otherwise what `work` throws.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (@escaping Report) async throws -> Value
  ) async throws -> Value {
    // The closures hold `self` weakly, and nothing else needs to hold it.
    defer { withExtendedLifetime(self) {} }
    let report = reporter()
    let task = Task { try await work(report) }
    if ownsProcess {
      watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { number in
        // The main thread is not blocked here. What hangs is the disk.
        _exit(ExitStatus.signalled(by: number))
      } receive: { [weak self] number in
        self?.handle(number)
        task.cancel()
      }
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

  /// A user who asks again does not want to wait until the work can be stopped.
  private func handle(_ signal: Int32) {
    if let first {
      guard ProgramClock.now - first.time > Self.pause else { return }
      _exit(ExitStatus.signalled(by: signal))
    }
    first = (signal, ProgramClock.now)
  }

  /// Shows a few steps per second, however many there are.
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

/// Passes the first step of each kind, and then one step per interval.
private nonisolated final class Pace: Sendable {
  private let last = Mutex<(step: TransferProgress.Step, time: ProgramClock.Instant)?>(nil)
  private static let interval = Duration.milliseconds(100)

  func allows(_ progress: TransferProgress) -> Bool {
    last.withLock { last in
      let now = ProgramClock.now
      if let last, last.step == progress.step, now - last.time < Self.interval { return false }
      last = (progress.step, now)
      return true
    }
  }
}

extension CommandContext {
  /// Runs a command that transfers records, and throws its exit code.
  ///
  /// - Parameter interrupted: the message if a signal ends the command.
  func transfer(interrupted: String, _ body: (CancellableWork) async throws -> ExitStatus)
    async throws
  {
    let status = await report {
      do {
        return try await body(CancellableWork(self)).rawValue
      } catch let interruption as CancellableWork.Interruption {
        messages.writeMessage(interrupted)
        return ExitStatus.signalled(by: interruption.signal)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw Fault(error, whileTransferring: historyPath)
      }
    }
    throw ExitCode(status)
  }

  /// Opens the history for an import, and creates it if it does not exist. Throws ``Fault``.
  ///
  /// - Parameter isPreview: whether nothing will be stored, so that nothing has to be created.
  func openHistoryForImport(isPreview: Bool) throws(Fault) -> TrainingDataStore {
    let url = URL(fileURLWithPath: historyPath)
    do {
      return isPreview ? try .forReading(url, isLong: true) : try TrainingDataStore(url: url)
    } catch {
      throw Fault(error, path: historyPath)
    }
  }

  /// Checks that an input file exists, before anything else is done. Throws ``Fault``.
  func checkPresence(_ file: String) throws(Fault) {
    let isThere = FileManager.default.fileExists(atPath: file) || FileStatus.isCircular(file)
    guard file == "-" || isThere else {
      throw .missingFile(file)
    }
  }
}
