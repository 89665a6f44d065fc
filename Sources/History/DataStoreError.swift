/// What went wrong with the record of training, and why.
///
/// It is data; the console puts it into words.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The result was not stored; nothing of it is in the database.
  case saveFailed(DataStoreFault)

  /// The records could not be read.
  case fetchFailed(DataStoreFault)

  /// Nothing was deleted.
  case deleteFailed(DataStoreFault)

  /// There is no database: it could not be opened or created, or it has been closed.
  case contextUnavailable(DataStoreFault)

  public var cause: DataStoreFault {
    switch self {
    case .saveFailed(let cause), .fetchFailed(let cause), .deleteFailed(let cause),
      .contextUnavailable(let cause):
      cause
    }
  }
}
