import Foundation

extension TrainingDataStore {
  /// Looks through the whole history and around it for anything that is wrong; nothing is changed.
  /// Throws `fetchFailed` for a file that cannot be looked through.
  ///
  /// - Parameter progress: told now and then which share is done, 0…1.
  public func check(
    _ places: RecoveryPlaces, progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> HistoryReport {
    let place = PlaceInspection(path: path, places: places)
    let (version, counts, inner) = try read { database in
      (
        try Schema.version(of: database), try RecordCounts(database),
        try DatabaseInspection(database: database).findings(progress: progress)
      )
    }
    return HistoryReport(
      counts: counts, version: version, fileSize: FileStatus(path)?.size ?? 0,
      logSize: place.logSize, freeSpace: place.freeSpace, findings: inner + place.findings())
  }
}
