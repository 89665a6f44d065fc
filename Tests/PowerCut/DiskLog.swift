import CDiskLog
import Foundation
import Synchronization

/// Records everything that SQLite does to the files of one directory, and makes it fail on request.
/// Use only one at a time in a process.
public final class DiskLog: Sendable {
  private struct State {
    var operations: [DiskOperation] = []
    var size = 0
    var failure: (after: Int, code: Int32)?
    var wait: (@Sendable () -> Void)?

    /// Lets nobody through as long as the disk hangs.
    var gate: DispatchSemaphore?
  }

  private let directory: String
  private let state = Mutex(State())

  /// Begins to record. Covers databases opened in `directory` from now on.
  public init(directory: URL) {
    self.directory = directory.path + "/"
    let context = Unmanaged.passUnretained(self).toOpaque()
    cdisklog_watch(
      self.directory,
      { context, kind, path, offset, bytes, count in
        guard let context, let path else { return 0 }
        let log = Unmanaged<DiskLog>.fromOpaque(context).takeUnretainedValue()
        return log.record(
          kind, String(cString: path), Int(offset),
          UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }, context)
  }

  /// Ends the recording. The databases must be closed by then, or do nothing more.
  public func end() { cdisklog_watch(nil, nil, nil) }

  /// The number of operations so far.
  public var position: Int { state.withLock { $0.operations.count } }

  /// The bytes that the recording keeps.
  public var size: Int { state.withLock(\.size) }

  private var operations: [DiskOperation] { state.withLock { $0.operations } }

  /// Makes every operation fail with an SQLite code after `count` more have succeeded; `nil` makes
  /// them succeed again.
  public func fail(after count: Int?, code: Int32 = 13) {
    state.withLock { state in
      state.failure = count.map { (state.operations.count + $0, code) }
    }
  }

  /// Calls something before each sync, which takes as long as that does; `nil` to end that.
  public func slow(_ wait: (@Sendable () -> Void)?) { state.withLock { $0.wait = wait } }

  /// Lets every sync wait until the disk hangs no more.
  public func hang(_ hangs: Bool) {
    let former = state.withLock { state in
      defer { state.gate = hangs ? state.gate ?? DispatchSemaphore(value: 0) : nil }
      return hangs ? nil : state.gate
    }
    former?.signal()
  }

  private func record(
    _ kind: cdisklog_kind, _ path: String, _ offset: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    if kind == CDISKLOG_SYNC, let gate = state.withLock(\.gate) {
      gate.wait()
      gate.signal()
    }
    if kind == CDISKLOG_SYNC { state.withLock(\.wait)?() }
    let name = String(path.dropFirst(directory.count))
    let operation: DiskOperation =
      switch kind {
      case CDISKLOG_CREATE: .create(name)
      case CDISKLOG_WRITE: .write(name, offset: offset, bytes: Array(bytes))
      case CDISKLOG_TRUNCATE: .truncate(name, size: offset)
      case CDISKLOG_SYNC: .sync(name, withDirectory: offset != 0)
      default: .delete(name, syncsDirectory: offset != 0)
      }
    return state.withLock { state in
      if let failure = state.failure, state.operations.count >= failure.after {
        return failure.code
      }
      state.operations.append(operation)
      state.size += bytes.count
      return 0
    }
  }
}

/// Something that SQLite asked of the disk. Files are identified by their names in the directory.
enum DiskOperation {
  case create(String)
  case write(String, offset: Int, bytes: [UInt8])
  case truncate(String, size: Int)
  /// Everything written to the file is safe, and with `withDirectory` the directory's entries are,
  /// too.
  case sync(String, withDirectory: Bool)
  case delete(String, syncsDirectory: Bool)
}

extension DiskLog {
  /// Cuts the power at random moments of the recording, and passes on what each cut leaves behind.
  ///
  /// - Parameters:
  ///   - start: the position before which there is no cut.
  ///   - ignoringSyncs: whether the disk ignores syncs.
  ///   - scratch: a directory for what the cuts leave, one after another.
  ///   - body: called with the directory and the position of each cut.
  public func cutPower(
    times: Int, from start: Int = 0, ignoringSyncs: Bool = false, in scratch: URL,
    random: inout some RandomNumberGenerator, _ body: (URL, Int) throws -> Void
  ) throws {
    let operations = operations
    var moments = (0..<times).map { _ in Int.random(in: start...operations.count, using: &random) }
    moments.sort()
    var disk = UnsafeDisk(ignoresSyncs: ignoringSyncs)
    var position = 0
    for (number, moment) in moments.enumerated() {
      try Task.checkCancellation()
      while position < moment {
        disk.perform(operations[position])
        position += 1
      }
      let remains = scratch.appendingPathComponent("cut-\(number)")
      try FileManager.default.createDirectory(at: remains, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: remains) }
      try disk.leaveRemains(in: remains, &random)
      try body(remains, moment)
    }
  }
}
