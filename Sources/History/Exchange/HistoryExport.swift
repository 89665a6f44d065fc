import MainThread
import Files
import Foundation
internal import GRDB
import Training

/// Writes the present history to a file, oldest first.
///
/// It may run on any thread. If its task is cancelled, no file is left behind.
public struct HistoryExport: Sendable {
  /// The file; `-` for standard output.
  public var path: String
  public var format: ExportFormat

  /// True if an existing file may be replaced.
  public var isReplacing = false

  private let access: HistoryAccess

  public init(of store: TrainingDataStore, to path: String, as format: ExportFormat) {
    self.path = path
    self.format = format
    access = HistoryAccess(store)
  }

  /// Writes the file. Throws ``ExchangeFault``, ``DataStoreError`` or `CancellationError`.
  @concurrent
  public func run(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ExportSummary {
    guard path == "-" || !ProtectedFiles(historyAt: access.path).contain(path) else {
      throw ExchangeFault.isHistory(path: path)
    }
    let file = try ExportFile(path, isReplacing: isReplacing)
    return try await access.interruptible(DataStoreError.fetchFailed) {
      var summary = ExportSummary()
      var (pages, runs, total) = try access.queue.read { database in
        let counts = try RecordCounts(database)
        var runs: [RunRecord] = []
        if format != .app { try RunRecord.forEach(database) { runs.append($0) } }
        return (try ResultPages(database), runs, max(counts.total + counts.withdrawn, 1))
      }
      try file.write(format.head)
      for run in runs { try file.write(format.text(of: run)) }
      var count = 0
      while !pages.isAtEnd {
        // A reader of the file may take any time: nothing is locked meanwhile.
        let page = try access.queue.read { try pages.next($0) }
        for result in page {
          if let text = format.text(of: result) {
            try file.write(text)
            summary.count(result)
          } else if result.isWithdrawn {
            summary.withdrawn += 1
          } else if !AppTable.has(result.training) {
            summary.leftOutTrainings[result.training, default: 0] += 1
          } else {
            summary.leftOut[result.tuningSystem, default: 0] += 1
          }
        }
        count += page.count
        try Task.checkCancellation()
        progress(TransferProgress(.writing, fraction: min(Double(count) / Double(total), 1)))
      }
      try Task.checkCancellation()
      try file.finish()
      return summary
    }
  }
}

extension ExportSummary {
  fileprivate mutating func count(_ result: RecordedResult) {
    guard !result.isWithdrawn else { return withdrawn += 1 }
    records.add(result.training)
  }
}

public enum ExportFormat: Hashable, Sendable {
  /// Peach's own table, with every field.
  case csv
  /// A JSON object per line.
  case jsonLines
  /// The app's table in its newest version.
  case app

  /// The text before the records.
  fileprivate var head: String {
    switch self {
    case .csv: "\(FileFormat.csv.firstLine)\n\(RecordTable.names.joined(separator: ","))\n"
    case .jsonLines: FileFormat.jsonLines.firstLine + "\n"
    // The app requires no line break after the last row, so each row begins with one.
    case .app: "\(FileFormat.app.firstLine)\n\(AppTable.header)"
    }
  }

  fileprivate func text(of run: RunRecord) -> String {
    (self == .csv ? RecordTable.text(of: run) : RecordLine.text(of: run)) + "\n"
  }

  /// The record's line with its line break; `nil` if the app does not know its training or tuning,
  /// or would count a result that was taken back.
  fileprivate func text(of result: RecordedResult) -> String? {
    switch self {
    case .csv: RecordTable.text(of: result) + "\n"
    case .jsonLines: RecordLine.text(of: result) + "\n"
    case .app: result.isWithdrawn ? nil : AppTable.text(of: result).map { "\n" + $0 }
    }
  }
}

/// The outcome of an export.
public struct ExportSummary: Hashable, Sendable {
  public var records = RecordCounts()

  /// The numbers of results left out because the app does not have their training.
  public var leftOutTrainings: [TrainingName: Int] = [:]

  /// The numbers of results left out because the app does not know their tuning.
  public var leftOut: [String: Int] = [:]

  /// The number of results that were taken back: marked as such in Peach's own formats, left out of
  /// the app's.
  public var withdrawn = 0
}

/// The file to which an export is written: complete and on the disk, or missing.
final class ExportFile {
  private let path: String

  /// `nil` when it is finished.
  private var file: ReplacedFile?

  /// - Parameters:
  ///   - path: `-` for standard output.
  ///   - isReplacing: true if an existing file may be replaced.
  ///
  /// Throws ``ExchangeFault``, or `CancellationError` while it waits for a reader.
  init(_ path: String, isReplacing: Bool) throws {
    self.path = path
    do throws(FileFault) {
      if path == "-" {
        file = .standardOutput()
      } else {
        file = try ReplacedFile(path, .output(replacing: isReplacing))
      }
    } catch {
      if case .cannotCreate(_, ECANCELED) = error { throw CancellationError() }
      throw ExchangeFault(error, path: path)
    }
  }

  func write(_ text: String) throws(ExchangeFault) {
    invariant(file != nil, "nothing is written after the end")
    do throws(FileFault) {
      try file?.write(text)
    } catch {
      throw ExchangeFault(error, path: path)
    }
  }

  /// Puts the file in its place.
  func finish() throws(ExchangeFault) {
    do throws(FileFault) {
      try file.take()?.commit()
    } catch {
      throw ExchangeFault(error, path: path)
    }
  }
}

extension ExchangeFault {
  /// - Parameter path: the file as the user named it.
  init(_ fault: FileFault, path: String) {
    self =
      switch fault {
      case .isDirectory: .targetIsDirectory(path: path)
      case .exists: .exists(path: path)
      case .cannotFollow(_, let reason), .cannotCreate(_, let reason):
        .cannotCreate(path: path, reason: reason)
      case .cannotWrite(_, let reason): .cannotWrite(path: path, reason: reason)
      }
  }
}
