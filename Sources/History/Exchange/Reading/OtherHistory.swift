import Foundation
internal import GRDB

/// Another database of Peach's, which is only read: neither it nor what lies beside it changes.
struct OtherHistory {
  let path: String
  private let queue: DatabaseQueue
  private let copy: DatabaseCopy?

  /// Throws ``ExchangeFault``.
  init(_ path: String) throws {
    self.path = path
    guard let status = FileStatus(path) else { throw ExchangeFault.missing(path: path) }
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw ExchangeFault.isDirectory(path: path)
    }
    do {
      guard status.isRegularFile, status.size > 0 else { throw DataStoreFault.notADatabase }
      (queue, copy) = try Self.open(URL(fileURLWithPath: path))
    } catch {
      throw ExchangeFault.badHistory(
        path: path, .contextUnavailable(DataStoreFault(error, path: path)))
    }
  }

  /// One that another Peach holds open is read beside it. Any other one is copied: to read it in its
  /// place SQLite would have to write beside it, where the medium may not let it, and an older one is
  /// brought to this version first.
  private static func open(_ url: URL) throws -> (DatabaseQueue, DatabaseCopy?) {
    let timeout = TrainingDataStore.standardBusyTimeout
    if FileStatus(url.path + "-shm") != nil {
      do {
        return try DatabaseFile(url: url, busyTimeout: timeout).openForReading()
      } catch DataStoreFault.readOnly {
        // It is older.
      }
    }
    let copy = try DatabaseCopy(of: url)
    return (try DatabaseFile(url: copy.url, busyTimeout: timeout).open(), copy)
  }

  /// Hands over every record of one state, oldest first, with the number of records in all. Throws
  /// ``ExchangeFault`` for what cannot be read, and what `body` throws.
  func forEach(_ body: (RecordedResult, _ total: Int) throws -> Void) throws {
    try queue.read { database in
      var results: StoredResults
      let total: Int
      do {
        total = try RecordCounts(database).total
        results = try StoredResults(database)
      } catch {
        throw fault(error)
      }
      while true {
        let result: RecordedResult?
        do {
          result = try results.next()
        } catch {
          throw fault(error)
        }
        guard let result else { return }
        try body(result, total)
      }
    }
    withExtendedLifetime(copy) {}
  }

  private func fault(_ error: any Error) -> ExchangeFault {
    .badHistory(path: path, .fetchFailed(DataStoreFault(error, path: path)))
  }
}
